"""Does anything get lost when the machine, the disk, the clock or another program lets us down?"""
