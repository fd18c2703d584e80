import { readInChild, scriptBeside } from '../../corpus/tables/index.ts'
import type { HealedRow } from './heal-list.ts'
import { UnknownColumn, type RepairedList, type RepairOptions } from './repair-list.ts'

/**
 * Reads and heals a file without holding anybody up. Throws UnreadableList, UnknownColumn, and the failure `unavailable` when
 * the process that read it was ended from outside.
 */
export type RepairFile = (bytes: Buffer, options: RepairOptions, signal: AbortSignal) => Promise<RepairedList>

/** Each file in a process of its own; a process that behaved reads the next file. */
export function repairInProcess(): RepairFile {
  const read = readInChild<RepairedList, HealedRow>({
    script: scriptBeside(import.meta.url, 'repair-child'),
    refusal: ({ unknownColumn }) =>
      typeof unknownColumn === 'string' ? new UnknownColumn(unknownColumn) : undefined,
  })
  return async (bytes, options, signal) => {
    const { list, rows } = await read(bytes, options, signal)
    return { ...list, rows }
  }
}
