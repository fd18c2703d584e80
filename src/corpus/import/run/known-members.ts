import { importTargets, type ImportKind } from '../mapping/target.ts'
import { readRecords } from '../readers/read-records.ts'
import type { ReadOptions } from '../readers/read-options.ts'
import { unwrapRow } from '../readers/rejected-row.ts'
import { UnreadableFile } from '../readers/row.ts'

const sampleRows = 50

/** The members of a file's first rows, when most of these rows have none that a native record has; else undefined. */
export async function knowsNoMember(
  kind: ImportKind,
  file: string,
  options: ReadOptions,
): Promise<string[] | undefined> {
  const { shape } = importTargets[kind].schema
  const members = new Set<string>()
  let [rows, unknown] = [0, 0]
  try {
    for await (const sourceRow of readRecords(file, options)) {
      const row = unwrapRow(sourceRow)
      if (
        !('value' in row) ||
        typeof row.value !== 'object' ||
        row.value === null ||
        Array.isArray(row.value)
      )
        continue
      const own = Object.keys(row.value)
      for (const member of own) members.add(member)
      if (!own.some((member) => (member.split('.')[0] as string) in shape)) unknown += 1
      rows += 1
      if (rows >= sampleRows) break
    }
  } catch (error) {
    // The import itself says what is wrong with the file.
    if (!(error instanceof UnreadableFile)) throw error
  }
  return unknown * 2 > rows ? [...members] : undefined
}
