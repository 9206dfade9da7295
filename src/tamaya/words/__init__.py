"""Every sentence that the product says, by code and language."""

from tamaya.words.catalogue import ENGLISH, LANGUAGES, Reader, knows, say
from tamaya.words.message import Field, Message, Who

__all__ = ["ENGLISH", "LANGUAGES", "Field", "Message", "Reader", "Who", "knows", "say"]
