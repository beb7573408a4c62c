"""How long do years of files take until every run is judged, and who can read meanwhile?"""
