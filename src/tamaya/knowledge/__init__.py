"""What a view implies, exactly: which cards are possible, how likely they are, what can still be reached."""

from tamaya.knowledge.faces import Face, Outlook, outlook
from tamaya.knowledge.hidden_hands import Faces
from tamaya.knowledge.insights import DETAILS, Detail, Insight, insight, without_marks
from tamaya.knowledge.knowledge import Knowledge, Preview, know
from tamaya.knowledge.losses import lost_copies

__all__ = [
    "DETAILS",
    "Detail",
    "Face",
    "Faces",
    "Insight",
    "Knowledge",
    "Outlook",
    "Preview",
    "insight",
    "know",
    "lost_copies",
    "outlook",
    "without_marks",
]
