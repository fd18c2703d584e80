import { unguardFormula } from '../../lib/formula-guard.ts'
import { readDelimited } from './read-delimited.ts'
import { readSpreadsheet } from './read-spreadsheet.ts'
import { mostBytes, UnreadableList, type RawTable } from './table.ts'

/** Reads a list whatever it is called: .xlsx by its first bytes, everything else as delimited text. Throws UnreadableList. */
export async function readList(bytes: Buffer): Promise<RawTable> {
  if (bytes.length === 0) throw new UnreadableList('The file is empty.')
  if (bytes.length > mostBytes) throw new UnreadableList('The file is larger than 50 MiB.')
  const isArchive = bytes.readUInt8(0) === 0x50 && bytes.length > 3 && bytes.readUInt32LE(0) === 0x04034b50
  const table = isArchive ? await readSpreadsheet(bytes) : readDelimited(bytes)
  if (table.rows.length === 0) throw new UnreadableList('The file is empty.')
  for (const row of table.rows) row.cells = row.cells.map(unguardFormula)
  return table
}
