"""What does this runner usually show at this speed?"""
