"""The menu of a run: every true claim worth saying, how special it is, and how it is said."""

from __future__ import annotations

from hakaru.running.claims.air_offers import air_offers
from hakaru.running.claims.cause_offers import cause_offers
from hakaru.running.claims.form_offers import form_offers
from hakaru.running.claims.offers import Offer, Room
from hakaru.running.claims.run_offers import run_offers
from hakaru.running.claims.session_offers import session_offers
from hakaru.running.claims.split_offers import split_offers
from hakaru.running.sections.model import SECTIONS, RunKnown

__all__ = ["Offer", "menu_of"]

_PARTS = (split_offers, session_offers, form_offers, cause_offers, air_offers, run_offers)


def menu_of(known: RunKnown) -> tuple[Offer, ...]:
    """Every offer, by section and falling weight. Pure: the same for the same stored run."""
    room = Room.of(known)
    offers = {offer.id: offer for part in _PARTS for offer in part(room)}
    order = {section: place for place, section in enumerate(SECTIONS)}
    return tuple(
        sorted(offers.values(), key=lambda offer: (order[offer.section], -offer.weight, offer.id))
    )
