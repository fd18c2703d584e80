import type { Mention } from './mention.ts'

/** Whose parameters a part belongs to: companies (those searched, or employers), or people. */
export type Side = 'company' | 'person'

/** One thing the question asks, on its way to a parameter. */
export interface Part {
  side: Side
  /** Search parameter. */
  param: string
  /** Which of its lists the value belongs to; a value without one is the parameter, or members of it. */
  list?: string | undefined
  value: unknown
  mention: Mention
  /** Values named in one list (`Berlin or Paris`). */
  group?: number | undefined
  /** `or` is between it and the one before it in the group. */
  isOr?: boolean
}

/** What has been understood so far. */
export interface Draft {
  parts: Part[]
  notices: string[]
  /** Mentions that say something that could not be placed. */
  unplaced: Mention[]
}

export const makeDraft = (): Draft => ({ parts: [], notices: [], unplaced: [] })
