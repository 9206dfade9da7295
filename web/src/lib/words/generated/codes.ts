/** Written by tools/web_words.py from the catalogues: every code with its fields. */

export interface Fields {
  'list.and': never
  'list.or': never
  'list.plus': never
  'list.semicolon': never
  'list.sentence': never
  'list.nor': never
  'error.unreadable': 'cause' | 'subject'
  'error.about': 'cause' | 'subject'
  'error.unknown-name': 'hint' | 'kind' | 'name'
  'error.did-you-mean': 'name'
  'error.known-are': 'names'
  'error.none-known': never
  'kind.edition': never
  'kind.add-on-or-option': never
  'kind.option': never
  'kind.player': never
  'kind.card': never
  'kind.clue': never
  'kind.slot': never
  'kind.action': never
  'kind.policy': never
  'kind.section': never
  'kind.knowledge': never
  'kind.bot-for-hanabi': never
  'kind.bot-for-andrewz': never
  'kind.environment': never
  'kind.key-of-a-config': never
  'kind.observation-type': never
  'kind.render-mode': never
  'kind.autoreset': never
  'kind.convention-for-lost-games': never
  'read.action': never
  'read.andrewz-action': never
  'read.card': never
  'read.choose-from': 'choices'
  'read.digits': never
  'read.property-twice': 'property'
  'read.rules-length': 'most'
  'read.seat': 'first' | 'last'
  'read.suit-name': never
  'read.suit-property': 'known' | 'property'
  'read.whole-number': never
  'read.yes-or-no': never
  'rules.deck-too-small': 'cards' | 'need'
  'rules.given-twice': never
  'rules.letter-taken': 'letter' | 'owner' | 'suit'
  'rules.named-twice': never
  'rules.no-suit': never
  'rules.out-of-range': 'least' | 'most'
  'rules.same-rule': 'part'
  'rules.suit-letter': 'letter'
  'rules.suit-rank-missing': 'rank'
  'rules.suit-unnamed': never
  'rules.suit-untouched': never
  'rules.suit-values': never
  'rules.too-many-suits': 'suits'
  'rules.value-count': 'others' | 'suit' | 'values'
  'rules.wrong-type': 'kind'
  'table.andrewz-players': 'fewest' | 'most' | 'players'
  'table.cannot-begin': 'first' | 'last'
  'table.cards-hidden': never
  'table.hands-too-large': 'cards' | 'need' | 'players' | 'rules' | 'size'
  'table.hidden-hand': never
  'table.name-missing': never
  'table.people-do-not-fit': 'people' | 'seats'
  'table.one-word-names': never
  'table.name-twice': never
  'table.names-do-not-fit': 'names' | 'seats'
  'table.no-deal-agrees': never
  'table.no-such-seat': 'last' | 'seat'
  'table.nothing-to-undo': never
  'table.player-count': 'most' | 'players' | 'rules'
  'table.salt-bits': 'most'
  'table.seed-or-deal': never
  'table.other-cards': 'case' | 'extra' | 'short' | 'what'
  'table.your-turn': never
  'table.their-turn': 'who'
  'table.thinking': 'who'
  'table.over': never
  'table.watching': never
  'table.missing': never
  'table.lost': never
  'table.connecting': never
  'table.hidden': never
  'table.refused': 'cause'
  'table.seat': 'number'
  'table.you': never
  'table.bot': never
  'table.away': never
  'table.hand-empty': never
  'table.displays': never
  'table.discards': never
  'table.deck': never
  'table.score': never
  'table.count-of': 'count' | 'most'
  'table.pace': never
  'table.tiles': never
  'table.last-round': 'turns'
  'table.undrawn': never
  'table.log': never
  'table.log-empty': never
  'table.rules': never
  'table.keys': never
  'table.on-record': never
  'record.branch-actions': 'most'
  'record.branch-object': never
  'record.branch-turn': 'last'
  'record.field-list': 'name'
  'record.field-missing': never
  'record.field-name': never
  'record.field-number': 'name'
  'record.field-text': 'name'
  'record.field-texts': 'name'
  'record.field-twice': never
  'record.format': 'format'
  'record.in-action': 'error' | 'number'
  'record.in-branch': 'error' | 'number'
  'record.list': never
  'record.list-too-long': 'most'
  'record.missing': never
  'record.no-json': never
  'record.no-number': never
  'record.not-utf8': never
  'record.number-range': 'least' | 'most'
  'record.object': never
  'record.other-result': never
  'record.record-object': never
  'record.salt': never
  'record.switch': never
  'record.text': never
  'record.text-length': 'most'
  'record.tiles': 'tiles'
  'record.title-length': 'most'
  'record.too-long': 'most'
  'record.too-many': 'most'
  'record.unknown': never
  'record.unknown-field': never
  'record.version': 'version'
  'record.cut-off': never
  'record.other-view': never
  'record.bad-json': 'line'
  'hanablive.at-field': 'error' | 'field'
  'hanablive.characters': never
  'hanablive.deck-size': 'cards' | 'whole'
  'hanablive.eight-clues': never
  'hanablive.field-missing': never
  'hanablive.hand-size': 'cards' | 'players'
  'hanablive.most-seats': 'most' | 'players'
  'hanablive.no-bonus-tiles': never
  'hanablive.no-full-discard': never
  'hanablive.no-such-suit': never
  'hanablive.no-such-variant': never
  'hanablive.not-in-hand': 'card' | 'field' | 'seat'
  'hanablive.over-before': 'field' | 'why'
  'hanablive.over-before-move': 'index' | 'move'
  'hanablive.passed-over': never
  'hanablive.player-count': 'fewest' | 'most'
  'hanablive.special-value': never
  'hanablive.three-strikes': never
  'hanablive.unknown-field': never
  'hanablive.unknown-option': never
  'hanablive.unknown-variant': never
  'hanablive.shared-colour': never
  'hanablive.several-colours': never
  'hanablive.colour-by-value': never
  'hanablive.traded-moves': never
  'hanablive.half-tokens': never
  'hanablive.colours-point-nowhere': never
  'hanablive.values-point-nowhere': never
  'hanablive.clues-point-nowhere': never
  'hanablive.no-colours': never
  'hanablive.no-values': never
  'hanablive.alternating': never
  'hanablive.unsaid-subject': never
  'hanablive.unsaid-meaning': never
  'hanablive.odd-even': never
  'hanablive.colours-touch-values': never
  'hanablive.either-way': never
  'hanablive.hidden-plays': never
  'hanablive.lower-values': never
  'hanablive.higher-values': never
  'hanablive.any-start': never
  'hanablive.speedrun': never
  'hanablive.card-cycle': never
  'fast.needs-numba': never
  'fast.compiling': never
  'fast.action': 'action' | 'game'
  'fast.action-in-notation': 'action' | 'game' | 'notation'
  'fast.not-allowed': never
  'fast.least-number': 'given' | 'least' | 'name'
  'fast.seed-bits': 'seed'
  'fast.deal-count': 'deals' | 'games'
  'fast.no-such-game': 'game' | 'last'
  'fast.no-history': never
  'fast.reset-size': 'games'
  'fast.step-size': 'games'
  'fast.rows-shape': 'kind' | 'shape' | 'wanted'
  'fast.other-encoding': 'batch' | 'players' | 'rules'
  'fast.no-belief': 'knowledge'
  'fast.other-observations': 'length' | 'shape'
  'fast.too-many-cards': 'clues' | 'faces' | 'most'
  'fast.observations-array': 'kind'
  'fast.observation-rows': 'item'
  'fast.observation-type': 'kind' | 'types' | 'what'
  'fast.observation-shape': 'found_kind' | 'found_shape' | 'kind' | 'shape'
  'fast.observation-gaps': 'kind' | 'shape'
  'fast.packed-beliefs': never
  'fast.one-place': never
  'fast.rollout': never
  'env.needs-gymnasium': never
  'env.no-action': never
  'env.action-of': 'action' | 'agent'
  'env.action-type': never
  'env.deal-or-deck': never
  'env.deal-type': 'kind'
  'env.leaves-with-none': never
  'env.max-turns': 'turns'
  'env.moves-without-record': never
  'env.must-act': 'agent'
  'env.no-render-mode': 'modes'
  'env.no-such-action': 'last'
  'env.no-such-agent': 'agents'
  'env.no-such-move': never
  'env.not-running': never
  'env.only-no-op': 'agent' | 'noop'
  'env.other-game': 'found' | 'found_players' | 'players' | 'rules'
  'env.other-players': 'found' | 'wanted'
  'env.other-record': 'found' | 'found_players' | 'players' | 'rules'
  'env.over-at-start': never
  'env.record-alone': never
  'env.state-alone': never
  'env.state-type': 'kind'
  'illegal.game-over': never
  'illegal.slot-number': 'slot'
  'illegal.tile-first': 'tile'
  'illegal.deck-play': never
  'illegal.full-discard': 'have' | 'most'
  'illegal.no-clue-token': never
  'illegal.no-action': never
  'illegal.no-slot': 'slot' | 'slots'
  'illegal.empty-hand': never
  'illegal.no-such-seat': never
  'illegal.clue-to-self': never
  'illegal.unknown-clue': 'clue' | 'clues'
  'illegal.clue-empty-hand': never
  'illegal.empty-clue': 'clue'
  'illegal.no-tile': never
  'illegal.tile-clue': 'tile'
  'illegal.not-discarded': 'card'
  'illegal.other-tile': 'tile'
  'illegal.order': 'slots'
  'illegal.never-rearranged': never
  'illegal.rearranging': never
  'illegal.andrewz-not-held': 'card'
  'illegal.andrewz-start': 'colour'
  'illegal.andrewz-play': 'colour' | 'next' | 'shows'
  'illegal.andrewz-never-discarded': 'rank'
  'illegal.andrewz-nothing-higher': 'colour'
  'illegal.andrewz-discard': 'colour' | 'shows'
  'card.may-be-any': 'first' | 'last' | 'ranks' | 'run' | 'suits'
  'card.value': 'rank'
  'card.unknown': never
  'card.yours': 'slot'
  'card.theirs': 'owner' | 'slot'
  'card.note': 'text'
  'card.drawn': 'turn'
  'card.clue-line': 'clue' | 'giver' | 'turn'
  'card.face': 'rank' | 'suit'
  'card.told': 'clues'
  'card.nothing-told': never
  'card.not-told': 'clues'
  'card.anything': never
  'card.may-be': 'cards'
  'event.clued': 'about' | 'count' | 'free' | 'giver' | 'receiver' | 'slots'
  'event.played': 'card' | 'fits' | 'slot' | 'strike' | 'who'
  'event.discarded': 'card' | 'slot' | 'who'
  'event.completed': 'returned' | 'suit' | 'token'
  'event.revealed': 'lost' | 'tile' | 'who'
  'event.went-back': 'card' | 'who'
  'event.encored': 'card' | 'fits' | 'who'
  'event.drew': 'who'
  'event.rearranged': 'order' | 'who'
  'event.passed': 'who'
  'event.last-round': 'who'
  'event.andrewz-played': 'card' | 'who'
  'event.andrewz-discarded': 'card' | 'who'
  'event.andrewz-passed': 'who'
  'event.andrewz-drew': 'count' | 'who'
  'event.andrewz-closed': 'count' | 'suit'
  'end.complete': never
  'end.strikes': 'most' | 'strikes'
  'end.last-copy': 'card'
  'end.last-round': never
  'end.lost': 'cause' | 'counted'
  'end.points': 'most' | 'score'
  'end.with-accolades': 'accolades' | 'points'
  'end.perfect': 'points'
  'end.graded': 'applause' | 'federation' | 'grade' | 'points'
  'end.andrewz-won': never
  'end.andrewz-blocked': never
  'end.andrewz-winner': 'cause' | 'who'
  'end.andrewz-no-winner': 'cause'
  'accolade.black-powder': never
  'remark.knows-nothing': never
  'remark.recall': never
  'remark.thinking': never
  'remark.remembers': never
  'remark.discards': never
  'suit.red': never
  'suit.yellow': never
  'suit.green': never
  'suit.blue': never
  'suit.white': never
  'suit.multicolour': never
  'suit.rainbow': never
  'suit.black': never
  'suit.purple': never
  'suit.teal': never
  'suit.pink': never
  'suit.brown': never
  'suit.colourless': never
  'suit.omni': never
  'suit.null': never
  'suit.muddy': never
  'suit.light': never
  'suit-trait.cards': 'cards'
  'suit-trait.builds-up': never
  'suit-trait.builds-down': never
  'suit-trait.colours-all': never
  'suit-trait.colours-none': never
  'suit-trait.never-named': never
  'suit-trait.values-all': never
  'suit-trait.values-none': never
  'suit-trait.missing-cost': never
  'edition.deluxe.short': never
  'edition.deluxe.about': never
  'edition.deluxe.title': never
  'edition.deluxe.clue': 'count'
  'edition.deluxe.strike': 'count'
  'edition.deluxe.federation': never
  'edition.deluxe.starts': never
  'edition.deluxe.grade.30': never
  'edition.deluxe.grade.25': never
  'edition.deluxe.grade.21': never
  'edition.deluxe.grade.16': never
  'edition.deluxe.grade.11': never
  'edition.deluxe.grade.6': never
  'edition.deluxe.grade.0': never
  'edition.deluxe.applause.30': never
  'edition.deluxe.applause.25': never
  'edition.deluxe.applause.21': never
  'edition.deluxe.applause.16': never
  'edition.deluxe.applause.11': never
  'edition.deluxe.applause.6': never
  'edition.deluxe.applause.0': never
  'edition.rnr.short': never
  'edition.rnr.about': never
  'edition.rnr.title': never
  'edition.rnr.clue': 'count'
  'edition.rnr.strike': 'count'
  'edition.rnr.federation': never
  'edition.rnr.starts': never
  'edition.rnr.remark': never
  'edition.rnr.grade.25': never
  'edition.rnr.grade.21': never
  'edition.rnr.grade.16': never
  'edition.rnr.grade.11': never
  'edition.rnr.grade.6': never
  'edition.rnr.grade.0': never
  'edition.rnr.applause.25': never
  'edition.rnr.applause.21': never
  'edition.rnr.applause.16': never
  'edition.rnr.applause.11': never
  'edition.rnr.applause.6': never
  'edition.rnr.applause.0': never
  'edition.abacus.short': never
  'edition.abacus.about': never
  'edition.abacus.title': never
  'edition.abacus.clue': 'count'
  'edition.abacus.strike': 'count'
  'edition.abacus.federation': never
  'edition.abacus.starts': never
  'edition.abacus.grade.25': never
  'edition.abacus.grade.21': never
  'edition.abacus.grade.16': never
  'edition.abacus.grade.11': never
  'edition.abacus.grade.6': never
  'edition.abacus.grade.0': never
  'edition.abacus.applause.25': never
  'edition.abacus.applause.21': never
  'edition.abacus.applause.16': never
  'edition.abacus.applause.11': never
  'edition.abacus.applause.6': never
  'edition.abacus.applause.0': never
  'edition.original.short': never
  'edition.original.about': never
  'edition.original.title': never
  'edition.original.clue': 'count'
  'edition.original.strike': 'count'
  'edition.original.federation': never
  'edition.original.starts': never
  'edition.original.grade.25': never
  'edition.original.grade.21': never
  'edition.original.grade.16': never
  'edition.original.grade.11': never
  'edition.original.grade.6': never
  'edition.original.grade.0': never
  'edition.original.applause.25': never
  'edition.original.applause.21': never
  'edition.original.applause.16': never
  'edition.original.applause.11': never
  'edition.original.applause.6': never
  'edition.original.applause.0': never
  'edition.andrewz.short': never
  'edition.andrewz.about': never
  'part.avalanche.about': never
  'part.avalanche.title': never
  'part.avalanche.summary': never
  'part.black-powder.about': never
  'part.black-powder.title': never
  'part.black-powder.summary': never
  'part.flamboyants.about': never
  'part.flamboyants.title': never
  'part.flamboyants.summary': never
  'part.final-flourish.about': never
  'part.final-flourish.title': never
  'part.final-flourish.summary': never
  'part.variant-1.about': never
  'part.variant-1.title': never
  'part.variant-1.summary': never
  'part.variant-2.about': never
  'part.variant-2.title': never
  'part.variant-2.summary': never
  'part.variant-3.about': never
  'part.variant-3.title': never
  'part.variant-3.summary': never
  'part.variant-4.about': never
  'part.variant-4.title': never
  'part.variant-4.summary': never
  'tile.clue': never
  'tile.repair': never
  'tile.colour': never
  'tile.value': never
  'tile.back': never
  'tile.encore': never
  'option.suits': never
  'option.seats': never
  'option.hand': never
  'option.clues': never
  'option.strikes': never
  'option.empty': never
  'option.discard-full': never
  'option.deck-play': never
  'option.rearrange': never
  'option.talk': never
  'describe.with-parts': 'edition' | 'parts'
  'describe.cards': never
  'describe.your-turn': never
  'describe.bonus-tiles': never
  'describe.the-end': never
  'describe.score': never
  'describe.at-this-table': never
  'describe.not-as-in-the-box': never
  'describe.players': 'most'
  'describe.part': 'summary' | 'title'
  'describe.begins': 'who'
  'describe.deck': 'cards' | 'suits'
  'describe.suit': 'letter' | 'suit' | 'symbol' | 'traits'
  'describe.hand': 'cards'
  'describe.usual-hand': never
  'describe.one-action': never
  'describe.clue': 'clues' | 'empty' | 'token'
  'describe.discard': 'clues' | 'full' | 'token'
  'describe.play': 'token'
  'describe.deck-play': never
  'describe.completed': 'bonus' | 'token'
  'describe.tiles': 'count'
  'describe.tile': 'effect'
  'describe.tile-encore': never
  'describe.lost': 'strikes' | 'token'
  'describe.won': never
  'describe.flourish': never
  'describe.flourish-lost': never
  'describe.passed-over': never
  'describe.last-round': never
  'describe.perfect-or-nothing': 'points'
  'describe.sum': 'counted' | 'missing' | 'most'
  'describe.grade': 'applause' | 'band' | 'grade' | 'least' | 'most'
  'describe.scale': 'federation'
  'describe.talk-silent': never
  'describe.talk-remarks': never
  'describe.talk-open': never
  'describe.rearrange-clued': never
  'describe.rearrange-always': never
  'describe.rearrange-never': never
  'describe.foreign-part': 'editions' | 'id' | 'part'
  'describe.changed-option': 'option' | 'value'
  'andrewz.name': never
  'andrewz.in-editions': never
  'andrewz.title': 'fewest' | 'most'
  'andrewz.aim': never
  'andrewz.pack': never
  'andrewz.hands': 'cards'
  'andrewz.begins': never
  'andrewz.play': never
  'andrewz.discard': never
  'andrewz.pass': never
  'andrewz.closing': never
  'andrewz.short-deck': never
  'andrewz.winning': never
  'andrewz.card-count': 'count'
  'andrewz.blocked': never
  'solver.needs-fast': never
  'solver.seconds': 'seconds'
  'solver.game-over': never
  'solver.game-itself': never
  'solver.found': 'by'
  'solver.proved': 'by' | 'proof'
  'solver.unproven': 'by' | 'sat' | 'seconds' | 'tries'
  'solver.by.counting': never
  'solver.by.greedy': never
  'solver.by.every-position': never
  'solver.by.sat': never
  'review.broke-off': never
  'review.given-up': never
  'review.not-started': 'cause'
  'review.andrewz': never
  'review.no-such-move': 'count'
  'review.no-such-turn': 'count'
  'review.bots-for-seats': 'bots' | 'seats'
  'review.belief-of-player': never
  'review.no-bonus-tiles': never
  'review.hat-cannot': 'cause'
  'review.no-chances': 'cause'
  'review.no-hindsight': 'cause'
  'review.stopped': 'done' | 'total'
  'review.title': 'names'
  'review.heading': 'names' | 'rules'
  'review.not-over': never
  'review.ending': 'ending'
  'review.deal-not-asked': never
  'review.deal-won': 'how' | 'most' | 'score'
  'review.deal-lost': 'best' | 'how' | 'most'
  'review.deal-open': 'bound' | 'most' | 'score'
  'review.line': 'score'
  'review.every-move': never
  'review.move': 'events'
  'review.turning-points': never
  'review.given-away': never
  'review.better-moves': never
  'review.turning-point': 'drop' | 'move'
  'review.drop': 'points' | 'sign' | 'win' | 'won'
  'review.costly-move': 'move'
  'review.missed-move': 'better' | 'gain' | 'made' | 'who'
  'review.losses': 'losses'
  'review.loss-count': 'loss' | 'moves' | 'points'
  'review.unplaced': 'begin' | 'end' | 'points'
  'review.risk-none': never
  'review.risk-strike': 'chance'
  'review.risk-loss': 'chance'
  'review.risk-lost': 'chance'
  'review.risk-dead': 'chance'
  'review.told': 'bits' | 'count' | 'slots' | 'who'
  'review.told-excluded': 'count'
  'review.told-fits': 'count' | 'slots' | 'who'
  'review.told-dead': 'count' | 'slots' | 'who'
  'review.gone': 'points'
  'review.gone-only': 'points'
  'review.outlook': 'after' | 'before' | 'win_after' | 'win_before'
  'review.better': 'action' | 'error' | 'gain'
  'review.advice-same': 'bot'
  'review.advice-other': 'action' | 'bot'
  'review.pace': 'efficiency' | 'known' | 'pace'
  'review.reach': 'after' | 'before'
  'review.reach-known': 'score'
  'review.reach-between': 'bound' | 'score'
  'review.lost': 'loss' | 'points'
  'review.nothing-lost': never
  'review.fate': 'fate' | 'slot' | 'turn'
  'review.saved': 'slot'
  'review.winning-chance': never
  'review.expected-points': never
  'review.win-span': 'begin' | 'end'
  'review.score-span': 'begin' | 'end'
  'review.share': 'share'
  'review.no-graph': never
  'review.caption': 'begin' | 'end' | 'moves' | 'win_begin' | 'win_end'
  'review.whose-belief': never
  'review.turning-turn': 'drop' | 'turn'
  'review.loss.strikes': never
  'review.loss.misplay': never
  'review.loss.discard': never
  'review.loss.tempo': never
  'review.reason.fits-surely': 'slot'
  'review.reason.fits': 'chance' | 'slot'
  'review.reason.dead-surely': 'slot'
  'review.reason.not-last': 'slot'
  'review.reason.discard': 'dead' | 'dear' | 'slot'
  'review.reason.clue': 'cards' | 'count' | 'fitting' | 'playable' | 'who'
  'view.counts': 'clues' | 'deck' | 'displays' | 'most' | 'strikes'
  'view.discards': 'cards'
  'view.tile': 'tile'
  'view.last-round': 'turns'
  'view.result': 'cause' | 'outcome' | 'score'
  'view.piles': 'deck' | 'discards' | 'piles'
  'value.1': never
  'value.2': never
  'value.3': never
  'value.4': never
  'value.5': never
  'value.6': never
  'value.7': never
  'value.8': never
  'value.9': never
  'act.bar': never
  'act.choose': never
  'act.choose-no-clue': never
  'act.press-play': 'slot'
  'act.press-discard': 'slot'
  'act.press-deck': never
  'act.left': never
  'act.right': never
  'act.free-clue-title': 'who'
  'act.colours': never
  'act.values': never
  'act.press-tell': 'clue' | 'who'
  'act.touches': 'all' | 'count' | 'fresh' | 'slots'
  'act.pick-clue': never
  'act.no-clues': 'clues'
  'act.command': never
  'act.command-hint': never
  'act.command-hint-race': never
  'act.command-open': never
  'act.command-none': never
  'act.clue-words': 'clue' | 'who'
  'act.lay-words': 'card'
  'act.undo': never
  'act.wait': 'who'
  'act.chosen': 'slot'
  'act.play': never
  'act.discard': never
  'act.clue': never
  'act.note': never
  'act.rearrange': never
  'act.send': never
  'act.clue-title': 'who'
  'act.play-slot': 'slot'
  'act.discard-slot': 'slot'
  'act.play-deck': never
  'act.give-clue': 'about' | 'count' | 'fresh' | 'slots' | 'who'
  'act.tell': 'about' | 'who'
  'act.rearrange-order': 'order'
  'act.rearrange-hand': never
  'act.back': 'card'
  'act.encore': 'card'
  'act.lay': 'card'
  'act.drop': 'card'
  'act.pass': never
  'tiles.title': 'tile'
  'race.piles': never
  'race.choose': never
  'race.unfit': never
  'race.discard': never
  'race.pass': never
  'note.title': 'slot'
  'talk.title': never
  'talk.silent': never
  'talk.watchers': never
  'talk.send': never
  'talk.remarks': never
  'talk.say': never
  'undo.you-ask': never
  'undo.agreed': 'count'
  'undo.asks': 'who'
  'undo.agree': never
  'undo.refuse': never
  'lobby.free': never
  'lobby.reserved': never
  'lobby.copy': never
  'lobby.copied': never
  'lobby.seats': never
  'lobby.kept-for': 'who'
  'lobby.kind': 'number'
  'lobby.open': never
  'lobby.bot': 'name'
  'lobby.reserved-name': never
  'lobby.add': never
  'lobby.remove': never
  'lobby.reason-free': 'count' | 'seats'
  'lobby.your-name': never
  'lobby.save-name': never
  'lobby.need-name': never
  'lobby.differences': never
  'lobby.facts': never
  'lobby.detail': never
  'lobby.spectators': never
  'lobby.undo-allowed': never
  'lobby.deal': 'name'
  'lobby.first': 'who'
  'lobby.first-chance': never
  'lobby.invite': never
  'lobby.take': never
  'lobby.leave': never
  'lobby.start': never
  'lobby.wait-owner': never
  'lobby.free-seats': 'count'
  'lobby.ready': never
  'lobby.you': 'name'
  'lobby.detail-is.nothing': never
  'lobby.detail-is.told': never
  'lobby.detail-is.deduced': never
  'lobby.spectators-are.none': never
  'lobby.spectators-are.public': never
  'lobby.spectators-are.hands': never
  'result.perfect': never
  'result.counted': never
  'result.lost': never
  'result.lost-because': 'cause' | 'counted'
  'result.judged': 'federation'
  'result.grade': 'applause' | 'grade'
  'result.accolades': 'accolades'
  'result.race-won': 'who'
  'result.race-blocked': never
  'result.clues': 'count'
  'result.plays': 'count'
  'result.discards': 'count'
  'result.strikes': 'count' | 'strikes'
  'result.again': never
  'result.follow': never
  'time.title': never
  'time.looking': 'turn'
  'time.back': never
  'time.back-end': never
  'time.first': never
  'time.earlier': never
  'time.later': never
  'time.last': never
  'time.link': never
  'time.copied': never
  'time.loading': never
  'time.at': 'last' | 'turn'
  'home.pitch': never
  'home.welcome': 'name'
  'home.ask-name': never
  'home.no-account': 'name'
  'home.change-name': never
  'home.name-label': never
  'home.save-name': never
  'home.play-now': never
  'home.play-with': never
  'home.bots': 'count'
  'home.new-table': never
  'home.new-table-words': never
  'home.learn': never
  'home.learn-words': never
  'home.starting': never
  'home.turns-waiting': 'count'
  'home.yours': never
  'home.yours-empty': never
  'home.yours-unknown': never
  'home.your-turn': never
  'home.gathering': 'free'
  'home.playing': never
  'home.over': never
  'home.more': 'count'
  'home.open-tables': never
  'home.open-empty': never
  'home.open-set-up': never
  'home.join': never
  'home.join-words': never
  'home.join-label': never
  'home.join-go': never
  'home.join-wrong-link': never
  'home.bring': never
  'home.bring-words': never
  'home.bring-choose': never
  'home.bring-busy': never
  'home.with-nobody': never
  'home.house-rules': 'count'
  'home.title': never
  'home.guest': never
  'home.birds': never
  'home.join-wrong': never
  'new-table.title': never
  'new-table.intro': never
  'new-table.parts-none': never
  'new-table.parts-andrewz': never
  'new-table.house-count': 'count'
  'new-table.borrowed': never
  'new-table.from': 'edition'
  'new-table.as-in-box': never
  'new-table.yes': never
  'new-table.no': never
  'new-table.hand': never
  'new-table.hand-words': never
  'new-table.clues': never
  'new-table.clues-words': never
  'new-table.strikes': never
  'new-table.strikes-words': never
  'new-table.seats-most': never
  'new-table.seats-most-words': never
  'new-table.empty': never
  'new-table.empty-words': never
  'new-table.rearrange': never
  'new-table.discard-full': never
  'new-table.discard-full-words': never
  'new-table.deck-play': never
  'new-table.deck-play-words': never
  'new-table.suits': never
  'new-table.suits-words': never
  'new-table.suits-reset': never
  'new-table.own-suit': never
  'new-table.own-suit-name': never
  'new-table.own-suit-name-words': never
  'new-table.own-suit-letter': never
  'new-table.own-suit-colours': never
  'new-table.own-suit-values': never
  'new-table.own-suit-named': never
  'new-table.own-suit-copies': never
  'new-table.own-suit-copies-words': never
  'new-table.own-suit-builds': never
  'new-table.own-suit-scores': never
  'new-table.own-suit-add': never
  'new-table.own-suit-remove': 'name'
  'new-table.players': never
  'new-table.seat-count': never
  'new-table.fewer': never
  'new-table.more': never
  'new-table.seat-you': 'name'
  'new-table.seat-kind': 'number'
  'new-table.open': never
  'new-table.reserved': never
  'new-table.bot': 'name'
  'new-table.reserved-name': 'number'
  'new-table.bot-name': 'number'
  'new-table.all-bots': never
  'new-table.all-open': never
  'new-table.first': never
  'new-table.first-chance': never
  'new-table.table': never
  'new-table.talk': never
  'new-table.detail': never
  'new-table.spectators': never
  'new-table.undo': never
  'new-table.undo-words': never
  'new-table.listed': never
  'new-table.listed-words': never
  'new-table.deal': never
  'new-table.deal-words': never
  'new-table.rules': never
  'new-table.rules-text': never
  'new-table.rules-text-words': never
  'new-table.differences-none': never
  'new-table.all-rules': never
  'new-table.range': 'fewest' | 'most'
  'new-table.wrong-seats': 'fewest' | 'most'
  'new-table.checking': never
  'new-table.open-table': never
  'new-table.open-table-words': never
  'new-table.start-now-words': never
  'new-table.watch-now': never
  'new-table.opening': never
  'new-table.your-name': never
  'new-table.edition': never
  'new-table.parts': never
  'new-table.house': never
  'new-table.facts': 'cards' | 'points' | 'suits'
  'new-table.race-facts': 'fewest' | 'most'
  'new-table.rearrange-are.clued': never
  'new-table.rearrange-are.always': never
  'new-table.rearrange-are.never': never
  'new-table.suit-kinds.red': never
  'new-table.suit-kinds.yellow': never
  'new-table.suit-kinds.green': never
  'new-table.suit-kinds.blue': never
  'new-table.suit-kinds.white': never
  'new-table.suit-kinds.purple': never
  'new-table.suit-kinds.teal': never
  'new-table.suit-kinds.multicolour': never
  'new-table.suit-kinds.rainbow': never
  'new-table.suit-kinds.black': never
  'new-table.suit-kinds.pink': never
  'new-table.suit-kinds.brown': never
  'new-table.suit-kinds.colourless': never
  'new-table.suit-kinds.omni': never
  'new-table.suit-kinds.null': never
  'new-table.suit-kinds.muddy': never
  'new-table.suit-kinds.light': never
  'new-table.touch-are.own': never
  'new-table.touch-are.all': never
  'new-table.touch-are.none': never
  'new-table.builds-are.up': never
  'new-table.builds-are.down': never
  'new-table.scores-are.cards': never
  'new-table.scores-are.missing': never
  'new-table.bots-are.partner': never
  'new-table.bots-are.grandmaster': never
  'new-table.bots-are.grandmaster-4s': never
  'new-table.bots-are.hat': never
  'new-table.bots-are.search': never
  'new-table.bots-are.careful': never
  'new-table.bots-are.random': never
  'new-table.bots-are.foresight': never
  'new-table.bots-are.greedy': never
  'new-table.bots-are.any': never
  'new-table.talk-are.silent': never
  'new-table.talk-are.remarks': never
  'new-table.talk-are.open': never
  'new-table.detail-are.nothing': never
  'new-table.detail-are.told': never
  'new-table.detail-are.deduced': never
  'new-table.spectators-are.none': never
  'new-table.spectators-are.public': never
  'new-table.spectators-are.hands': never
  'keys.in-play': never
  'keys.in-discard': never
  'keys.in-colour': never
  'keys.in-value': never
  'keys.in-order': never
  'keys.in-free': never
  'keys.in-tile': never
  'keys.in-lay': never
  'keys.in-drop': never
  'keys.in-pass': never
  'keys.press': never
  'keys.hold-owners': never
  'keys.this-list': never
  'keys.page-words': never
  'keys.title': never
  'keys.choose': never
  'keys.act': never
  'keys.tile': never
  'keys.rearrange': never
  'keys.move': never
  'keys.tab': never
  'keys.words': never
  'keys.or': never
  'keys.enter': never
  'keys.escape': never
  'keys.turns': never
  'keys.ends': never
  'keys.eyes': never
  'keys.review': never
  'keys.turning': never
  'keys.owners': never
  'keys.detail': never
  'keys.note': never
  'keys.read': never
  'keys.undo': never
  'keys.talk': never
  'keys.after': never
  'keys.scroll': never
  'keys.leave': never
  'keys.mouse': never
  'keys.click': never
  'keys.actions': never
  'keys.play-3': never
  'keys.discard-1': never
  'keys.clue-red': never
  'keys.clue-1': never
  'keys.order': never
  'keys.back': never
  'keys.encore': never
  'keys.remark': never
  'keys.lay': never
  'keys.drop': never
  'keys.pass': never
  'keys.plain': never
  'command-help.heading.play': never
  'command-help.heading.read': never
  'command-help.heading.study': never
  'command-help.heading.care': never
  'command-help.heading.more': never
  'command-help.heading.arguments': never
  'command-help.heading.options': never
  'command-help.heading.usage': never
  'command-help.any.json': never
  'command-help.any.name': never
  'command-help.any.file': never
  'command-help.any.rules': never
  'command-help.any.help': never
  'command-help.tamaya.about': never
  'command-help.tamaya.epilog': never
  'command-help.tamaya.version': never
  'command-help.tamaya.language': never
  'command-help.tamaya.install-completion': never
  'command-help.tamaya.show-completion': never
  'command-help.serve.about': never
  'command-help.serve.host': never
  'command-help.serve.port': never
  'command-help.serve.data': never
  'command-help.serve.browser': never
  'command-help.serve.workers': never
  'command-help.serve.json-logs': never
  'command-help.play.about': never
  'command-help.play.players': never
  'command-help.play.people': never
  'command-help.play.bot': never
  'command-help.play.seed': never
  'command-help.play.save': never
  'command-help.play.plain': never
  'command-help.join.about': never
  'command-help.join.link': never
  'command-help.join.watch': never
  'command-help.rules.about': never
  'command-help.editions.about': never
  'command-help.bots.about': never
  'command-help.replay.about': never
  'command-help.replay.turn': never
  'command-help.replay.seat': never
  'command-help.replay.plain': never
  'command-help.review.about': never
  'command-help.review.moves': never
  'command-help.review.html': never
  'command-help.review.svg': never
  'command-help.review.seconds': never
  'command-help.review.rollouts': never
  'command-help.review.quick': never
  'command-help.arena.about': never
  'command-help.arena.bots': never
  'command-help.arena.players': never
  'command-help.arena.rules': never
  'command-help.arena.games': never
  'command-help.arena.seed': never
  'command-help.arena.workers': never
  'command-help.arena.ray': never
  'command-help.arena.keep': never
  'command-help.arena.cross': never
  'command-help.arena.compiled': never
  'command-help.arena.csv': never
  'command-help.arena.plot': never
  'command-help.doctor.about': never
  'refused.odd-answer': 'status'
  'refused.asked-already': never
  'refused.bad-field': 'fault' | 'place'
  'refused.bad-request': never
  'refused.body-length': 'most'
  'refused.bot-has-seat': never
  'refused.bots-busy': never
  'refused.bots-only-move': never
  'refused.branch-actions': never
  'refused.branch-length': 'most'
  'refused.broken': never
  'refused.connection-gone': never
  'refused.deal-known': never
  'refused.enough-rearranging': never
  'refused.first-seat': never
  'refused.gone-on': never
  'refused.hanablive-andrewz': never
  'refused.jobs-busy': never
  'refused.line-length': 'most'
  'refused.message-length': 'most'
  'refused.messages-at-once': never
  'refused.moved-on': never
  'refused.name-first': never
  'refused.name-letters': never
  'refused.needs-postgres': never
  'refused.no-answer': never
  'refused.no-move-of-yours': never
  'refused.no-port': 'first' | 'last'
  'refused.no-seat': never
  'refused.no-such-branch': never
  'refused.no-such-step': never
  'refused.no-such-table': never
  'refused.no-undo': never
  'refused.question-withdrawn': never
  'refused.not-over': never
  'refused.not-started': never
  'refused.not-text': never
  'refused.not-your-branch': never
  'refused.not-your-hand': never
  'refused.not-your-job': never
  'refused.not-your-turn': never
  'refused.nothing-here': never
  'refused.nothing-to-say': never
  'refused.nothing-to-see': never
  'refused.other-site': never
  'refused.other-terminal': never
  'refused.over': never
  'refused.owner-only': never
  'refused.played-elsewhere': never
  'refused.players-talk': never
  'refused.record-later': never
  'refused.record-utf8': never
  'refused.remarks-only': never
  'refused.review-in-browser': never
  'refused.review-later': never
  'refused.rules-too-long': never
  'refused.same-name': never
  'refused.seat-count': 'seats'
  'refused.seat-free': 'seat'
  'refused.seat-kept': 'name'
  'refused.seat-taken': 'name'
  'refused.server-only': never
  'refused.setup-json': never
  'refused.silent': never
  'refused.sit-to-talk': never
  'refused.so-many-actions': 'actions'
  'refused.something-wrong': never
  'refused.started': never
  'refused.strange-server': 'error'
  'refused.title-letters': never
  'refused.too-many-branches': 'most'
  'refused.too-many-messages': never
  'refused.too-many-requests': never
  'refused.took-too-long': never
  'refused.undo-over': never
  'refused.unseen-bots': never
  'refused.variation-later': never
  'refused.you-know-deal': never
  'refused.your-branches': 'most'
  'study.no-numba': never
  'study.no-pysat': never
  'study.co-operative-only': never
  'page.language': never
  'page.skip': never
  'page.to-home': never
  'page.close': never
  'page.cancel': never
  'missing.title': never
  'missing.words': never
  'learn.title': never
  'learn.intro': never
  'learn.step': 'count' | 'number'
  'learn.progress': never
  'learn.go-to': 'number' | 'title'
  'learn.done': never
  'learn.loading': never
  'learn.you': never
  'learn.hana': never
  'learn.your-hand': never
  'learn.hanas-hand': never
  'learn.last-move': never
  'learn.pick-card': never
  'learn.tell-hana': never
  'learn.touching': 'cards'
  'learn.no-tokens': never
  'learn.slot': 'slot'
  'learn.play': never
  'learn.discard': never
  'learn.cannot-discard': never
  'learn.board': never
  'learn.displays': never
  'learn.display-next': 'next' | 'suit'
  'learn.display-done': 'suit'
  'learn.clues': never
  'learn.strikes': never
  'learn.deck': never
  'learn.hint': never
  'learn.again': never
  'learn.next': never
  'learn.finish': never
  'learn.finished': never
  'learn.finished-words': never
  'learn.play-now': never
  'learn.play-friends': never
  'learn.repeat': never
  'learn.steps.see.title': never
  'learn.steps.see.words': never
  'learn.steps.see.hint': never
  'learn.steps.see.praise': never
  'learn.steps.see.wrong': never
  'learn.steps.play.title': never
  'learn.steps.play.words': never
  'learn.steps.play.hint': never
  'learn.steps.play.praise': never
  'learn.steps.play.wrong': never
  'learn.steps.colour.title': never
  'learn.steps.colour.words': never
  'learn.steps.colour.hint': never
  'learn.steps.colour.praise': never
  'learn.steps.colour.wrong': never
  'learn.steps.both.title': never
  'learn.steps.both.words': never
  'learn.steps.both.hint': never
  'learn.steps.both.praise': never
  'learn.steps.both.wrong': never
  'learn.steps.discard.title': never
  'learn.steps.discard.words': never
  'learn.steps.discard.hint': never
  'learn.steps.discard.praise': never
  'learn.steps.discard.wrong': never
  'learn.steps.save.title': never
  'learn.steps.save.words': never
  'learn.steps.save.hint': never
  'learn.steps.save.praise': never
  'learn.steps.save.wrong': never
  'learn.steps.strike.title': never
  'learn.steps.strike.words': never
  'learn.steps.strike.hint': never
  'learn.steps.strike.praise': never
  'learn.steps.strike.wrong': never
  'learn.steps.end.title': never
  'learn.steps.end.words': never
  'learn.steps.end.hint': never
  'learn.steps.end.praise': never
  'learn.steps.end.wrong': never
  'board.title': 'rules'
  'board.you': never
  'board.your-turn': never
  'board.their-turn': 'who'
  'board.gathering': never
  'board.watchers': 'count'
  'board.away': never
  'board.bot': never
  'board.lost': never
  'board.missing': never
  'board.as-owner': 'who'
  'board.hand': 'who'
  'board.others': never
  'board.clue-hand': 'who'
  'board.displays': never
  'board.display-empty': 'next' | 'suit'
  'board.display-at': 'next' | 'suit' | 'top'
  'board.display-dead': 'reach'
  'board.deck': never
  'board.deck-left': 'count'
  'board.score-best': never
  'board.pace': never
  'board.pace-words': never
  'board.tiles': never
  'board.counted': 'count' | 'most' | 'name'
  'board.strike-at': 'name' | 'turn'
  'board.last-round': 'turns'
  'board.discards': never
  'board.undrawn': never
  'board.copies': 'copies' | 'face' | 'left'
  'board.last-copy': never
  'board.is-played': never
  'board.legend-left': never
  'board.legend-played': never
  'board.legend-gone': never
  'board.legend-last': never
  'board.turn': 'turn'
  'board.go-to-turn': 'turn'
  'board.why': never
  'board.why-turn': 'turn'
  'board.settings': never
  'board.rules': never
  'board.keys': never
  'board.menu': never
  'board.drop-play': never
  'board.discard-pile': never
  'andrewz-board.piles': never
  'andrewz-board.pile': 'count' | 'suit' | 'top'
  'andrewz-board.no-pile': 'suit'
  'andrewz-board.discards': never
  'tile-page.wait': 'who'
  'tile-page.choose-back': never
  'tile-page.choose-encore': never
  'tile-page.confirm-back': 'card'
  'tile-page.confirm-encore': 'card'
  'tile-name.clue': never
  'tile-name.repair': never
  'tile-name.colour': never
  'tile-name.value': never
  'tile-name.back': never
  'tile-name.encore': never
  'notes.words': never
  'notes.save': never
  'notes.remove': never
  'end-page.perfect': never
  'end-page.lost': never
  'end-page.scored': 'most' | 'score'
  'end-page.would-have': 'counted'
  'end-page.accolades': never
  'end-page.race-blocked': never
  'end-page.place': never
  'end-page.player': never
  'end-page.cards': never
  'end-page.cards-held': 'count'
  'end-page.again': never
  'end-page.follow-words': never
  'end-page.review': never
  'end-page.record': never
  'end-page.hanablive': never
  'end-page.home': never
  'end-page.story-moves': 'moves'
  'end-page.story-clues': 'clues'
  'end-page.story-plays': 'plays'
  'end-page.story-discards': 'discards'
  'end-page.story-strikes': 'name' | 'strikes'
  'what-if.title': never
  'what-if.start': never
  'what-if.start-title': never
  'what-if.from': 'moves' | 'turn'
  'what-if.choose': 'who'
  'what-if.over': 'most' | 'score'
  'what-if.over-race': never
  'what-if.bot': never
  'what-if.one': never
  'what-if.one-title': never
  'what-if.to-end': never
  'what-if.to-end-title': never
  'what-if.stop': never
  'what-if.keep': never
  'what-if.keep-title': never
  'what-if.kept': never
  'what-if.leave': never
  'what-if.leave-title': never
  'what-if.status': 'who'
  'what-if.status-over': never
  'what-if.branches': never
  'what-if.none': never
  'what-if.untitled': 'turn'
  'what-if.by': 'moves' | 'who'
  'what-if.remove': 'title'
  'verdict.title': never
  'verdict.ask': never
  'verdict.ask-from': 'turn'
  'verdict.asking': never
  'verdict.waiting': never
  'verdict.won': never
  'verdict.won-from': 'turn'
  'verdict.proved': 'best'
  'verdict.proved-from': 'best' | 'turn'
  'verdict.lost': 'best' | 'bound'
  'verdict.open': 'best' | 'bound' | 'seconds'
  'verdict.show': never
  'verdict.show-best': 'best'
  'verdict.hindsight': never
  'review-page.tab': never
  'review-page.tab-log': never
  'review-page.tabs': never
  'review-page.title': never
  'review-page.start': never
  'review-page.start-words': never
  'review-page.working': never
  'review-page.working-at': 'share'
  'review-page.waiting': never
  'review-page.stop': never
  'review-page.again': never
  'review-page.failed': never
  'review-page.needed': never
  'review-page.graph': never
  'review-page.graph-keys': never
  'review-page.win': never
  'review-page.score': never
  'review-page.show': never
  'review-page.at': 'score' | 'turn' | 'win'
  'review-page.no-point': 'turn'
  'review-page.turnings': never
  'review-page.turning': 'drop' | 'turn'
  'review-page.summary-won': never
  'review-page.summary': 'most' | 'score'
  'review-page.summary-better': 'moves'
  'review-page.losses': never
  'review-page.no-move': never
  'review-page.in-branch': never
  'review-page.deal': never
  'review-page.known': never
  'review-page.advice': never
  'review-page.gain': 'gain'
  'review-page.try-it': never
  'review-page.try-title': 'action'
  'review-page.hindsight': never
  'review-page.hindsight-words': never
  'settings.title': never
  'settings.detail': never
  'settings.nothing': never
  'settings.told': never
  'settings.deduced': never
  'settings.capped': never
  'settings.sound': never
  'settings.notify': never
  'settings.notify-denied': never
  'settings.arrows': never
  'settings.name': never
}

export const LANGUAGES = ['en', 'de'] as const
