import { countChain, type JournalEntry } from '../baseline.ts'
import type { MigrationFile } from './migration-files.ts'
import { MigrationRefused } from './migration-run.ts'

/** A line of the journal with the number of its file. */
export interface NumberedEntry extends JournalEntry {
  number: number
}

/** How many of the first entries the first file takes the place of. Throws MigrationRefused. */
export function countEntries(...chain: Parameters<typeof countChain>): number {
  try {
    return countChain(...chain)
  } catch (cause) {
    throw new MigrationRefused(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}

/** Files that a journal lacks, in order. Throws MigrationRefused where the two contradict each other. */
export function findMissing(
  recorded: readonly NumberedEntry[],
  files: readonly MigrationFile[],
): MigrationFile[] {
  const byNumber = new Map(files.map((file) => [file.number, file]))
  for (const row of recorded) {
    const file = byNumber.get(row.number)
    if (!file) throw new MigrationRefused(unknownEntry(row, files))
    if (file.checksum !== row.checksum) {
      throw new MigrationRefused(
        `migration ${row.name} was changed after it had been applied; restore the file and put the change in a new one`,
      )
    }
  }
  const newest = recorded.at(-1)
  const applied = new Set(recorded.map((row) => row.number))
  const missing = files.filter((file) => !applied.has(file.number))
  const [next] = missing
  if (next !== undefined && newest !== undefined && next.number < newest.number) {
    throw new MigrationRefused(
      `migration ${next.name} has a lower number than ${newest.name}, which is applied: this step is missing in the database. Restore a backup that has it; a file that was only just written needs a new number`,
    )
  }
  return missing
}

function unknownEntry(row: NumberedEntry, files: readonly MigrationFile[]): string {
  const newest = files.at(-1)?.number ?? 0
  return row.number < newest
    ? `the database has migration ${row.name}, which is missing from this program although later ones are there: install the program again, whole`
    : `the database has migration ${row.name}, which this version does not know: it was used by a newer version`
}
