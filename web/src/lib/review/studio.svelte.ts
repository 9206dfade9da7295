/** What can be done with a finished game: branches, bots that go on, reviews and verdicts. */

import { api, errorWords, type StudyKind } from '@/lib/net/api'
import type { TableSession } from '@/lib/table/session.svelte'
import type { BranchInfo, Studio, StudyInfo, Verdict } from '@/lib/generated/types'
import { lineTo, newBranch, type Branch } from './branch'

const PAUSE = 600
const NOTHING: StudyInfo = {
  state: 'none',
  done: 0,
  total: 0,
  fault: null,
  review: null,
  summary: null,
  verdict: null,
}

export class StudioSession {
  readonly #session: TableSession
  #info = $state.raw<Studio | null>(null)
  #error = $state('')
  #thinking = $state(false)
  #studies = $state.raw<ReadonlyMap<string, StudyInfo>>(new Map())
  #closed = false

  constructor(session: TableSession) {
    this.#session = session
  }

  close(): void {
    this.#closed = true
    this.#thinking = false
  }

  /** Null until the server has said what is possible; it says nothing while the game runs. */
  readonly info = $derived(this.#info)

  /** Why the last wish was refused. */
  readonly error = $derived(this.#error)

  /** Asks what is there, and follows a branch that the address of the page names. */
  async load(wish: {
    readonly branch: string
    readonly line: Branch | null
    readonly turn: number | null
  }): Promise<void> {
    await this.#attempt(async () => {
      this.#info = await api.studio(this.#session.id)
      const found = this.#info.branches.find((one) => one.id === wish.branch)
      const branch = found ? toBranch(found) : wish.line
      if (branch) await this.#session.variation.follow(branch, wish.turn ?? Number.POSITIVE_INFINITY)
      await Promise.all([this.#look('review', 0), this.#look('verdict', 0)])
    })
  }

  // Branches.

  /** Tries something else at the turn on the screen. */
  async begin(): Promise<void> {
    const turn = this.#session.shownTurn
    await this.#session.variation.follow(newBranch(turn), turn)
  }

  async open(branch: BranchInfo): Promise<void> {
    this.stopBots()
    await this.#session.variation.follow(toBranch(branch), branch.turn + 1)
  }

  /** Keeps the branch on the screen with the game. */
  async keep(title: string): Promise<void> {
    const { branch } = this.#session
    if (!branch) return
    await this.#attempt(async () => {
      const line = { turn: branch.start, actions: branch.actions }
      const kept = await api.keepBranch(this.#session.id, line, title)
      if (this.#info) this.#info = { ...this.#info, branches: [...this.#info.branches, kept] }
      this.#session.variation.rename({ ...branch, id: kept.id, title: kept.title })
    })
  }

  async remove(branch: BranchInfo): Promise<void> {
    await this.#attempt(async () => {
      await api.removeBranch(this.#session.id, branch.id)
      if (this.#info) {
        this.#info = { ...this.#info, branches: this.#info.branches.filter((one) => one.id !== branch.id) }
      }
      const shown = this.#session.branch
      if (shown?.id === branch.id) this.#session.variation.rename({ ...shown, id: '' })
    })
  }

  // Bots.

  readonly thinking = $derived(this.#thinking)

  stopBots(): void {
    this.#thinking = false
  }

  /** Lets a bot go on from the turn on the screen: one move, or to the end of the game. */
  async letBots(bot: string, options: { readonly toEnd: boolean }): Promise<void> {
    if (this.#thinking) return
    this.#thinking = true
    const session = this.#session
    await this.#attempt(async () => {
      do {
        const { branch, shownTurn } = session
        if (!branch || session.view?.turn == null) break
        const move = await api.botMove(session.id, lineTo(branch, shownTurn), session.detail, bot)
        // A user who has stopped it or gone elsewhere meanwhile does not want the move any more.
        if (!this.#thinking || session.branch !== branch || session.shownTurn !== shownTurn) break
        session.variation.extend(move.action, move.moment, move)
      } while (options.toEnd)
    })
    this.#thinking = false
  }

  // Reviews and verdicts.

  /** What is known about the best that could follow from a turn; a review tells it of the deal. */
  verdict(turn: number): Verdict | null {
    const found = this.study('verdict', turn).verdict
    const { review, summary } = this.study('review')
    if (found || turn !== 0 || !review?.deal || !summary) return found
    const { winnable } = summary
    if (winnable === null) return null
    return { ...review.deal, perfect: review.most, won: winnable, winnable, seconds: 0 }
  }

  study(kind: StudyKind, turn = 0): StudyInfo {
    return this.#studies.get(`${kind}/${turn}`) ?? NOTHING
  }

  async start(kind: StudyKind, turn = 0): Promise<void> {
    await this.#attempt(async () => {
      this.#note(kind, turn, await api.startStudy(this.#session.id, kind, turn))
      this.#watch(kind, turn)
    })
  }

  async stop(kind: StudyKind, turn = 0): Promise<void> {
    await this.#attempt(async () => {
      await api.stopStudy(this.#session.id, kind, turn)
      this.#note(kind, turn, NOTHING)
    })
  }

  async #look(kind: StudyKind, turn: number): Promise<void> {
    this.#note(kind, turn, await api.study(this.#session.id, kind, turn))
    this.#watch(kind, turn)
  }

  #watch(kind: StudyKind, turn: number): void {
    if (this.#closed || !isUnderWay(this.study(kind, turn))) return
    setTimeout(() => {
      if (this.#closed || !isUnderWay(this.study(kind, turn))) return
      void this.#look(kind, turn).catch(() => this.#watch(kind, turn))
    }, PAUSE)
  }

  #note(kind: StudyKind, turn: number, study: StudyInfo): void {
    this.#studies = new Map(this.#studies).set(`${kind}/${turn}`, study)
  }

  async #attempt(work: () => Promise<void>): Promise<void> {
    this.#error = ''
    try {
      await work()
    } catch (error) {
      this.#error = errorWords(error)
    }
  }
}

export function isUnderWay({ state }: StudyInfo): boolean {
  return state === 'waiting' || state === 'preparing' || state === 'working'
}

function toBranch(info: BranchInfo): Branch {
  return { ...newBranch(info.turn, info.actions), id: info.id, title: info.title }
}
