"""Where inside one run did the form change for a while, and what does the data say about why?"""
