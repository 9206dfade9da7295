"""What a view implies, exactly: which cards are possible, how likely they are, what can still be reached."""

from tamaya.knowledge.faces import Face as Face
from tamaya.knowledge.faces import Outlook as Outlook
from tamaya.knowledge.faces import outlook as outlook
from tamaya.knowledge.hidden_hands import Faces as Faces
from tamaya.knowledge.insights import DETAILS as DETAILS
from tamaya.knowledge.insights import Detail as Detail
from tamaya.knowledge.insights import Insight as Insight
from tamaya.knowledge.insights import insight as insight
from tamaya.knowledge.insights import without_marks as without_marks
from tamaya.knowledge.knowledge import Knowledge as Knowledge
from tamaya.knowledge.knowledge import Preview as Preview
from tamaya.knowledge.knowledge import know as know
