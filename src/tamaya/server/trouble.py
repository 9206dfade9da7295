"""Why a server, or a command of an administrator, cannot do its work."""

from tamaya.rules import TamayaError


class Trouble(TamayaError):
    """Something about the database, the data folder or a backup; the sentence says what to do."""
