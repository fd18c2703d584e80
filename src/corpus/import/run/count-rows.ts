import { linesIn } from '../readers/json-lines.ts'
import { readInputs } from '../readers/read-records.ts'
import type { ReadOptions } from '../readers/read-options.ts'
import { withoutOwnTables } from '../readers/select-rows.ts'

/** Counts the rows of a file without mapping them, up to one more than `most`. Throws UnreadableFile. */
export async function countRows(
  file: string,
  { most, signal, select, ...options }: ReadOptions & { most: number; signal?: AbortSignal | undefined },
): Promise<number> {
  let rows = 0
  for await (const input of readInputs(file, { ...options, select: select && withoutOwnTables(select) })) {
    rows += 'rows' in input ? input.rows.length : linesIn(input.text, input.line).length
    signal?.throwIfAborted()
    if (rows > most) break
  }
  return rows
}
