import { readInChild, scriptBeside, type GivenRow } from '../../corpus/tables/index.ts'
import type { UnderstandOptions, UnderstoodList } from './understand-list.ts'

export type ReadOptions = Omit<UnderstandOptions, 'onRows'>

/** A list that was read whole. */
export interface WholeList {
  list: UnderstoodList
  rows: GivenRow[]
}

/**
 * Reads a file without holding anybody up. Throws UnreadableList, and the failure `unavailable` when the process that read
 * it was ended from outside.
 */
export type ReadList = (bytes: Buffer, options: ReadOptions, signal: AbortSignal) => Promise<WholeList>

/** Each file in a process of its own; one that behaved reads the next. */
export const readInProcess = (): ReadList =>
  readInChild<UnderstoodList, GivenRow>({ script: scriptBeside(import.meta.url, 'enrich-child') })
