"""Reviews of recorded games: what players could believe, how each move did, and other lines of play."""

from tamaya.records import Branch
from tamaya.review.belief import Beliefs, CardBelief, Hand, beliefs
from tamaya.review.branches import branch, continue_with, keep
from tamaya.review.model import (
    LOSSES,
    Advice,
    Better,
    Estimate,
    Hindsight,
    LossCount,
    MoveReview,
    Point,
    Reach,
    Review,
    Risk,
    Solved,
    Span,
    Summary,
    Told,
    Touched,
    Turning,
)
from tamaya.review.pipeline import review, review_move

__all__ = [
    "LOSSES",
    "Advice",
    "Beliefs",
    "Better",
    "Branch",
    "CardBelief",
    "Estimate",
    "Hand",
    "Hindsight",
    "LossCount",
    "MoveReview",
    "Point",
    "Reach",
    "Review",
    "Risk",
    "Solved",
    "Span",
    "Summary",
    "Told",
    "Touched",
    "Turning",
    "beliefs",
    "branch",
    "continue_with",
    "keep",
    "review",
    "review_move",
]
