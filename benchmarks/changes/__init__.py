"""Are changes over months and inside a run found, and only those?"""
