"""Every sentence that the product says, by code and language."""

from tamaya.words.catalogue import ENGLISH, LANGUAGES, Reader, knows, read_sayable, say, say_all
from tamaya.words.message import Field, Message, Said, Who, as_it_stands, sentences

__all__ = [
    "ENGLISH",
    "LANGUAGES",
    "Field",
    "Message",
    "Reader",
    "Said",
    "Who",
    "as_it_stands",
    "knows",
    "read_sayable",
    "say",
    "say_all",
    "sentences",
]
