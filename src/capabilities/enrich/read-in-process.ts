import { readInChild, scriptBeside, type GivenRow } from '../../corpus/tables/index.ts'
import type { UnderstandOptions, UnderstoodList } from './understand-list.ts'

export type ReadOptions = Omit<UnderstandOptions, 'onRows'>

/** A list that was read completely. */
export interface WholeList {
  list: UnderstoodList
  rows: GivenRow[]
}

/**
 * Reads a file without blocking this process. Throws UnreadableList, and the failure `unavailable` when the reading
 * process was killed from outside.
 */
export type ReadList = (bytes: Buffer, options: ReadOptions, signal: AbortSignal) => Promise<WholeList>

/** Reads each file in a separate process, which is reused unless a file crashed it. */
export const readInProcess = (): ReadList =>
  readInChild<UnderstoodList, GivenRow>({ script: scriptBeside(import.meta.url, 'enrich-child') })
