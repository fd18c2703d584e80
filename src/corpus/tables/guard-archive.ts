import { inflateRawSync } from 'node:zlib'
import { maxColumns, maxRows, UnreadableList } from './table.ts'

/** What a spreadsheet may unpack to, all parts together. */
const maxUnpackedBytes = 128 * 1024 * 1024
const maxParts = 2_000
/** Cells from the first to the last one used: the reader makes the empty ones between them, too. */
const maxCells = 10_000_000

interface Part {
  name: string
  method: number
  packed: Uint8Array
  declared: number
}

const broken = () => new UnreadableList('The .xlsx file is damaged.')

/**
 * Unpacks a spreadsheet and refuses one that would take more than memory has, before the reader sees it: every part is
 * unpacked here with a limit, and has to be as long as the archive says. Parts by their names, in lower case.
 */
export function guardArchive(archive: Buffer): Map<string, Uint8Array> {
  let left = maxUnpackedBytes
  const parts = new Map<string, Uint8Array>()
  for (const part of listParts(archive)) {
    const text = unpacked(part, left)
    left -= text.length
    // A sheet may be in any folder under any name.
    guardSheet(text)
    parts.set(partName(part.name), text)
  }
  return parts
}

/** A name as parts are called by: some programs write backslashes, or other capitals than they refer by. */
export const partName = (name: string): string => name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase()

function unpacked({ method, packed, declared }: Part, limit: number): Uint8Array {
  if (declared > limit) throw tooLarge()
  if (method === 0) return packed
  if (method !== 8) throw broken()
  try {
    const text = inflateRawSync(packed, { maxOutputLength: Math.max(1, limit) })
    // A part said to be empty makes the reader guess its size.
    if (text.length !== declared || (declared === 0 && packed.length > 2)) throw broken()
    return text
  } catch (error) {
    if (error instanceof UnreadableList) throw error
    throw (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge() : broken()
  }
}

const tooLarge = () =>
  new UnreadableList(
    `The .xlsx file unpacks to more than ${maxUnpackedBytes / 1024 ** 2} MiB; save it as .csv.`,
  )

/** Entries of the central directory, which is found as the reader finds it: from the end. */
function listParts(archive: Buffer): Part[] {
  const end = endOfDirectory(archive)
  const count = archive.readUInt16LE(end + 8)
  let entry = archive.readUInt32LE(end + 16)
  const is64 = end >= 20 && archive.readUInt32LE(end - 20) === 0x07064b50
  if (is64 || count > maxParts) throw broken()
  const parts: Part[] = []
  for (let index = 0; index < count; index++) {
    if (entry + 46 > archive.length || archive.readUInt32LE(entry) !== 0x02014b50) throw broken()
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) =>
      archive.readUInt16LE(entry + offset),
    ) as [number, number, number]
    const packedLength = archive.readUInt32LE(entry + 20)
    const from = archive.readUInt32LE(entry + 42)
    if (from + 30 > archive.length) throw broken()
    const start = from + 30 + archive.readUInt16LE(from + 26) + archive.readUInt16LE(from + 28)
    if (start + packedLength > archive.length) throw broken()
    parts.push({
      name: archive.toString('utf8', entry + 46, entry + 46 + nameLength),
      method: archive.readUInt16LE(entry + 10),
      packed: archive.subarray(start, start + packedLength),
      declared: archive.readUInt32LE(entry + 24),
    })
    entry += 46 + nameLength + extraLength + commentLength
  }
  return parts
}

function endOfDirectory(archive: Buffer): number {
  for (let offset = archive.length - 22; offset >= Math.max(0, archive.length - 65_557); offset--) {
    if (archive.readUInt32LE(offset) === 0x06054b50) return offset
  }
  throw broken()
}

/** What a sheet of Excel has at most; beyond it are no cells. */
const lastRow = 1_048_576
const lastColumn = 16_384
/** Characters of one tag: reading its attributes takes the square of their number. */
const maxTagChars = 8_192

/** One cell in the last corner of a sheet is a table of 17 billion cells. Every tag is looked at as the reader does. */
function guardSheet(text: Uint8Array): void {
  const xml = Buffer.from(text.buffer, text.byteOffset, text.byteLength).toString('latin1')
  if (!/^(?:\u00ef\u00bb\u00bf)?\s*</.test(xml)) return
  let [columns, rows] = [0, 0]
  for (let start = xml.indexOf('<'); start !== -1;) {
    const end = tagEnd(xml, start)
    const isPlace = /^<(?:[\w.-]+:)?(?:c|row)[\s/]/i.test(xml.slice(start, start + 64))
    for (const [, double, single] of isPlace ? xml.slice(start, end).matchAll(reference) : []) {
      const place = /^\s*([A-Za-z]*)(\d*)\s*$/.exec(double ?? single ?? '')
      if (place === null) throw broken()
      rows = Math.max(rows, Number(place[2]))
      columns = Math.max(columns, readColumn(place[1] ?? ''))
    }
    start = xml.indexOf('<', end)
  }
  if (rows > lastRow || columns > lastColumn || rows * Math.max(1, columns) > maxCells)
    throw new UnreadableList(
      `A sheet reaches to row ${rows} and column ${columns}; at most ${maxRows} rows of ${maxColumns} columns are read. Remove the empty cells in between.`,
    )
}

const reference = /\sr\s*=\s*(?:"([^"]*)"|'([^']*)')/gi

/** Where the tag that begins at a place ends: after a `>` that is in no quotes. */
function tagEnd(xml: string, from: number): number {
  const ofData = xml.startsWith('<![CDATA[', from) ? ']]>' : undefined
  const closes = xml.startsWith('<!--', from) ? '-->' : ofData
  if (closes !== undefined) {
    const end = xml.indexOf(closes, from + 4)
    if (end === -1) throw broken()
    return end + closes.length
  }
  if (xml.startsWith('<!', from)) throw broken()
  let quote = ''
  for (let offset = from + 1; offset < xml.length && offset - from < maxTagChars; offset++) {
    const char = xml.charAt(offset)
    if (quote !== '') quote = char === quote ? '' : quote
    else if (char === '"' || char === "'") quote = char
    else if (char === '>') return offset + 1
  }
  throw new UnreadableList(`The .xlsx file has a tag longer than ${maxTagChars} characters; save it as .csv.`)
}

/** Infinity for letters no column has. */
function readColumn(letters: string): number {
  if (letters.length > 3) return Number.POSITIVE_INFINITY
  let column = 0
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64
  return column
}
