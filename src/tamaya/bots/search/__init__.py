"""Bots that think ahead: they imagine what they cannot see, and play every sensible move to its end."""

from tamaya.bots.search.deals import imagined_deal, past_of, seen_faces
from tamaya.bots.search.player import Grandmaster, PatientGrandmaster, Search

__all__ = ["Grandmaster", "PatientGrandmaster", "Search", "imagined_deal", "past_of", "seen_faces"]
