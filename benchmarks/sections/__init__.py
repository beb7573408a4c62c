"""What do the words of sections cost, and does any of them say what is not so?"""
