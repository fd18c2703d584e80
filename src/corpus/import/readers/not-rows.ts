import { UnreadableFile } from './row.ts'

/** Files that hold no rows as they are, by how they begin. */
const known: readonly [start: string, what: string][] = [
  ['PK\u0003\u0004', 'a ZIP archive: unpack it'],
  ['\u00d0\u00cf\u0011\u00e0', 'an old Excel workbook: save the sheet as CSV'],
  ['BZh', 'compressed by bzip2: unpack it, or use gzip or zstd'],
  ['\u00fd7zXZ', 'compressed by xz: unpack it, or use gzip or zstd'],
  ['7z\u00bc\u00af', 'a 7z archive: unpack it'],
  ['Obj\u0001', 'an Avro file: convert it to Parquet or JSON lines'],
  ['ORC', 'an ORC file: convert it to Parquet or JSON lines'],
  ['ARROW1', 'an Arrow file: convert it to Parquet or JSON lines'],
  ['SQLite format 3', 'an SQLite database: export the table as CSV'],
  ['%PDF-', 'a PDF document'],
]
/** A control character that no line of text holds. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const control = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/
/** So many of them in the first 512 bytes are no slip. */
const mostStray = 4

/**
 * Throws UnreadableFile for content that holds no rows: nothing at all, or something else than text. Taken for CSV, a
 * picture would be a list of a thousand rejects.
 */
export function refuseOtherContent(head: Buffer): void {
  if (head.length === 0) throw new UnreadableFile('the file is empty')
  const start = head.subarray(0, 512).toString('latin1')
  const found = known.find(([magic]) => start.startsWith(magic))
  if (found !== undefined) throw new UnreadableFile(`the file is ${found[1]}`)
  // A stray character further down costs its row, not the file.
  const [firstLine = ''] = start.split('\n', 1)
  if (control.test(firstLine) || start.split(control).length > mostStray)
    throw new UnreadableFile('the file is not text: expected JSON lines, a JSON array, CSV, .xlsx or Parquet')
}

/** Throws UnreadableFile for one object spread over lines, which is neither JSON lines nor an array. */
export function refuseOneObject(head: Buffer): void {
  const [firstLine = ''] = head.toString('utf8').trimStart().split('\n', 1)
  if (/^\{\s*$/.test(firstLine) || /^\{\s*"[^"]*"\s*:\s*(?:[[{]\s*)?$/.test(firstLine))
    throw new UnreadableFile(
      'the file is one JSON object over several lines: expected one object a line, or an array of them',
    )
}
