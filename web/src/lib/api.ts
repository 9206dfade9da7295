/** The HTTP side of the server: one function for each thing it can be asked. */

import type {
  Catalogue, Detail, GuestInfo, Lesson, LessonAnswer, Moment, NewTable, Problem, RulesInfo, Setup, Tables,
} from './types'

/** A refusal, with the server's sentence as its message. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly code: string

  constructor(problem: Problem) {
    super(problem.sentence)
    this.code = problem.code
  }
}

export const api = {
  me: (): Promise<GuestInfo> => ask('/api/me'),
  rename: (name: string): Promise<GuestInfo> => ask('/api/me', { name }),
  catalogue: (): Promise<Catalogue> => ask('/api/catalogue'),
  rules: (text: string, players: number): Promise<RulesInfo> =>
    ask(`/api/rules?${new URLSearchParams({ text, players: String(players) })}`),
  tables: (): Promise<Tables> => ask('/api/tables'),
  /** Sets a table up; `start` begins at once, where no seat is left for others. */
  create: (setup: Setup, options: { readonly start?: boolean } = {}): Promise<NewTable> =>
    ask(`/api/tables${options.start ? '?start=true' : ''}`, setup),
  moment: (id: string, turn: number, detail: Detail): Promise<Moment> =>
    ask(`/api/tables/${encodeURIComponent(id)}/moments/${turn}?detail=${detail}`),
  /** `text` is the JSON of one of our records or of an export from hanab.live. */
  upload: (text: string): Promise<NewTable> => ask('/api/records', text),
  lesson: (): Promise<Lesson> => ask('/api/lesson'),
  /** Tries an action at a step of the lesson. */
  attempt: (step: string, action: string): Promise<LessonAnswer> =>
    ask(`/api/lesson/${encodeURIComponent(step)}`, { action }),
} as const

export type RecordFormat = 'tamaya' | 'hanablive'

/** Where the record of a finished game can be downloaded. */
export function recordPath(id: string, format: RecordFormat = 'tamaya'): string {
  const path = `/api/tables/${encodeURIComponent(id)}/record`
  return format === 'tamaya' ? path : `${path}?format=${format}`
}

async function ask<T>(path: string, body?: object | string): Promise<T> {
  const answer = await fetch(path, body === undefined ? {} : post(body)).catch(() => {
    throw new Refused({ code: 'offline', sentence: 'The server does not answer.' })
  })
  if (!answer.ok) throw new Refused(await problemOf(answer))
  return (await answer.json()) as T
}

function post(body: object | string): RequestInit {
  return {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  }
}

async function problemOf(answer: Response): Promise<Problem> {
  const found: unknown = await answer.json().catch(() => null)
  if (isProblem(found)) return found
  return { code: 'broken', sentence: `The server answered with ${answer.status}.` }
}

function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && 'sentence' in value && 'code' in value
}
