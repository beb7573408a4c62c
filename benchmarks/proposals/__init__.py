"""How good and how fast are the judge, the narrators and the confirmations of proposals?"""
