import { UnreadableList } from './table.ts'

/** Files that people take for lists, by how they begin, and what to do with them. */
const signatures: readonly [start: string, what: string][] = [
  ['\u00d0\u00cf\u0011\u00e0', 'an old binary Excel workbook (.xls): save it as .xlsx or .csv'],
  ['%PDF', 'a PDF document and no list of rows'],
  ['PAR1', 'a Parquet file and no list of rows'],
  ['\u001f\u008b', 'a gzip archive: unpack it'],
  ['BZh', 'compressed by bzip2: unpack it, or use gzip or zstd'],
  ['\u00fd7zXZ', 'compressed by xz: unpack it, or use gzip or zstd'],
  ['7z\u00bc\u00af', 'a 7z archive: unpack it'],
  ['Rar!', 'a RAR archive: unpack it'],
  ['Obj\u0001', 'an Avro file: convert it to Parquet or JSON lines'],
  ['ORC', 'an ORC file: convert it to Parquet or JSON lines'],
  ['ARROW1', 'an Arrow file: convert it to Parquet or JSON lines'],
  ['SQLite format 3', 'an SQLite database: export the table as CSV'],
  ['{\\rtf', 'a text document (RTF): save its table as .xlsx or .csv'],
  ['\u0089PNG', 'a picture and not text'],
  ['\u00ff\u00d8\u00ff', 'a picture and not text'],
  ['GIF8', 'a picture and not text'],
  ['\u007fELF', 'a program and not text'],
]

/** Begins every .xlsx file, which is a ZIP archive. */
export const isArchive = (head: Buffer): boolean =>
  head.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004'

/** Whether content begins as no text does, whatever its bytes look like further on. */
export function isBinaryHead(head: Buffer): boolean {
  const start = head.subarray(0, maxStartLength).toString('latin1')
  return isArchive(head) || signatures.some(([magic]) => start.startsWith(magic))
}

const maxStartLength = 16

/** A control character that no list holds; tab, breaks and those old systems put between cells are none. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const control = /[\u0000\u0002-\u0008\u000e-\u001a\u001c-\u001e\u007f]/g
/** So many of them in a hundred characters are no slip. */
const maxStrayShare = 0.01

/** Throws UnreadableList for content that is known to be no table, or no text. Taken for CSV, a picture would be a thousand rejects. */
export function refuseOtherContent(head: Buffer): void {
  if (head.length === 0) throw new UnreadableList('The file is empty.')
  const start = head.toString('latin1')
  const other = signatures.find(([magic]) => start.startsWith(magic))
  if (other !== undefined) throw new UnreadableList(`The file is ${other[1]}.`)
  if (/^(?:From|MIME-Version|Message-ID):/i.test(start) && /multipart\/related/i.test(start))
    throw new UnreadableList('The file is a web archive (.mht): save it as .xlsx or .csv.')
  // Where the first line is text, a stray character further down costs its row, not the file.
  const stray = start.match(control)?.length ?? 0
  const [firstLine = ''] = start.split('\n', 1)
  if (stray > Math.max(4, start.length * maxStrayShare) || firstLine.slice(0, 512).search(control) !== -1)
    throw new UnreadableList('The file is binary and not text: it is no list of rows.')
}
