/** Was der Server auf Englisch sagt. `{…}` steht für ein Stück, das selbst wieder übersetzt wird;
 weiter unten stehen die Sätze, die auf vieles passen. */

const suits = {
  red: 'Rot', yellow: 'Gelb', green: 'Grün', blue: 'Blau', white: 'Weiß', purple: 'Lila', teal: 'Türkis',
  multicolour: 'Bunt', rainbow: 'Regenbogen', black: 'Schwarz', pink: 'Rosa', brown: 'Braun',
  colourless: 'Farblos', omni: 'Omni', null: 'Null', muddy: 'Trüb', light: 'Hell',
} // prettier-ignore

const words = {
  'clue token': 'Hinweisplättchen',
  'clue tokens': 'Hinweisplättchen',
  'error tile': 'Fehlerplättchen',
  'error tiles': 'Fehlerplättchen',
  'blue clock token': 'Uhrplättchen',
  'blue clock tokens': 'Uhrplättchen',
  'black fuse token': 'Luntenplättchen',
  'black fuse tokens': 'Luntenplättchen',
  'note token': 'Hinweisplättchen',
  'note tokens': 'Hinweisplättchen',
  'storm tile': 'Gewitterplättchen',
  'storm tiles': 'Gewitterplättchen',
  'blue token': 'Blauplättchen',
  'blue tokens': 'Blauplättchen',
  'red token': 'Rotplättchen',
  'red tokens': 'Rotplättchen',
  'International Firework Display Federation': 'Internationalen Feuerwerksföderation',
  'Artisan League Of Fireworks Technicians': 'Liga der Feuerwerkskunst',
  'International Association of Pyrotechnics': 'Internationalen Vereinigung für Pyrotechnik',
  'Firework Manufacturers International Federation': 'Internationalen Föderation der Feuerwerksmanufakturen',
  'black powder': 'Schwarzpulver',
}

const titles = {
  'Hanabi Deluxe: What a show!': 'Hanabi Deluxe',
  'Hanabi, R&R Games': 'Hanabi, R&R Games',
  'Hanabi, ABACUSSPIELE': 'Hanabi, ABACUSSPIELE',
  'Hanabi, first edition': 'Hanabi, Erstausgabe',
  'Colour Avalanche': 'Farblawine',
  'Black Powder': 'Schwarzpulver',
  '5 Flamboyants': '5 Flamboyants',
  'Final Flourish': 'Großes Finale',
  'Variant 1': 'Variante 1',
  'Variant 2': 'Variante 2',
  'Variant 3': 'Variante 3',
  'Variant 4': 'Variante 4',
  'a sixth suit of ten multicolour cards that every colour clue touches and none may name':
    'eine sechste Farbe aus zehn bunten Karten, die jeder Farbhinweis trifft und keiner nennen darf',
  'ten black cards that no colour clue touches, built from 5 down to 1; each one missing costs a point':
    'zehn schwarze Karten, die kein Farbhinweis trifft, gelegt von 5 hinab zu 1; jede fehlende kostet einen Punkt',
  'a display completed with its 5 reveals one of six bonus tiles instead of returning a token':
    'eine mit ihrer 5 vollendete Auslage deckt eins von sechs Bonusplättchen auf, statt ein Plättchen zurückzubringen',
  'no last round: play on until the show is perfect or lost':
    'keine letzte Runde: gespielt wird, bis die Vorstellung perfekt oder verloren ist',
  'multicolour is a sixth suit like the others, with its own name':
    'Bunt ist eine sechste Farbe wie die anderen, mit eigenem Namen',
  'multicolour is a sixth suit with its own name and a single card of each value':
    'Bunt ist eine sechste Farbe mit eigenem Namen und nur einer Karte von jeder Zahl',
  'multicolour is a sixth suit that every colour clue touches and none may name':
    'Bunt ist eine sechste Farbe, die jeder Farbhinweis trifft und keiner nennen darf',
}

const bots = {
  'Any legal action.': 'Tut irgendetwas Erlaubtes.',
  'Plays what is surely playable, tells of playable cards, discards what is least dear.':
    'Spielt, was sicher passt, weist auf spielbare Karten hin, wirft das Entbehrlichste ab.',
  'Plays the card that will be hardest to play later: repeats before steps, low before high.':
    'Spielt die Karte, die später am schwersten loszuwerden ist: gleiche vor höheren, niedrige vor hohen.',
}

const grades = {
  Divine: 'Göttlich',
  Legendary: 'Legendär',
  Extraordinary: 'Außergewöhnlich',
  Excellent: 'Ausgezeichnet',
  Decent: 'Ordentlich',
  Mediocre: 'Mittelmäßig',
  Pathetic: 'Kläglich',
  Amazing: 'Erstaunlich',
  Honorable: 'Ehrenwert',
  Honourable: 'Ehrenwert',
  Horrible: 'Grauenhaft',
  'Very good': 'Sehr gut',
  Good: 'Gut',
  OK: 'Geht so',
  Poor: 'Dürftig',
  'Oh dear': 'Ach je',
  'even the stars lean in to watch': 'selbst die Sterne beugen sich herab, um zuzusehen',
  'nobody finds a word, every eye shines': 'niemand findet Worte, alle Augen leuchten',
  'they will tell their grandchildren about this night': 'von dieser Nacht werden sie ihren Enkeln erzählen',
  'the whole square is smiling': 'der ganze Platz lächelt',
  'a nice evening, soon mixed up with others': 'ein netter Abend, bald mit anderen verwechselt',
  'a few hands clap, out of kindness': 'ein paar Hände klatschen, aus Freundlichkeit',
  'whistles from the back rows': 'Pfiffe aus den hinteren Reihen',
  'silence, then starry eyes everywhere': 'Stille, dann überall Sterne in den Augen',
  'the town talks of nothing else for weeks': 'wochenlang redet die Stadt von nichts anderem',
  'the crowd got what it came for': 'die Menge bekam, wofür sie gekommen war',
  'a fair try that fades by morning': 'ein braver Versuch, am Morgen vergessen',
  'somebody claps, somewhere': 'irgendwo klatscht irgendwer',
  'the crowd lets you know': 'die Menge hält nicht hinterm Berg',
  'a show that stays with them for life': 'eine Vorstellung, die ein Leben lang bleibt',
  'cheers, and calls for more': 'Jubel und Rufe nach mehr',
  'contented faces all round': 'ringsum zufriedene Gesichter',
  'they have been to better ones': 'sie haben schon bessere gesehen',
  'barely a hand stirs': 'kaum eine Hand rührt sich',
  'boos roll over the square': 'Buhrufe rollen über den Platz',
  'breathless, and the stars now live in their eyes': 'atemlos, und die Sterne wohnen jetzt in ihren Augen',
  'a memory for many years': 'eine Erinnerung für viele Jahre',
  'the audience goes home happy': 'das Publikum geht glücklich nach Hause',
  'well meant, soon forgotten': 'gut gemeint, bald vergessen',
  'a patter of applause': 'ein wenig Applaus plätschert',
  'jeers from all sides': 'Hohn von allen Seiten',
}

const remarks = {
  'I know nothing about my hand yet.': 'Ich weiß noch nichts über meine Hand.',
  'Do you recall what you hold?': 'Weißt du noch, was du hast?',
  'I need a moment to think.': 'Ich brauche einen Moment zum Nachdenken.',
  'I remember what I was told.': 'Ich weiß noch, was mir gesagt wurde.',
  'Have a look at the discards.': 'Schau mal in die Ablage.',
}

const results = {
  'every display is complete': 'alle Auslagen sind vollständig',
  'the last round is over': 'die letzte Runde ist vorbei',
  'strike {a} of {b}': 'Fehler {a} von {b}',
  'the last {card} is gone': 'die letzte {card} ist weg',
}

const rules = {
  'Cards': 'Karten',
  'Your turn': 'Dein Zug',
  'Bonus tiles': 'Bonusplättchen',
  'The end': 'Das Ende',
  'Score': 'Punkte',
  'At this table': 'An diesem Tisch',
  'Not as in the box': 'Anders als in der Schachtel',
  'A co-operative game for 2 to {most} players. Everybody sees all hands but their own.':
    'Ein Spiel miteinander für 2 bis {most} Personen. Alle sehen alle Hände außer der eigenen.',
  'Begins: {who}, or whom the table names.': 'Es beginnt: {who}, oder wen der Tisch bestimmt.',
  'the player in the most colourful clothes': 'wer am buntesten angezogen ist',
  'the oldest player': 'wer am ältesten ist',
  '{cards} cards in {suits} suits.': '{cards} Karten in {suits} Farben.',
  'built upwards': 'aufwärts gelegt',
  'built downwards': 'abwärts gelegt',
  'touched by every colour clue': 'jeder Farbhinweis trifft sie',
  'touched by no colour clue': 'kein Farbhinweis trifft sie',
  'never named, not even to say that there is none': 'wird nie genannt, auch nicht, um zu sagen, dass es keine gibt',
  'touched by every value clue': 'jeder Zahlhinweis trifft sie',
  'touched by no value clue': 'kein Zahlhinweis trifft sie',
  'each card that is missing at the end costs a point': 'jede Karte, die am Ende fehlt, kostet einen Punkt',
  'Every hand has {count} cards.': 'Jede Hand hat {count} Karten.',
  'Hands have 5 cards with 2 or 3 players, 4 cards with more.': 'Zu zweit oder zu dritt hat jede Hand 5 Karten, sonst 4.',
  'Exactly one of three things; nobody may pass.': 'Genau eins von drei Dingen; passen darf niemand.',
  'Give information: costs one of the {count} {clues}. It tells a teammate all their cards of one colour or one value, and may also match no card.':
    'Einen Hinweis geben: kostet eins der {count} {clues}. Er nennt jemandem alle Karten einer Farbe oder einer Zahl und darf auch keine Karte treffen.',
  'Give information: costs one of the {count} {clues}. It tells a teammate all their cards of one colour or one value, and must match at least one card.':
    'Einen Hinweis geben: kostet eins der {count} {clues}. Er nennt jemandem alle Karten einer Farbe oder einer Zahl und muss mindestens eine Karte treffen.',
  'Discard a card: one of the {clues} comes back, and you draw. Not while all {count} are available.':
    'Eine Karte abwerfen: eins der {clues} kommt zurück, und du ziehst nach. Nicht, solange alle {count} da sind.',
  'Discard a card: one of the {clues} comes back, and you draw.':
    'Eine Karte abwerfen: eins der {clues} kommt zurück, und du ziehst nach.',
  'Play a card: it is next on its display, or it is discarded and costs one of the {strikes}. Either way you draw.':
    'Eine Karte spielen: Sie setzt ihre Auslage fort, oder sie kommt in die Ablage und kostet eins der {strikes}. In beiden Fällen ziehst du nach.',
  'The very last card of the deck may be played straight from the deck.':
    'Die allerletzte Karte darf direkt vom Stapel gespielt werden.',
  'A completed display brings back one of the {clues}, unless it ends on its 5 and reveals a bonus tile; with all available it is lost.':
    'Eine vollendete Auslage bringt eins der {clues} zurück, außer sie endet mit ihrer 5 und deckt ein Bonusplättchen auf; sind alle da, verfällt es.',
  'A completed display brings back one of the {clues}; with all available it is lost.':
    'Eine vollendete Auslage bringt eins der {clues} zurück; sind alle da, verfällt es.',
  'Six tiles lie face down. A display completed with its 5 reveals one, before you draw:':
    'Sechs Plättchen liegen verdeckt. Eine mit ihrer 5 vollendete Auslage deckt eins auf, bevor du nachziehst:',
  'With an empty deck, the tile that sends a card back may be used to put it into play instead.':
    'Ist der Stapel leer, darf das Plättchen, das eine Karte zurückschickt, sie stattdessen ins Spiel bringen.',
  'one clue token comes back': 'ein Hinweisplättchen kommt zurück',
  'one strike is undone, and one clue token comes back':
    'ein Fehler wird aufgehoben, und ein Hinweisplättchen kommt zurück',
  'give a teammate of your choice a colour clue for free': 'gib jemandem deiner Wahl einen kostenlosen Farbhinweis',
  'give a teammate of your choice a value clue for free': 'gib jemandem deiner Wahl einen kostenlosen Zahlhinweis',
  'shuffle a card of your choice from the discard pile into the deck':
    'mische eine Karte deiner Wahl aus der Ablage in den Stapel',
  'put a card of your choice from the discard pile into play': 'bringe eine Karte deiner Wahl aus der Ablage ins Spiel',
  'Lost at once with {count} {strikes}.': 'Sofort verloren bei {count} {strikes}.',
  'The box holds four fuse tokens: the last shows the explosion that the third one uncovers.':
    'In der Schachtel liegen vier Luntenplättchen: Das letzte zeigt die Explosion, die das dritte freigibt.',
  'Won at once when every display is complete.': 'Sofort gewonnen, wenn alle Auslagen vollständig sind.',
  'There is no last round: hands shrink, and play goes on until the show is perfect or lost.':
    'Es gibt keine letzte Runde: Die Hände werden kleiner, und gespielt wird, bis die Vorstellung perfekt oder verloren ist.',
  'Lost at once, too, when the last copy of a card that is still needed is discarded.':
    'Auch sofort verloren, wenn das letzte Exemplar einer noch gebrauchten Karte abgeworfen wird.',
  'Who has nothing left to do is passed over.': 'Wer nichts mehr tun kann, wird übergangen.',
  'When the last card is drawn, everybody has one more turn, the one who drew it included.':
    'Ist die letzte Karte gezogen, sind alle noch einmal dran, auch wer sie gezogen hat.',
  'Perfect, {points} points, or nothing.': 'Perfekt mit {points} Punkten, oder nichts.',
  'The sum of {counted}, less a point for each card missing from a display that counts so: at most {most}. A lost game scores 0.':
    'Die Summe {counted}, abzüglich eines Punktes für jede fehlende Karte einer Auslage, die so zählt: höchstens {most}. Eine verlorene Partie zählt 0.',
  'The sum of {counted}: at most {most}. A lost game scores 0.':
    'Die Summe {counted}: höchstens {most}. Eine verlorene Partie zählt 0.',
  'the highest card of each display': 'der höchsten Karten aller Auslagen',
  'a point for each card on a display': 'aller ausgelegten Karten, je ein Punkt',
  '{count} or less': 'bis {count}',
  '(The scale of the {federation}.)': '(Nach der Skala der {federation}.)',
  'No talk while the game runs.': 'Während der Partie wird nicht geredet.',
  "Only the table's fixed remarks are said while the game runs.":
    'Während der Partie werden nur die festen Sätze des Tisches gesagt.',
  'Everybody may talk.': 'Alle dürfen reden.',
  'Who has been given information may rearrange their hand until their next turn is done.':
    'Wer einen Hinweis bekommen hat, darf bis zum Ende des eigenen nächsten Zuges Karten umstecken.',
  'Everybody may rearrange their own hand at any time.': 'Alle dürfen jederzeit die eigene Hand umstecken.',
  'Hands are not rearranged.': 'Karten werden nicht umgesteckt.',
}

const andrewz = {
  'Andrewz: a race to be rid of your cards, for 2 to 8 players. No tokens, no clues, no score.':
    'Andrewz: ein Wettlauf, die Karten loszuwerden, für 2 bis 8 Personen. Keine Plättchen, keine Hinweise, keine Punkte.',
  'The pack has 50 cards: red, yellow, green, blue and white, each with 1 1 1 2 2 3 3 4 4 5.':
    'Es gibt 50 Karten: Rot, Gelb, Grün, Blau und Weiß, jeweils 1 1 1 2 2 3 3 4 4 5.',
  'Everybody gets 6, looks at their own and hides them from the others. What is left is the deck.':
    'Alle bekommen 6, sehen ihre eigenen an und verbergen sie vor den anderen. Der Rest ist der Nachziehstapel.',
  'The lot says who begins; the turn then goes clockwise. A turn is one of these three:':
    'Das Los sagt, wer beginnt; dann geht es im Uhrzeigersinn. Ein Zug ist eins von dreien:',
  '  play     A 1 starts the pile of a colour that is not in play. A pile that is in play takes':
    '  spielen  Eine 1 eröffnet den Stapel einer Farbe, die nicht im Spiel ist. Ein offener Stapel nimmt',
  '           its own colour: the value it shows once more, or the next one up.':
    '           seine eigene Farbe: die Zahl, die er zeigt, noch einmal, oder die nächsthöhere.',
  '  discard  A card is too low for its pile? Lay it aside, face up, and draw 2. (So no 4 and no 5.)':
    '  ablegen  Eine Karte ist zu niedrig für ihren Stapel? Leg sie offen beiseite und zieh 2. (Also keine 4 und keine 5.)',
  '  pass     Draw 1. You may always pass, even with a card that fits. What you draw must wait.':
    '  passen   Zieh 1. Passen darfst du immer, auch wenn eine Karte passt. Was du ziehst, muss warten.',
  'A 5 closes its pile: that pile and the discards of its colour are shuffled into the deck, and the':
    'Eine 5 schließt ihren Stapel: Er und alle abgelegten Karten seiner Farbe werden in den Nachziehstapel gemischt, und die',
  'colour can start anew. A deck with too few cards gives what it has. Your hand is empty? You win.':
    'Farbe kann neu beginnen. Reicht der Nachziehstapel nicht, gibt er, was er hat. Deine Hand ist leer? Du gewinnst.',
  'If the deck is empty and everybody passes in a row, the game is blocked: nobody wins, and the':
    'Ist der Nachziehstapel leer und passen alle nacheinander, ist das Spiel blockiert: Niemand gewinnt, und',
  'fewest cards stand first.': 'die wenigsten Karten stehen vorn.',
}

const differences = {
  yes: 'ja',
  no: 'nein',
  clued: 'nach einem Hinweis',
  always: 'immer',
  never: 'nie',
  silent: 'niemand',
  remarks: 'feste Sätze',
  open: 'alle',
  '{title} ({id}) comes from {editions}': '{title} stammt aus {editions}',
  'suits of the deck: {value}': 'Farben im Spiel: {value}',
  'most players: {value}': 'Personen höchstens: {value}',
  'cards in each hand: {value}': 'Karten je Hand: {value}',
  'clue tokens: {value}': 'Hinweisplättchen: {value}',
  'strikes that end the game: {value}': 'Fehler bis zum Ende: {value}',
  'clues that match no card: {value}': 'Hinweise, die keine Karte treffen: {value}',
  'discarding while all clue tokens are available: {value}': 'Abwerfen trotz aller Hinweisplättchen: {value}',
  'playing the last card straight from the deck: {value}': 'Letzte Karte direkt vom Stapel spielen: {value}',
  "rearranging one's own hand: {value}": 'Karten umstecken: {value}',
  'talking: {value}': 'Reden: {value}',
}

const refusals = {
  'The server does not answer.': 'Der Server antwortet nicht.',
  'The server answered with {code}.': 'Der Server antwortete mit {code}.',
  'choose a name first': 'Wähle zuerst einen Namen.',
  'a name needs letters': 'Ein Name braucht Buchstaben.',
  'this request comes from another site': 'Diese Anfrage kommt von einer anderen Seite.',
  'there is no such table': 'Diesen Tisch gibt es nicht.',
  'there is nothing here': 'Hier ist nichts.',
  'the lesson has no such step': 'Diesen Schritt hat die Lektion nicht.',
  'something went wrong here': 'Hier ist etwas schiefgegangen.',
  'something went wrong here; your move was not made': 'Hier ist etwas schiefgegangen; dein Zug wurde nicht gemacht.',
  'too many messages at once': 'Zu viele Nachrichten auf einmal.',
  'too many messages; come back more slowly': 'Zu viele Nachrichten; versuch es langsamer.',
  'messages are text': 'Nachrichten sind Text.',
  'a message has at most {count} characters': 'Eine Nachricht hat höchstens {count} Zeichen.',
  'a request has at most {count} bytes and says how many': 'Eine Anfrage hat höchstens {count} Bytes.',
  'a record is text in UTF-8': 'Eine Aufzeichnung ist Text in UTF-8.',
  'the record is shown when the game is over': 'Die Aufzeichnung gibt es nach dem Ende der Partie.',
  'hanab.live does not know andrewz': 'hanab.live kennt Andrewz nicht.',
  'the table has moved on': 'Am Tisch ging es inzwischen weiter.',
  'the game is not over': 'Die Partie ist noch nicht zu Ende.',
  'the game is over': 'Die Partie ist zu Ende.',
  'the game has started': 'Die Partie hat schon begonnen.',
  'the game has not started': 'Die Partie hat noch nicht begonnen.',
  'the game has {count} actions': 'Die Partie hat {count} Züge.',
  'this table shows nothing to spectators': 'Dieser Tisch zeigt dem Publikum nichts.',
  'you have no seat at this table': 'Du hast keinen Platz an diesem Tisch.',
  'the others have gone to a new table already': 'Die anderen sind schon an einem neuen Tisch.',
  'only the one who set the table up may do this': 'Das darf nur, wer den Tisch eröffnet hat.',
  'the seat that is to begin does not exist': 'Den Platz, der beginnen soll, gibt es nicht.',
  'nobody could see a game of bots alone without spectators':
    'Eine Partie nur mit Bots könnte ohne Publikum niemand sehen.',
  'two seats have the same name': 'Zwei Plätze haben denselben Namen.',
  'seat {number} is still free: wait, give it to a bot, or remove it':
    'Platz {number} ist noch frei: Warte, gib ihn einem Bot oder entferne ihn.',
  'the table has {count} seats': 'Der Tisch hat {count} Plätze.',
  'a bot has this seat': 'Auf diesem Platz sitzt ein Bot.',
  'this seat is kept for {name}': 'Dieser Platz ist für {name} freigehalten.',
  '{name} has this seat': 'Auf diesem Platz sitzt {name}.',
  'it is not your turn': 'Du bist nicht dran.',
  'that is not your hand': 'Das ist nicht deine Hand.',
  'there is nothing to say': 'Da ist nichts zu sagen.',
  'while the game runs, only the players talk': 'Während der Partie redet nur, wer mitspielt.',
  'at this table nobody talks while the game runs': 'An diesem Tisch wird während der Partie nicht geredet.',
  'at this table only the fixed remarks are allowed': 'An diesem Tisch sind nur die festen Sätze erlaubt.',
  'take a seat to talk': 'Setz dich, um mitzureden.',
  'at this table moves are not taken back': 'An diesem Tisch wird nichts zurückgenommen.',
  'there is nothing to take back': 'Es gibt nichts zurückzunehmen.',
  'somebody has asked already': 'Es hat schon jemand gefragt.',
  'nobody asks for it any more': 'Danach fragt niemand mehr.',
}

const illegal = {
  'first decide on the bonus tile: {tile}': 'Entscheide zuerst über das Bonusplättchen: {tile}',
  'only the very last card may be played from the deck': 'Nur die allerletzte Karte darf vom Stapel gespielt werden.',
  '{have} of {most} clue tokens: nothing to gain by discarding':
    '{have} von {most} Hinweisplättchen: Abwerfen bringt nichts.',
  'no clue token is left': 'Kein Hinweisplättchen ist übrig.',
  'there is no slot {slot}; the hand has slots 1 to {most}': 'Karte {slot} gibt es nicht; die Hand hat die Karten 1 bis {most}.',
  'the hand is empty': 'Die Hand ist leer.',
  'nobody sits there': 'Dort sitzt niemand.',
  'nobody may give information to themselves': 'Niemand darf sich selbst einen Hinweis geben.',
  '{clue} cannot be named in these rules; {clues} can': '{clue} kann nach diesen Regeln nicht genannt werden, wohl aber {clues}.',
  'that teammate holds no card': 'Diese Hand ist leer.',
  'no card of that hand matches {clue}, and these rules want something to point at':
    'Keine Karte dieser Hand passt zu {clue}, und ein Hinweis muss auf etwas zeigen.',
  'no bonus tile is waiting for a decision': 'Kein Bonusplättchen wartet auf eine Entscheidung.',
  'the tile grants a colour clue': 'Das Plättchen erlaubt einen Farbhinweis.',
  'the tile grants a value clue': 'Das Plättchen erlaubt einen Zahlhinweis.',
  '{card} is not in the discard pile': '{card} liegt nicht in der Ablage.',
  'the bonus tile says otherwise: {tile}': 'Das Bonusplättchen sagt etwas anderes: {tile}',
  'name each of the slots {slots} once': 'Nenne jede der Karten {slots} einmal.',
  'at this table hands are not rearranged': 'An diesem Tisch werden Karten nicht umgesteckt.',
  "a hand may be rearranged from a clue about it until its owner's next turn is done":
    'Umstecken darf man von einem Hinweis bis zum Ende des eigenen nächsten Zuges.',
  '{colour} is not in play, and only a 1 starts its pile': '{colour} ist nicht im Spiel, und nur eine 1 eröffnet den Stapel.',
  'the {colour} pile shows a {top} and takes only a {same} or a {next}':
    'Der Stapel {colour} zeigt eine {top} und nimmt nur eine {same} oder eine {next}.',
  'a {rank} can never be discarded, because no pile in play shows more':
    'Eine {rank} kann nie abgelegt werden, denn kein offener Stapel zeigt mehr.',
  '{colour} is not in play, so no higher card has been laid': '{colour} ist nicht im Spiel, also liegt dort keine höhere Karte.',
  'the {colour} pile shows a {top}, and only a lower card may be discarded':
    'Der Stapel {colour} zeigt eine {top}, und nur eine niedrigere Karte darf abgelegt werden.',
}

const impossible = {
  'it is named twice': 'das steht zweimal da',
  'it is given twice': 'das steht zweimal da',
  'it must lie between {least} and {most}': 'muss zwischen {least} und {most} liegen',
  'it is the same rule as {other}': 'das ist dieselbe Regel wie {other}',
  'a deck needs at least one suit': 'ohne wenigstens eine Farbe gibt es keine Karten',
  'it brings the {suit} cards {letter} that {other} brings':
    'bringt Karten mit dem Buchstaben {letter} ({suit}), die schon {other} bringt',
  'it has {count} values, and {other} has {more}': 'hat {count} Zahlen, {other} aber {more}',
  '{count} suits are more than a table can hold (12)': '{count} Farben sind mehr, als auf einen Tisch passen (12)',
  'two hands need {need} cards, and the deck has {have}': 'zwei Hände brauchen {need} Karten, und es gibt nur {have}',
  'its letter must be one of a to z, not {letter}': 'der Buchstabe muss von a bis z sein, nicht {letter}',
  'it needs one to nine values': 'braucht eine bis neun Zahlen',
  'it has no {rank}, so its display can never be completed': 'hat keine {rank}, ihre Auslage wird also nie fertig',
  'no colour clue touches it, so none may name it (named=no)':
    'kein Farbhinweis trifft sie, also darf auch keiner sie nennen (named=no)',
  'it may not be named, so no clue of its own can touch it (colours=none)':
    'sie darf nicht genannt werden, also kann kein eigener Hinweis sie treffen (colours=none)',
  'cannot read {text}: {why}': '{text} ist nicht zu lesen: {why}',
  'unknown add-on or option {name}: did you mean {near}?':
    'Die Erweiterung oder Option {name} kennt hier niemand. Meintest du {near}?',
  'unknown add-on or option {name}: known are {all}':
    'Die Erweiterung oder Option {name} kennt hier niemand. Bekannt sind {all}.',
  'unknown option {name}: did you mean {near}?': 'Die Option {name} kennt hier niemand. Meintest du {near}?',
  'unknown option {name}: known are {all}': 'Die Option {name} kennt hier niemand. Bekannt sind {all}.',
  'unknown edition {name}: did you mean {near}?': 'Die Ausgabe {name} kennt hier niemand. Meintest du {near}?',
  'unknown edition {name}: known are {all}': 'Die Ausgabe {name} kennt hier niemand. Bekannt sind {all}.',
  'unknown bot for {game} {name}: did you mean {near}?': 'Den Bot {name} kennt hier niemand. Meintest du {near}?',
  'unknown bot for {game} {name}: known are {all}': 'Den Bot {name} kennt hier niemand. Bekannt sind {all}.',
  'say yes or no': 'sag yes oder no',
  'choose from {all}': 'wähle aus {all}',
  'write a whole number': 'schreib eine ganze Zahl',
  'write one digit for each value, such as 32221': 'schreib eine Ziffer für jede Zahl, etwa 32221',
  'a suit begins with its name in small letters': 'eine Farbe beginnt mit ihrem Namen in kleinen Buchstaben',
  'a suit has no property {key}, only {all}': 'eine Farbe hat keine Eigenschaft {key}, nur {all}',
  '{key} is given twice': '{key} steht zweimal da',
  'a rules text has at most {count} characters': 'ein Regeltext hat höchstens {count} Zeichen',
  '{rules} is for {least} to {most} players, not {count}': '{rules} ist für {least} bis {most} Personen, nicht für {count}.',
  '{rules} is for {least} to {most} players': '{rules} ist für {least} bis {most} Personen.',
  '{players} hands of {size} need {need} cards, and {rules} has {have}':
    '{players} Hände zu {size} brauchen {need} Karten, und {rules} hat nur {have}.',
  'suit {name}': 'Farbe {name}',
}

const records = {
  'a record is an object': 'eine Aufzeichnung ist ein Objekt',
  'it must be an object': 'muss ein Objekt sein',
  'it is missing': 'fehlt',
  'nobody knows this field': 'dieses Feld kennt niemand',
  'nobody knows this field of a game': 'dieses Feld einer Partie kennt niemand',
  'the game lacks this field': 'dieses Feld fehlt der Partie',
  'it must be a list': 'muss eine Liste sein',
  'it must be a text': 'muss ein Text sein',
  'it must be true or false': 'muss true oder false sein',
  'it must be a whole number from {least} to {most}': 'muss eine ganze Zahl von {least} bis {most} sein',
  'the result on record is not the one that its actions lead to':
    'Das aufgezeichnete Ergebnis ist nicht das, wohin die Züge führen.',
  'this program knows version {version}': 'dieses Programm kennt Version {version}',
  'hanab.live has no bonus tiles': 'hanab.live hat keine Bonusplättchen',
  'hanab.live has no such suit': 'hanab.live hat diese Farbe nicht',
  'hanab.live has no variant with these suits together': 'hanab.live hat keine Variante mit diesen Farben zusammen',
  'an unknown variant': 'eine unbekannte Variante',
  'an unknown option': 'eine unbekannte Option',
}

const studies = {
  'other moves are tried when the game is over': 'Andere Züge probiert man aus, wenn die Partie zu Ende ist.',
  'the bots are busy; try again in a moment': 'Die Bots haben zu tun; versuch es gleich noch einmal.',
  'a line has at most {count} actions': 'Eine Variante hat höchstens {count} Züge.',
  'a branch has at most {count} actions here': 'Eine Variante hat hier höchstens {count} Züge.',
  'this game has {count} branches already': 'Zu dieser Partie gibt es schon {count} Varianten.',
  'you keep {count} branches here: remove one first': 'Du hast hier schon {count} Varianten: Entferne erst eine.',
  'the branches of this game have too many actions already': 'Die Varianten dieser Partie sind schon zu lang.',
  'there is no such branch': 'Diese Variante gibt es nicht.',
  'only whoever made a branch may remove it': 'Entfernen darf eine Variante nur, wer sie gemacht hat.',
  'a title needs letters': 'Ein Titel braucht Buchstaben.',
  'only whoever started this may stop it': 'Anhalten darf das nur, wer es begonnen hat.',
  'other games are being studied: try again in a few minutes':
    'Andere Partien werden gerade untersucht: Versuch es in ein paar Minuten noch einmal.',
  'this took too long, and was given up': 'Das hat zu lange gedauert und wurde aufgegeben.',
  'only co-operative games are studied, and andrewz is a race':
    'untersucht wird nur, was man miteinander spielt, und Andrewz ist ein Wettlauf',
  "Without numba there are no winning chances and no verdicts: pip install 'tamaya[fast]'.":
    "Ohne numba gibt es keine Siegchancen und kein Urteil: pip install 'tamaya[fast]'.",
  "Without python-sat less can be proved: pip install 'tamaya[review]'.":
    "Ohne python-sat lässt sich weniger beweisen: pip install 'tamaya[review]'.",
}

/** Zuletzt, weil sie auf vieles passen. */
const shapes = {
  '{symbol} {suit} ({letter}): {what}.': '{symbol} {suit} ({letter}): {what}.',
  '- {tile}': '– {tile}',
  '{title} + {part}': '{title} + {part}',
  '{band}  {grade}: {applause}': '{band}  {grade}: {applause}',
  '{title}: {words}.': '{title}: {words}.',
  '{one}; {other}': '{one}; {other}',
  '{what}: {why}': '{what}: {why}',
}

export const server: Readonly<Record<string, string>> = {
  ...suits,
  ...words,
  ...titles,
  ...bots,
  ...grades,
  ...remarks,
  ...results,
  ...rules,
  ...andrewz,
  ...differences,
  ...refusals,
  ...illegal,
  ...impossible,
  ...records,
  ...studies,
  ...shapes,
}
