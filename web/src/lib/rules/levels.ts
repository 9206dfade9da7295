/** Conventions in groups, as a card and a lesson show them. */

import type { ConventionInfo } from '@/lib/generated/types'

export interface Level {
  /** 0 in a book without levels. */
  readonly level: number
  readonly conventions: readonly ConventionInfo[]
}

/** The conventions of each level, the lowest first; within a level they keep their order. */
export function byLevel(conventions: readonly ConventionInfo[]): readonly Level[] {
  const levels = [...new Set(conventions.map(({ level }) => level))].toSorted((one, other) => one - other)
  return levels.map((level) => ({ level, conventions: conventions.filter((one) => one.level === level) }))
}
