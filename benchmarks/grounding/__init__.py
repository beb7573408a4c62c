"""How well does the judge of texts tell true sentences from false ones?"""
