"""What things are worth to the team, in points. Found by playing, and rounded."""

LAST_COPY = 2.35
"""Losing the last copy of a card that is needed."""
LAST_COPY_STEP = 0.396
"""And for each card of its display that can then no longer be laid."""
SPARE_COPY = 0.0176
"""Losing a copy while another lies in sight."""
ONLY_COPY = 0.117
"""Losing the only copy in sight."""
ONLY_COPY_NEAR = 0.0847
"""And so much more, the nearer it is to being playable."""
TOKEN = 0.184
"""A clue token."""
TOKEN_SCARCE = 0.604
"""And so much more, divided by the number of tokens."""
LOST_GAME = 1.14
"""Losing the game, beyond the points on the table."""
STRIKE_SECOND = 5.37
"""The strike before the last."""
STRIKE_FIRST = 1.35
"""An earlier strike."""
LATE = 0.566
"""Drawing a card without laying one when every turn is needed."""
LATE_SOON = 0.486
"""And before that, divided by the turns to spare."""
NO_DISCARD = 0.15
"""Being left without a card that one would discard."""
FALSE_IDEA = 0.502
"""A card that its owner takes for what it is not."""
SECOND_CALL = 0.373
"""Calling for a card while a teammate will play its twin."""
NEW_PLAY = 0.584
"""A card that its owner learns to be playable."""
NEW_PLAY_STEP = 0.0197
"""And for each card of the display that can follow."""
NEW_PLAY_LATER = 0.6
"""A card that will be playable after others."""
TOUCH_DEAD = 0.157
"""Touching a card that is of no use."""
TOUCH_TWIN = 0.3
"""Touching a card whose twin is clued already."""
TOUCH_USEFUL = 0.0783
"""Touching a card that is of use."""
TOUCH_LAST = 0.264
"""And more if it is the last copy."""
NEW_DEAD = 0.207
"""A card that its owner learns to be of no use."""
NEWS = 0.1
"""How much better a useful card becomes known."""
LATER_SEAT = 0.377
"""What a later seat may lose, beside the next one."""
PLAY_NOW = 2.15
"""Playing a card."""
PLAY_STEP = 0.0309
"""And for each card of the display that can follow."""
PLAY_LAST = 0.0344
"""And for completing a display."""
OUT_OF_TURN = 0.175
"""Discarding another card than the next discard."""
DISCARD_CLUED = 0.331
"""Discarding a clued card."""
FULL = 0.3
"""Having all clue tokens: then a clue costs less."""
DOUBT = 0.0337
"""Playing a card that is playable unless a clue touched a useless card."""
WRONG_PLAY = 2.75
"""A card that its owner will play, and that does not fit."""
DOUBT_TOUCHED = 0.0209
"""How likely a clued card is of no use, beside a useful one."""
DOUBT_CALLED = 0.005
"""How likely a called card is of no use, beside a playable one."""
GUESS = 1.68
"""Playing a card that may not fit, for each card in the deck."""
OTHERS_PLAY = 0.144
"""A teammate who plays before one's next turn."""
OTHERS_SAFE = -0.128
"""A teammate who has a useless card to discard."""
OTHERS_AT_END = 0.369
"""And in the last round."""
