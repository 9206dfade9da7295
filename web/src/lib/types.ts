// Written by tools/typescript.py from src/tamaya/server/messages.py and src/tamaya/wire: change those.

export type Detail = 'nothing' | 'told' | 'deduced'

/** A sentence of the catalogue by its code and fields, in English too where it is not a field itself. */
export interface Message {
  readonly code: string
  readonly fields: Readonly<Record<string, MessageField>>
  readonly text?: string
}

export type MessageField =
  | string
  | number
  | Message
  | { readonly seat: number }
  | readonly MessageField[]

/** An action of the sender's seat; `seq` is the last entry that the sender has seen. */
export interface Act {
  readonly type: 'act'
  readonly action: string
  readonly seq: number
}

/** What a bot would have done with the same view. */
export interface Advice {
  readonly bot: string
  readonly action: string
  readonly words: Message
  readonly reason: readonly Message[]
  readonly same: boolean
}

/** After the end: the same people at a new table. */
export interface Again {
  readonly type: 'again'
}

/** A card was laid in the discard area. */
export interface AndrewzDiscarded {
  readonly kind: 'andrewz-discarded'
  readonly seat: number
  readonly card: string
}

/** What a pass or a discard took from the deck: `count` cards, fewer than due if it held fewer (Z9). */
export interface AndrewzDrew {
  readonly kind: 'andrewz-drew'
  readonly seat: number
  readonly count: number
}

/** The game is over. */
export interface AndrewzEnded {
  readonly kind: 'andrewz-ended'
  readonly result: AndrewzResult
}

/** The two ways in which a game ends. */
export type AndrewzOutcome = 'won' | 'blocked'

/** A player passed. */
export interface AndrewzPassed {
  readonly kind: 'andrewz-passed'
  readonly seat: number
}

/** A card was laid on the pile of its colour. */
export interface AndrewzPlayed {
  readonly kind: 'andrewz-played'
  readonly seat: number
  readonly card: string
}

/** The end of a game. */
export interface AndrewzResult {
  readonly outcome: AndrewzOutcome
  readonly winner: number | null
  readonly standings: readonly Standing[]
}

/** A copy of the facts that may be known: each player sees their own hand and no other (Z1). */
export interface AndrewzView {
  readonly game: 'andrewz'
  readonly seat: number | null
  readonly first: number
  readonly turn: number | null
  readonly hands: readonly (readonly string[] | null)[]
  readonly hand_sizes: readonly number[]
  readonly piles: readonly (readonly string[])[]
  readonly discards: readonly string[]
  readonly deck_size: number
  readonly deck: readonly string[] | null
  readonly actions: readonly string[]
  readonly result: AndrewzResult | null
}

/** The owner changes the setup before the start. */
export interface Arrange {
  readonly type: 'arrange'
  readonly setup: Setup
}

/** A move that did better than the one made, over the same imagined deals. */
export interface Better {
  readonly action: string
  readonly words: Message
  readonly gain: number
  readonly error: number
  readonly win_gain: number
  readonly reason: readonly Message[]
}

/** A bot that can take a seat. */
export interface BotInfo {
  readonly name: string
  readonly game: 'hanabi' | 'andrewz'
  readonly summary: Message
  readonly conventions: string
  readonly usual: boolean
}

/** What the bot did, why, and where the line stands now. */
export interface BotMove {
  readonly action: string
  readonly reason: string
  readonly moment: Moment
}

/** Lets a bot make the next move of a line. */
export interface BotWish {
  readonly turn: number
  readonly actions: readonly string[]
  readonly detail: 'nothing' | 'told' | 'deduced'
  readonly bot: string
}

/** A line that a guest kept. */
export interface BranchInfo {
  readonly id: string
  readonly turn: number
  readonly actions: readonly string[]
  readonly title: string
  readonly name: string
  readonly yours: boolean
}

/** A line to keep. */
export interface BranchWish {
  readonly turn: number
  readonly actions: readonly string[]
  readonly title: string
}

/** All that a table can be made of. */
export interface Catalogue {
  readonly editions: readonly PartInfo[]
  readonly parts: readonly PartInfo[]
  readonly bots: readonly BotInfo[]
  readonly remarks: readonly string[]
  readonly suits: readonly SuitInfo[]
}

/** A pile and the discards of its colour, `count` cards in all, were shuffled into the deck (Z7). */
export interface Closed {
  readonly kind: 'andrewz-closed'
  readonly suit: string
  readonly count: number
}

/** A player was told about one colour or value; `slots` are the cards it touches (T2). */
export interface Clued {
  readonly kind: 'clued'
  readonly giver: number
  readonly receiver: number
  readonly clue: string
  readonly slots: readonly number[]
  readonly free: boolean
}

/** A display was completed; `token` says whether a clue token came back (T7). */
export interface Completed {
  readonly kind: 'completed'
  readonly seat: number
  readonly suit: string
  readonly token: boolean
}

/** The sender's message took effect and is on disk, as the entry `seq`. */
export interface DoneMessage {
  readonly type: 'done'
  readonly seq: number
}

/** A discarded card was put into play, or did not fit and stays discarded (L7). */
export interface Encored {
  readonly kind: 'encored'
  readonly seat: number
  readonly card: string
  readonly fits: boolean
}

/** A message that could not be taken, and why; nothing has changed. */
export interface ErrorMessage {
  readonly type: 'error'
  readonly code: 'unreadable' | 'illegal' | 'late' | 'forbidden' | 'missing' | 'busy' | 'too-much' | 'broken'
  readonly sentence: string
  readonly message: Message
}

/** How games went on from here when hat played all seats, over hands and decks that the mover thought possible. */
export interface Estimate {
  readonly win: number
  readonly win_error: number
  readonly score: number
  readonly score_error: number
  readonly rollouts: number
}

/** A band of an edition's scale (E5): from this score upwards. */
export interface Grade {
  readonly edition: string
  readonly at_least: number
  readonly name: Message
  readonly applause: Message
}

/** Who the caller is. */
export interface GuestInfo {
  readonly name: string
}

/** What a guest wants to be called. */
export interface GuestName {
  readonly name: string
}

/** A card went to the discard pile (T4). */
export interface HanabiDiscarded {
  readonly kind: 'discarded'
  readonly seat: number
  readonly slot: number
  readonly id: number
  readonly card: string
}

/** A card was drawn; its id is its place in the order of drawing. */
export interface HanabiDrew {
  readonly kind: 'drew'
  readonly seat: number
  readonly id: number
}

/** The game is over. */
export interface HanabiEnded {
  readonly kind: 'ended'
  readonly result: HanabiResult
}

/** The three ways to end. */
export type HanabiOutcome = 'perfect' | 'counted' | 'lost'

/** A player had no legal action and was passed over (F3). */
export interface HanabiPassed {
  readonly kind: 'passed'
  readonly seat: number
}

/** A card was shown and laid, or did not fit and is a strike (T5). Slot 0 is the deck. */
export interface HanabiPlayed {
  readonly kind: 'played'
  readonly seat: number
  readonly slot: number
  readonly id: number
  readonly card: string
  readonly fits: boolean
}

/** The end of a game. */
export interface HanabiResult {
  readonly outcome: HanabiOutcome
  readonly score: number
  readonly counted: number
  readonly why: Message
  readonly accolades: readonly string[]
}

/** What a viewer may know of a game. `seat` is None for a spectator. */
export interface HanabiView {
  readonly game: 'hanabi'
  readonly seat: number | null
  readonly first: number
  readonly turn: number | null
  readonly hands: readonly (readonly SeenCard[])[]
  readonly displays: readonly number[]
  readonly discards: readonly string[]
  readonly clues: number
  readonly strikes: number
  readonly deck_size: number
  readonly turns_left: number | null
  readonly tiles_left: number
  readonly tile: string | null
  readonly may_rearrange: readonly boolean[]
  readonly actions: readonly string[]
  readonly result: HanabiResult | null
  readonly deck: readonly string[] | null
}

/** Asks for the table; `seen` is the last entry this client has. If that is the latest one, the events are not sent again. */
export interface Hello {
  readonly type: 'hello'
  readonly seen: number
  readonly detail: 'nothing' | 'told' | 'deduced'
}

/** What only those know who see all cards: no player could have. */
export interface Hindsight {
  readonly before: Reach
  readonly after: Reach
  readonly lost: number
  readonly kind: '' | 'strikes' | 'misplay' | 'discard' | 'tempo'
}

/** What a view of the co-operative game implies, as far as every screen shows it. */
export interface Insight {
  readonly score: number
  readonly best: number
  readonly pace: number | null
  readonly grade: Grade | null
  readonly possible: readonly (readonly (readonly string[])[])[] | null
}

/** The last card was drawn: every player has one more turn (E3). */
export interface LastRound {
  readonly kind: 'last-round'
  readonly seat: number
}

/** An interactive lesson of a few minutes. */
export interface Lesson {
  readonly steps: readonly LessonStep[]
}

/** What came of it. */
export interface LessonAnswer {
  readonly right: boolean
  readonly view: View
  readonly events: readonly GameEvent[]
}

/** A position of the lesson, what led to it, and the actions that it hopes for. */
export interface LessonStep {
  readonly id: string
  readonly rules: RulesInfo
  readonly names: readonly string[]
  readonly view: View
  readonly events: readonly GameEvent[]
  readonly right: readonly string[]
}

/** What the learner does. */
export interface LessonTry {
  readonly action: string
}

/** Another way to go on: the game up to a turn, and then these actions. */
export interface LineWish {
  readonly turn: number
  readonly actions: readonly string[]
  readonly detail: 'nothing' | 'told' | 'deduced'
}

/** How often points went out of reach in one way, and how many. */
export interface LossCount {
  readonly kind: '' | 'strikes' | 'misplay' | 'discard' | 'tempo'
  readonly moves: number
  readonly points: number
}

/** A game at one turn, as the caller may know it. */
export interface Moment {
  readonly turn: number
  readonly view: View
  readonly insight: Insight | null
  readonly turns: readonly (readonly GameEvent[])[]
}

/** One move. All but `later` and `hindsight` follows from what a player could know then: the mover, or for `told` the receiver. */
export interface MoveReview {
  readonly turn: number
  readonly seat: number
  readonly name: string
  readonly action: string
  readonly words: readonly Message[]
  readonly gone: number
  readonly pace: number | null
  readonly efficiency: number | null
  readonly risk: Risk | null
  readonly told: Told | null
  readonly advice: Advice | null
  readonly estimate: Estimate | null
  readonly played: Estimate | null
  readonly better: Better | null
  readonly later: readonly Touched[]
  readonly hindsight: Hindsight | null
}

/** The game has moved on. */
export interface MovedMessage {
  readonly type: 'moved'
  readonly seq: number
  readonly action: string
  readonly view: View
  readonly insight: Insight | null
  readonly events: readonly GameEvent[]
  readonly reason: string
}

/** Where to go. */
export interface NewTable {
  readonly id: string
}

/** A private note on a card; an empty one is removed. */
export interface Note {
  readonly type: 'note'
  readonly card: number
  readonly text: string
}

/** The colours of a suit, as CSS writes them. */
export interface Palette {
  readonly lit: string
  readonly body: string
  readonly deep: string
  readonly ink: string
  readonly stripes: readonly string[]
}

/** An add-on, variant or edition to choose. */
export interface PartInfo {
  readonly id: string
  readonly title: Message
  readonly summary: Message
  readonly editions: readonly string[]
}

/** Is anybody there? */
export interface Ping {
  readonly type: 'ping'
}

/** A point of the graph: how the game stood after so many moves, by the belief of who moves next. */
export interface Point {
  readonly turn: number
  readonly win: number
  readonly win_error: number
  readonly score: number
  readonly score_error: number
}

/** The answer to a ping. */
export interface PongMessage {
  readonly type: 'pong'
}

/** [seat] who is connected. */
export interface PresenceMessage {
  readonly type: 'presence'
  readonly online: readonly boolean[]
  readonly watching: number
}

/** Why a request could not be taken. */
export interface Problem {
  readonly code: string
  readonly sentence: string
  readonly message: Message
}

/** The best score for those who know all cards: at least `score` can be reached, at most `bound`. */
export interface Reach {
  readonly score: number
  readonly bound: number
}

/** A hand was put in another order (T9). */
export interface Rearranged {
  readonly kind: 'rearranged'
  readonly seat: number
  readonly order: readonly number[]
}

/** A bonus tile was turned up; `lost` where it could not be applied (L1, L8). */
export interface Revealed {
  readonly kind: 'revealed'
  readonly seat: number
  readonly tile: string
  readonly lost: boolean
}

/** A whole game, reviewed. `str` tells it, `html` is a page of it, `svg` its graph. It holds codes and numbers; what is shown is said to a reader, in their language. */
export interface Review {
  readonly rules: string
  readonly names: readonly string[]
  readonly first: number
  readonly outcome: string
  readonly score: number
  readonly most: number
  readonly ending: Message
  readonly seed: number
  readonly rollouts: number
  readonly total: number
  readonly stopped: boolean
  readonly notes: readonly Message[]
  readonly moves: readonly MoveReview[]
  readonly end: Estimate | null
  readonly deal: Solved | null
}

/** What a play or a discard risked, as far as its player could know; all are chances. */
export interface Risk {
  readonly strike: number
  readonly loss: number
  readonly lost: number
  readonly dead: number
}

/** The rules in force, for drawing a table and for reading. */
export interface RulesInfo {
  readonly text: string
  readonly game: 'hanabi' | 'andrewz'
  readonly title: Message
  readonly fewest: number
  readonly most: number
  readonly suits: readonly SuitInfo[]
  readonly sections: readonly SectionInfo[]
  readonly differences: readonly Message[]
  readonly words: WordsInfo | null
  readonly clues: number
  readonly strikes: number
  readonly colours: readonly string[]
  readonly values: readonly string[]
  readonly touch: Readonly<Record<string, readonly string[]>>
  readonly points: number
  readonly bonus: boolean
  readonly flourish: boolean
  readonly empty: boolean
  readonly talk: 'silent' | 'remarks' | 'open'
  readonly remarks: readonly string[]
}

/** Words that were said at the table. */
export interface SaidInfo {
  readonly name: string
  readonly seat: number | null
  readonly text: string
}

/** A guest said something. */
export interface SaidMessage {
  readonly type: 'said'
  readonly seq: number
  readonly said: SaidInfo
}

/** A remark or free words, as far as the table's talk allows (C1). */
export interface Say {
  readonly type: 'say'
  readonly text: string
}

/** A seat and who has it. */
export interface SeatInfo {
  readonly kind: 'open' | 'bot' | 'reserved'
  readonly name: string
  readonly bot: string
  readonly taken: boolean
  readonly online: boolean
}

/** Who may take a seat: any guest with the link, a bot, or the guest it is kept for. */
export interface SeatPlan {
  readonly kind: 'open' | 'bot' | 'reserved'
  readonly bot: string
  readonly name: string
}

/** A part of the rules in words. */
export interface SectionInfo {
  readonly title: Message
  readonly lines: readonly Message[]
}

/** A card in a hand: its face where the viewer may see it, and what its owner has been told. */
export interface SeenCard {
  readonly id: number
  readonly card: string | null
  readonly yes: string
  readonly no: string
}

/** All that is chosen before a game starts. */
export interface Setup {
  readonly rules: string
  readonly seats: readonly SeatPlan[]
  readonly first: number | null
  readonly spectators: 'none' | 'public' | 'hands'
  readonly undo: boolean
  readonly detail: 'nothing' | 'told' | 'deduced'
  readonly listed: boolean
  readonly deal: string
}

/** Takes a seat before the start, or another one. */
export interface Sit {
  readonly type: 'sit'
  readonly seat: number
}

/** Hindsight: what the deal allowed to those who know all cards. */
export interface Solved {
  readonly score: number
  readonly bound: number
  readonly line: readonly string[]
  readonly how: Message
}

/** Points that were given away by some move of these turns; which one is not proven. */
export interface Span {
  readonly begin: number
  readonly end: number
  readonly points: number
}

/** Gives the seat back before the start. */
export interface StandUp {
  readonly type: 'stand'
}

/** Where a seat stands at the end. */
export interface Standing {
  readonly place: number
  readonly seat: number
  readonly cards: number
}

/** The owner starts the game; it is refused while an open seat has no guest. */
export interface Start {
  readonly type: 'start'
}

/** What can be done with a finished game here. */
export interface Studio {
  readonly branches: readonly BranchInfo[]
  readonly bots: readonly string[]
  readonly review: Message | null
  readonly verdict: Message | null
  readonly lacking: readonly Message[]
}

/** How far a review or a verdict is, and what came of it. */
export interface StudyInfo {
  readonly state: 'none' | 'waiting' | 'working' | 'done' | 'failed'
  readonly done: number
  readonly total: number
  readonly fault: Message | null
  readonly review: Review | null
  readonly summary: Summary | null
  readonly verdict: Verdict | null
}

/** A suit as a screen needs it. */
export interface SuitInfo {
  readonly name: string
  readonly letter: string
  readonly symbol: string
  readonly named: boolean
  readonly order: readonly number[]
  readonly copies: readonly number[]
  readonly traits: readonly Message[]
  readonly palette: Palette
}

/** What a review comes to; moves are named by their turns. */
export interface Summary {
  readonly winnable: boolean | null
  readonly graph: readonly Point[]
  readonly turning: readonly Turning[]
  readonly costly: readonly number[]
  readonly missed: readonly number[]
  readonly losses: readonly LossCount[]
  readonly unplaced: readonly Span[]
}

/** A table, apart from the cards. */
export interface TableInfo {
  readonly id: string
  readonly phase: 'gathering' | 'playing' | 'over'
  readonly setup: Setup
  readonly rules: RulesInfo
  readonly seats: readonly SeatInfo[]
  readonly seat: number | null
  readonly owner: boolean
  readonly first: number | null
  readonly actions: readonly string[]
  readonly undo: UndoInfo | null
  readonly following: string
  readonly uploaded: boolean
  readonly notes: Readonly<Record<string, string>>
  readonly reasons: Readonly<Record<string, string>>
}

/** The whole table as the viewer may know it. */
export interface TableMessage {
  readonly type: 'table'
  readonly seq: number
  readonly table: TableInfo
  readonly view: View | null
  readonly insight: Insight | null
  readonly turns: readonly (readonly GameEvent[])[]
  readonly said: readonly SaidInfo[]
}

/** A table in a list. */
export interface TableRow {
  readonly id: string
  readonly rules: string
  readonly title: string
  readonly phase: 'gathering' | 'playing' | 'over'
  readonly names: readonly string[]
  readonly free: number
  readonly your_turn: boolean
  readonly score: number | null
  readonly points: number | null
  readonly changed: string
}

/** The caller's tables, and those that are open to everybody. */
export interface Tables {
  readonly yours: readonly TableRow[]
  readonly listed: readonly TableRow[]
}

/** A bot is taking its time. */
export interface ThinkingMessage {
  readonly type: 'thinking'
  readonly seat: number
}

/** What a clue told its receiver, by the receiver's own knowledge before and after it. */
export interface Told {
  readonly receiver: number
  readonly clue: string
  readonly slots: readonly number[]
  readonly new: readonly number[]
  readonly bits: number
  readonly excluded: number
  readonly playable: readonly number[]
  readonly dead: readonly number[]
}

/** What became of a card that a clue touched; known when the game is over. */
export interface Touched {
  readonly slot: number
  readonly fate: 'played' | 'misplayed' | 'discarded' | 'held'
  readonly turn: number | null
  readonly saved: boolean
}

/** A turning point: the move after which the outlook was worse by most. */
export interface Turning {
  readonly turn: number
  readonly drop: number
  readonly win_drop: number
}

/** Asks to take the last action back, or answers the seat that asks. */
export interface Undo {
  readonly type: 'undo'
  readonly wish: 'ask' | 'agree' | 'refuse'
}

/** A player asks to take the last action back. */
export interface UndoInfo {
  readonly asker: number
  readonly agreed: readonly number[]
}

/** The best score found from a position, a line that reaches it, and what is proven. */
export interface Verdict {
  readonly score: number
  readonly line: readonly string[]
  readonly bound: number
  readonly how: Message
  readonly seconds: number
  readonly perfect: number
  readonly won: boolean
  readonly winnable: boolean | null
}

/** A discarded card was shuffled into the deck (L6). */
export interface WentBack {
  readonly kind: 'went-back'
  readonly seat: number
  readonly card: string
}

/** What the edition calls things (S3): one of them, and several. */
export interface WordsInfo {
  readonly clue: Message
  readonly clues: Message
  readonly strike: Message
  readonly strikes: Message
  readonly federation: Message
}

export type ClientMessage =
  | Hello
  | Sit
  | StandUp
  | Arrange
  | Start
  | Act
  | Say
  | Undo
  | Note
  | Again
  | Ping

export type ServerMessage =
  | TableMessage
  | MovedMessage
  | SaidMessage
  | PresenceMessage
  | ThinkingMessage
  | DoneMessage
  | ErrorMessage
  | PongMessage

export type View =
  | HanabiView
  | AndrewzView

export type GameEvent =
  | Clued
  | HanabiPlayed
  | HanabiDiscarded
  | Completed
  | Revealed
  | WentBack
  | Encored
  | HanabiDrew
  | Rearranged
  | HanabiPassed
  | LastRound
  | HanabiEnded
  | AndrewzPlayed
  | AndrewzDiscarded
  | AndrewzPassed
  | AndrewzDrew
  | Closed
  | AndrewzEnded
