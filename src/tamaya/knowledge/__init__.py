"""What a view implies, exactly: which cards are possible, how likely they are, what can still be reached."""

from tamaya.knowledge.faces import Face, Outlook, outlook
from tamaya.knowledge.knowledge import Knowledge, know
from tamaya.knowledge.previews import Preview
from tamaya.knowledge.riddle import Faces

__all__ = [
    "Face",
    "Faces",
    "Knowledge",
    "Outlook",
    "Preview",
    "know",
    "outlook",
]
