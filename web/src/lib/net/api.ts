/** The HTTP side of the server: one function for each thing it can be asked. */

import { tell, type Message } from '@/lib/words/index.svelte'
import type { Line } from '@/lib/review/branch'
import type {
  BotMove,
  BranchInfo,
  BotInfo,
  Catalogue,
  CoachAnswer,
  ConventionBook,
  ConventionLesson,
  ConventionLessons,
  DealComparison,
  Detail,
  Devices,
  Games,
  GameStatistics,
  GameTags,
  GuestInfo,
  HandoverLink,
  HandoverOffer,
  Lesson,
  LessonAnswer,
  LessonVerdict,
  Moment,
  NewTable,
  Problem,
  RemovedGame,
  RestoreCode,
  RulesInfo,
  ServerReach,
  Setup,
  SignedOut,
  Studio,
  StudyInfo,
  Tables,
} from '@/lib/generated/types'

/** A refusal, with what the server says of it. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly code: string
  readonly said: Message

  constructor(problem: Problem) {
    super(problem.sentence)
    this.code = problem.code
    this.said = problem.message
  }
}

/** What went wrong, for the reader. */
export function errorWords(error: unknown): string {
  return error instanceof Refused ? tell(error.said) : String(error)
}

export type StudyKind = 'review' | 'verdict'

export const api = {
  me: (): Promise<GuestInfo> => ask('/api/me'),
  rename: (name: string): Promise<GuestInfo> => ask('/api/me', { name }),
  /** From where others can open this page. */
  here: (): Promise<ServerReach> => ask('/api/here'),
  devices: (): Promise<Devices> => ask('/api/me/devices'),
  /** Signs one of the guest's devices out, or all but this one. */
  signOut: (device?: string): Promise<SignedOut> =>
    change('DELETE', `/api/me/devices${device ? `/${encodeURIComponent(device)}` : ''}`),
  /** A secret for a link to one more device. */
  openHandover: (): Promise<HandoverLink> => ask('/api/me/handover', {}),
  lookAtHandover: (secret: string): Promise<HandoverOffer> => ask('/api/me/handover/look', { secret }),
  takeHandover: (secret: string, replace: boolean): Promise<GuestInfo> =>
    ask('/api/me/handover/take', { secret, replace }),
  makeRestoreCode: (): Promise<RestoreCode> => ask('/api/me/restore-code', {}),
  restore: (code: string, replace: boolean): Promise<GuestInfo> => ask('/api/me/restore', { code, replace }),
  catalogue: (): Promise<Catalogue> => ask('/api/catalogue'),

  /** The bots of a game, and which of them cannot play at such a table. */
  bots: (rules: string, players: number): Promise<readonly BotInfo[]> =>
    ask(`/api/bots?${new URLSearchParams({ rules, players: String(players) })}`),
  rules: (text: string, players: number): Promise<RulesInfo> =>
    ask(`/api/rules?${new URLSearchParams({ text, players: String(players) })}`),
  tables: (): Promise<Tables> => ask('/api/tables'),
  /** Sets a table up; `start` begins at once, where no seat is left for others. */
  create: (setup: Setup, options: { readonly start?: boolean } = {}): Promise<NewTable> =>
    ask(`/api/tables${options.start ? '?start=true' : ''}`, setup),
  moment: (id: string, turn: number, detail: Detail): Promise<Moment> =>
    ask(`/api/tables/${encodeURIComponent(id)}/moments/${turn}?detail=${detail}`),
  /** One of our records, or an export from hanab.live, as a file or as text. */
  upload: (record: Blob | string): Promise<NewTable> => ask('/api/records', record),
  /** One page of the guest's games; `wishes` are what they are searched, filtered and sorted by. */
  games: (wishes: Readonly<Record<string, string>>): Promise<Games> =>
    ask(`/api/games?${new URLSearchParams(wishes)}`),
  statistics: (wishes: Readonly<Record<string, string>>): Promise<GameStatistics> =>
    ask(`/api/games/statistics?${new URLSearchParams(wishes)}`),
  setTags: (id: string, tags: readonly string[]): Promise<GameTags> =>
    change('PUT', `/api/games/${encodeURIComponent(id)}/tags`, { tags }),
  /** Deletes a game, or hides it from the guest's own list where others have a part in it. */
  removeGame: (id: string): Promise<RemovedGame> => change('DELETE', `/api/games/${encodeURIComponent(id)}`),
  /** The results of a named deal; refused to those who have not finished it. */
  deal: (rules: string, players: number, name: string): Promise<DealComparison> =>
    ask(`/api/deals?${new URLSearchParams({ rules, players: String(players), name })}`),
  lesson: (): Promise<Lesson> => ask('/api/lesson'),
  /** Tries an action at a step of the lesson. */
  attempt: (step: string, action: string): Promise<LessonAnswer> =>
    ask(`/api/lesson/${encodeURIComponent(step)}`, { action }),
  conventions: (book: string): Promise<ConventionBook> => ask(conventionsPath(book)),
  /** How many positions there are about each convention. */
  conventionLessons: (book: string): Promise<ConventionLessons> => ask(conventionsPath(book, 'lessons')),
  conventionLesson: (book: string, rule: string): Promise<ConventionLesson> =>
    ask(conventionsPath(book, rule)),
  /** Answers a position of such a lesson, counted from 1. */
  answerPosition: (book: string, rule: string, position: number, answer: string): Promise<LessonVerdict> =>
    ask(`${conventionsPath(book, rule)}/${position}`, { answer }),

  /** What the guest, who is on turn, could do; or with `clue` how a clue of theirs will be read. */
  coach: (id: string, seq: number, clue: string | null): Promise<CoachAnswer> =>
    ask(`${tablePath(id)}/coach`, { seq, clue }),

  // Once a game is over.
  studio: (id: string): Promise<Studio> => ask(`${tablePath(id)}/studio`),
  /** Where a line leads; nothing is kept. */
  line: (id: string, line: Line, detail: Detail): Promise<Moment> =>
    ask(`${tablePath(id)}/line`, { ...line, detail }),
  /** Lets a bot make the next move of a line. */
  botMove: (id: string, line: Line, detail: Detail, bot: string): Promise<BotMove> =>
    ask(`${tablePath(id)}/line/bot`, { ...line, detail, bot }),
  keepBranch: (id: string, line: Line, title: string): Promise<BranchInfo> =>
    ask(`${tablePath(id)}/branches`, { ...line, title }),
  removeBranch: (id: string, branch: string): Promise<void> =>
    remove(`${tablePath(id)}/branches/${encodeURIComponent(branch)}`),
  study: (id: string, kind: StudyKind, turn = 0): Promise<StudyInfo> => ask(studyPath(id, kind, turn)),
  startStudy: (id: string, kind: StudyKind, turn = 0): Promise<StudyInfo> =>
    ask(studyPath(id, kind, turn), {}),
  stopStudy: (id: string, kind: StudyKind, turn = 0): Promise<void> => remove(studyPath(id, kind, turn)),
} as const

function conventionsPath(...names: readonly string[]): string {
  return ['/api/conventions', ...names.map(encodeURIComponent)].join('/')
}

function tablePath(id: string): string {
  return `/api/tables/${encodeURIComponent(id)}`
}

function studyPath(id: string, kind: StudyKind, turn: number): string {
  return `${tablePath(id)}/studies/${kind}?turn=${turn}`
}

export type RecordFormat = 'tamaya' | 'hanablive'

/** Where the record of a finished game can be downloaded. */
export function recordPath(id: string, format: RecordFormat = 'tamaya'): string {
  const path = `${tablePath(id)}/record`
  return format === 'tamaya' ? path : `${path}?format=${format}`
}

async function ask<T>(path: string, body?: object | Blob | string): Promise<T> {
  return (await (await send(path, body === undefined ? {} : post(body))).json()) as T
}

async function change<T>(method: 'PUT' | 'DELETE', path: string, body?: object): Promise<T> {
  const request = body === undefined ? { method } : { ...post(body), method }
  return (await (await send(path, request)).json()) as T
}

async function remove(path: string): Promise<void> {
  await send(path, { method: 'DELETE' })
}

async function send(path: string, request: RequestInit): Promise<Response> {
  const answer = await fetch(path, request).catch(() => {
    throw new Refused(ownProblem('offline', 'refused.no-answer'))
  })
  if (!answer.ok) throw new Refused(await problemOf(answer))
  return answer
}

function post(body: object | Blob | string): RequestInit {
  const whole = typeof body === 'string' || body instanceof Blob
  return {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: whole ? body : JSON.stringify(body),
  }
}

async function problemOf(answer: Response): Promise<Problem> {
  const found: unknown = await answer.json().catch(() => null)
  if (isProblem(found)) return found
  return ownProblem('broken', 'refused.odd-answer', { status: answer.status })
}

function ownProblem(code: string, said: string, fields: Problem['message']['fields'] = {}): Problem {
  return { code, sentence: said, message: { code: said, fields } }
}

function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && 'message' in value && 'code' in value
}
