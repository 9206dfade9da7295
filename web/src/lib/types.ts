// Written by tools/typescript.py from src/tamaya/server/messages.py: change those, not this.

export type Detail = 'nothing' | 'told' | 'deduced'

/** Who may take a seat: anybody with the link, a bot, or somebody it is kept for. */
export interface SeatPlan {
  readonly kind: 'open' | 'bot' | 'reserved'
  readonly bot: string
  readonly name: string
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

/** Asks for the table; `seen` is the last entry this client has. If that is the latest one, the events are not sent again. */
export interface Hello {
  readonly type: 'hello'
  readonly seen: number
  readonly detail: 'nothing' | 'told' | 'deduced'
}

/** Takes a seat before the start, or another one. */
export interface Sit {
  readonly type: 'sit'
  readonly seat: number
}

/** Gives the seat back before the start. */
export interface StandUp {
  readonly type: 'stand'
}

/** The owner changes the setup before the start. */
export interface Arrange {
  readonly type: 'arrange'
  readonly setup: Setup
}

/** The owner starts the game; open seats without a guest are closed or refused. */
export interface Start {
  readonly type: 'start'
}

/** An action of the sender's seat; `seq` is the last entry that the sender has seen. */
export interface Act {
  readonly type: 'act'
  readonly action: string
  readonly seq: number
}

/** A remark or free words, as far as the table's talk allows (C1). */
export interface Say {
  readonly type: 'say'
  readonly text: string
}

/** Asks to take the last action back, or answers somebody who does. */
export interface Undo {
  readonly type: 'undo'
  readonly wish: 'ask' | 'agree' | 'refuse'
}

/** A private note on a card; an empty one is removed. */
export interface Note {
  readonly type: 'note'
  readonly card: number
  readonly text: string
}

/** After the end: the same people at a new table. */
export interface Again {
  readonly type: 'again'
}

/** Is anybody there? */
export interface Ping {
  readonly type: 'ping'
}

/** A suit as a screen needs it. */
export interface SuitInfo {
  readonly name: string
  readonly letter: string
  readonly symbol: string
  readonly named: boolean
  readonly order: readonly number[]
  readonly copies: readonly number[]
  readonly words: string
}

/** What the edition calls things (S3). */
export interface WordsInfo {
  readonly clue: string
  readonly clues: string
  readonly strike: string
  readonly strikes: string
  readonly federation: string
}

/** A part of the rules in words. */
export interface SectionInfo {
  readonly title: string
  readonly lines: readonly string[]
}

/** The rules in force, for drawing a table and for reading. */
export interface RulesInfo {
  readonly text: string
  readonly game: 'hanabi' | 'andrewz'
  readonly title: string
  readonly fewest: number
  readonly most: number
  readonly suits: readonly SuitInfo[]
  readonly sections: readonly SectionInfo[]
  readonly differences: readonly string[]
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

/** A card in a hand. `possible` is there where the screen asked for all that follows. */
export interface HeldCard {
  readonly id: number
  readonly card: string | null
  readonly yes: string
  readonly no: string
  readonly possible: readonly string[] | null
}

/** How a co-operative game ended. */
export interface ResultInfo {
  readonly outcome: 'perfect' | 'counted' | 'lost'
  readonly score: number
  readonly counted: number
  readonly why: string
  readonly grade: string
  readonly applause: string
  readonly accolades: readonly string[]
}

/** What the viewer may know of a co-operative game. */
export interface HanabiView {
  readonly game: 'hanabi'
  readonly seat: number | null
  readonly turn: number | null
  readonly first: number
  readonly hands: readonly (readonly HeldCard[])[]
  readonly displays: readonly number[]
  readonly discards: readonly string[]
  readonly clues: number
  readonly strikes: number
  readonly deck: number
  readonly turns_left: number | null
  readonly tiles_left: number
  readonly tile: string | null
  readonly may_rearrange: readonly boolean[]
  readonly actions: readonly string[]
  readonly score: number
  readonly best: number
  readonly pace: number | null
  readonly result: ResultInfo | null
  readonly undrawn: readonly string[] | null
}

/** A place at the end of andrewz. */
export interface StandingInfo {
  readonly place: number
  readonly seat: number
  readonly cards: number
}

/** How a game of andrewz ended. */
export interface RaceResult {
  readonly outcome: 'won' | 'blocked'
  readonly winner: number | null
  readonly standings: readonly StandingInfo[]
}

/** What the viewer may know of a game of andrewz. */
export interface AndrewzView {
  readonly game: 'andrewz'
  readonly seat: number | null
  readonly turn: number | null
  readonly first: number
  readonly hands: readonly (readonly string[] | null)[]
  readonly hand_sizes: readonly number[]
  readonly piles: readonly (readonly string[])[]
  readonly discards: readonly string[]
  readonly deck: number
  readonly actions: readonly string[]
  readonly result: RaceResult | null
  readonly undrawn: readonly string[] | null
}

/** Something the table saw; which fields are set depends on `event`, as in the record's events. */
export interface EventInfo {
  readonly event: string
  readonly turn: number
  readonly seat: number | null
  readonly receiver: number | null
  readonly clue: string | null
  readonly slots: readonly number[] | null
  readonly free: boolean
  readonly slot: number | null
  readonly id: number | null
  readonly card: string | null
  readonly fits: boolean | null
  readonly suit: string | null
  readonly token: boolean
  readonly tile: string | null
  readonly lost: boolean
  readonly order: readonly number[] | null
  readonly count: number | null
}

/** A seat and who has it. */
export interface SeatInfo {
  readonly kind: 'open' | 'bot' | 'reserved'
  readonly name: string
  readonly bot: string
  readonly taken: boolean
  readonly online: boolean
}

/** Somebody asks to take the last action back. */
export interface UndoInfo {
  readonly asker: number
  readonly agreed: readonly number[]
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

/** Words that were said at the table. */
export interface SaidInfo {
  readonly name: string
  readonly seat: number | null
  readonly text: string
}

/** The whole table as the viewer may know it; `events` are those after the `seen` of the hello. */
export interface TableMessage {
  readonly type: 'table'
  readonly seq: number
  readonly table: TableInfo
  readonly view: HanabiView | AndrewzView | null
  readonly events: readonly EventInfo[]
  readonly said: readonly SaidInfo[]
}

/** The game has moved on. */
export interface MovedMessage {
  readonly type: 'moved'
  readonly seq: number
  readonly action: string
  readonly view: HanabiView | AndrewzView
  readonly events: readonly EventInfo[]
  readonly reason: string
}

/** Somebody said something. */
export interface SaidMessage {
  readonly type: 'said'
  readonly seq: number
  readonly said: SaidInfo
}

/** [seat] who is connected. */
export interface PresenceMessage {
  readonly type: 'presence'
  readonly online: readonly boolean[]
  readonly watching: number
}

/** A bot is taking its time. */
export interface ThinkingMessage {
  readonly type: 'thinking'
  readonly seat: number
}

/** The sender's message took effect and is on disk, as the entry `seq`. */
export interface DoneMessage {
  readonly type: 'done'
  readonly seq: number
}

/** A message that could not be taken, and why; nothing has changed. */
export interface ErrorMessage {
  readonly type: 'error'
  readonly code: 'unreadable' | 'illegal' | 'late' | 'forbidden' | 'missing' | 'busy' | 'too-much' | 'broken'
  readonly sentence: string
}

/** Somebody is there. */
export interface PongMessage {
  readonly type: 'pong'
}

/** What a guest wants to be called. */
export interface GuestName {
  readonly name: string
}

/** Who the caller is. */
export interface GuestInfo {
  readonly name: string
}

/** A bot that can take a seat. */
export interface BotInfo {
  readonly name: string
  readonly game: 'hanabi' | 'andrewz'
  readonly summary: string
  readonly conventions: string
  readonly usual: boolean
}

/** An add-on, variant or edition to choose. */
export interface PartInfo {
  readonly id: string
  readonly title: string
  readonly summary: string
  readonly editions: readonly string[]
}

/** All that a table can be made of. */
export interface Catalogue {
  readonly editions: readonly PartInfo[]
  readonly parts: readonly PartInfo[]
  readonly bots: readonly BotInfo[]
  readonly remarks: readonly string[]
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

/** Where to go. */
export interface NewTable {
  readonly id: string
}

/** A game at one turn, as the caller may know it. */
export interface Moment {
  readonly turn: number
  readonly view: HanabiView | AndrewzView
  readonly events: readonly EventInfo[]
}

/** A position of the lesson, what led to it, and the actions that it hopes for. */
export interface LessonStep {
  readonly id: string
  readonly rules: RulesInfo
  readonly names: readonly string[]
  readonly view: HanabiView | AndrewzView
  readonly events: readonly EventInfo[]
  readonly right: readonly string[]
}

/** An interactive lesson of a few minutes. */
export interface Lesson {
  readonly steps: readonly LessonStep[]
}

/** What the learner does. */
export interface LessonTry {
  readonly action: string
}

/** What came of it. */
export interface LessonAnswer {
  readonly right: boolean
  readonly view: HanabiView | AndrewzView
  readonly events: readonly EventInfo[]
}

/** Another way to go on: the game up to a turn, and then these actions. */
export interface LineWish {
  readonly turn: number
  readonly actions: readonly string[]
  readonly detail: 'nothing' | 'told' | 'deduced'
}

/** Lets a bot make the next move of a line. */
export interface BotWish {
  readonly turn: number
  readonly actions: readonly string[]
  readonly detail: 'nothing' | 'told' | 'deduced'
  readonly bot: string
}

/** What the bot did, why, and where the line stands now. */
export interface BotMove {
  readonly action: string
  readonly reason: string
  readonly moment: Moment
}

/** A line to keep. */
export interface BranchWish {
  readonly turn: number
  readonly actions: readonly string[]
  readonly title: string
}

/** A line that somebody kept. */
export interface BranchInfo {
  readonly id: string
  readonly turn: number
  readonly actions: readonly string[]
  readonly title: string
  readonly name: string
  readonly yours: boolean
}

/** What can be done with a finished game here. */
export interface Studio {
  readonly branches: readonly BranchInfo[]
  readonly bots: readonly string[]
  readonly review: string
  readonly verdict: string
  readonly lacking: readonly string[]
}

/** How games went on from a position when a strong bot played all seats. */
export interface EstimateInfo {
  readonly win: number
  readonly win_error: number
  readonly score: number
  readonly score_error: number
}

/** The chances of a play or a discard, as far as its player could know. */
export interface RiskInfo {
  readonly strike: number
  readonly loss: number
  readonly lost: number
  readonly dead: number
}

/** What a clue told its receiver. */
export interface ToldInfo {
  readonly receiver: number
  readonly clue: string
  readonly slots: readonly number[]
  readonly new: readonly number[]
  readonly bits: number
  readonly playable: readonly number[]
  readonly dead: readonly number[]
}

/** What became of a card that a clue touched. */
export interface TouchedInfo {
  readonly slot: number
  readonly fate: 'played' | 'misplayed' | 'discarded' | 'held'
  readonly turn: number | null
  readonly saved: boolean
}

/** What a bot would have done with the same view. */
export interface AdviceInfo {
  readonly bot: string
  readonly action: string
  readonly reason: string
  readonly same: boolean
}

/** A move that did better than the one made. */
export interface BetterInfo {
  readonly action: string
  readonly gain: number
  readonly win_gain: number
  readonly reason: string
}

/** The best score that those can reach who know all cards: at least `score`, at most `bound`. */
export interface ReachInfo {
  readonly score: number
  readonly bound: number
}

/** What no player could have known. */
export interface HindsightInfo {
  readonly before: ReachInfo
  readonly after: ReachInfo
  readonly lost: number
  readonly kind: '' | 'strikes' | 'misplay' | 'discard' | 'tempo'
}

/** One move, reviewed. */
export interface MoveReviewInfo {
  readonly turn: number
  readonly seat: number
  readonly action: string
  readonly gone: number
  readonly pace: number | null
  readonly efficiency: number | null
  readonly risk: RiskInfo | null
  readonly told: ToldInfo | null
  readonly advice: AdviceInfo | null
  readonly estimate: EstimateInfo | null
  readonly played: EstimateInfo | null
  readonly better: BetterInfo | null
  readonly later: readonly TouchedInfo[]
  readonly hindsight: HindsightInfo | null
}

/** A point of the graph: how the game stood after so many actions. */
export interface PointInfo {
  readonly turn: number
  readonly win: number
  readonly win_error: number
  readonly score: number
  readonly score_error: number
}

/** The action after which the outlook was worse by most. */
export interface TurningInfo {
  readonly turn: number
  readonly drop: number
  readonly win_drop: number
}

/** How often points were given away in one way, and how many. */
export interface LossInfo {
  readonly kind: '' | 'strikes' | 'misplay' | 'discard' | 'tempo'
  readonly moves: number
  readonly points: number
}

/** What the deal allowed to those who know all cards. */
export interface SolvedInfo {
  readonly score: number
  readonly bound: number
  readonly line: readonly string[]
}

/** Points that were given away by some move of these turns; which one is not proven. */
export interface SpanInfo {
  readonly begin: number
  readonly end: number
  readonly points: number
}

/** What a review comes to. */
export interface SummaryInfo {
  readonly winnable: boolean | null
  readonly graph: readonly PointInfo[]
  readonly turning: readonly TurningInfo[]
  readonly costly: readonly number[]
  readonly missed: readonly number[]
  readonly losses: readonly LossInfo[]
  readonly unplaced: readonly SpanInfo[]
}

/** A game, move by move. */
export interface ReviewInfo {
  readonly outcome: string
  readonly score: number
  readonly most: number
  readonly rollouts: number
  readonly notes: readonly string[]
  readonly moves: readonly MoveReviewInfo[]
  readonly deal: SolvedInfo | null
  readonly summary: SummaryInfo
}

/** The best that can be reached from a turn by those who know all cards. */
export interface VerdictInfo {
  readonly score: number
  readonly bound: number
  readonly line: readonly string[]
  readonly perfect: number
  readonly winnable: boolean | null
  readonly seconds: number
}

/** How far a review or a verdict is, and what came of it. */
export interface StudyInfo {
  readonly state: 'none' | 'waiting' | 'working' | 'done' | 'failed'
  readonly done: number
  readonly total: number
  readonly sentence: string
  readonly review: ReviewInfo | null
  readonly verdict: VerdictInfo | null
}

/** Why a request could not be taken. */
export interface Problem {
  readonly code: string
  readonly sentence: string
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

export type ViewInfo =
  | HanabiView
  | AndrewzView
