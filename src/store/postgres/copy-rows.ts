/** Types of columns that rows can be copied into. */
export type CopyColumn = 'int2' | 'int4' | 'int8' | 'text' | 'bytea' | 'timestamptz'

/** A bytea is a Buffer, an int8 a bigint, a safe number or its eight bytes as characters (latin1), a timestamptz milliseconds since 1970. */
export type CopyValue = number | bigint | string | Buffer | null

export interface CopyBuilder {
  /** Adds a row; values in the order of the columns. */
  add(values: readonly CopyValue[]): void
  readonly count: number
  /** The rows added so far, as COPY … (FORMAT binary) reads them; empty afterwards. */
  take(): Buffer
}

// 11 fixed bytes, no flags, no extension: the header of the format.
const header = Buffer.concat([Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1'), Buffer.alloc(8)])
const trailer = Buffer.from([0xff, 0xff])
/** 2000-01-01, which Postgres counts microseconds from. */
const epochMs = 946_684_800_000
const fixedBytes: Partial<Record<CopyColumn, number>> = { int2: 2, int4: 4, int8: 8, timestamptz: 8 }
/** Of any field: its length, and the longest number. */
const fieldBytes = 12

/** Builds rows in the binary format of COPY, in a buffer that grows: no text to write and read again. */
export const copyRows = (columns: readonly CopyColumn[]): CopyBuilder => new RowBytes(columns)

class RowBytes implements CopyBuilder {
  count = 0
  readonly #columns: readonly CopyColumn[]
  #bytes = Buffer.allocUnsafe(64 * 1024)
  #view = viewOf(this.#bytes)
  #end = 0

  constructor(columns: readonly CopyColumn[]) {
    this.#columns = columns
    this.#begin()
  }

  add(values: readonly CopyValue[]): void {
    const columns = this.#columns
    this.#room(2 + columns.length * fieldBytes)
    this.#view.setInt16(this.#end, columns.length)
    this.#end += 2
    for (let index = 0; index < columns.length; index++) {
      const type = columns[index]!
      const value = values[index] ?? null
      if (value === null) this.#int32(-1)
      else if (typeof value === 'number' || typeof value === 'bigint') this.#number(type, value)
      else if (type === 'int8') this.#eightBytes(value)
      else this.#data(value)
    }
    this.count += 1
  }

  take(): Buffer {
    const whole = Buffer.concat([this.#bytes.subarray(0, this.#end), trailer])
    this.#begin()
    return whole
  }

  #begin(): void {
    this.#end = header.copy(this.#bytes, 0)
    this.count = 0
  }

  #room(needed: number): void {
    const bytes = this.#bytes
    if (this.#end + needed <= bytes.length) return
    this.#bytes = Buffer.allocUnsafe(Math.max(bytes.length * 2, this.#end + needed))
    this.#view = viewOf(this.#bytes)
    bytes.copy(this.#bytes, 0, 0, this.#end)
  }

  #int32(value: number): void {
    this.#view.setInt32(this.#end, value)
    this.#end += 4
  }

  #number(type: CopyColumn, value: number | bigint): void {
    const length = fixedBytes[type]
    if (length === undefined) throw new TypeError(`a number for a column of type ${type}`)
    this.#int32(length)
    const [view, end] = [this.#view, this.#end]
    if (length === 8) view.setBigInt64(end, int64(type, value))
    else if (length === 4) view.setInt32(end, within(Number(value), 2 ** 31))
    else view.setInt16(end, within(Number(value), 2 ** 15))
    this.#end += length
  }

  #eightBytes(data: Buffer | string): void {
    if (data.length !== 8) throw new TypeError('eight bytes for a column of type int8')
    this.#int32(8)
    const [bytes, end] = [this.#bytes, this.#end]
    // One by one: a call into Node for eight of them takes ten times as long.
    for (let at = 0; at < 8; at++)
      bytes[end + at] = typeof data === 'string' ? data.charCodeAt(at) : data[at]!
    this.#end += 8
  }

  #data(data: Buffer | string): void {
    const length = typeof data === 'string' ? Buffer.byteLength(data) : data.length
    this.#room(length + this.#columns.length * fieldBytes)
    this.#int32(length)
    const [bytes, end] = [this.#bytes, this.#end]
    this.#end += typeof data === 'string' ? bytes.write(data, end) : data.copy(bytes, end)
  }
}

function viewOf({ buffer, byteOffset, length }: Buffer): DataView {
  return new DataView(buffer, byteOffset, length)
}

/** A view writes what is left of a number that is too large. */
function within(value: number, limit: number): number {
  if (value >= -limit && value < limit) return value
  throw new RangeError(`${value} is out of the range of its column`)
}

function int64(type: CopyColumn, value: number | bigint): bigint {
  const whole = BigInt(type === 'int8' ? value : Math.round((Number(value) - epochMs) * 1000))
  if (BigInt.asIntN(64, whole) === whole) return whole
  throw new RangeError(`${value} is out of the range of its column`)
}

/** Rows of several builders of the same columns, as one COPY reads them. */
export function joinRows(parts: readonly Buffer[]): Buffer {
  if (parts.length <= 1) return parts[0] ?? Buffer.concat([header, trailer])
  const rows = parts.map((part) => part.subarray(header.length, part.length - trailer.length))
  return Buffer.concat([header, ...rows, trailer])
}

/** Rows that are sorted at once: their places take 21 of the 53 bits of a number. More stay as they are. */
const maxSorted = 2 ** 21

/**
 * The same rows in the order of the first four bytes of their first column, an int8 that is never null. Rows that are read
 * together by it then lie together in the table, where each would else be on a page of its own.
 */
export function sortRows(rows: Buffer): Buffer {
  const end = rows.length - trailer.length
  const starts = rowStarts(rows)
  if (starts.length < 3 || starts.length > maxSorted) return rows
  const keys = new Float64Array(starts.length - 1)
  for (let place = 0; place < keys.length; place++)
    keys[place] = rows.readInt32BE((starts[place] as number) + 6) * maxSorted + place
  keys.sort()
  const sorted = Buffer.allocUnsafe(rows.length)
  let to = rows.copy(sorted, 0, 0, header.length)
  for (const key of keys) {
    const place = key - Math.floor(key / maxSorted) * maxSorted
    // Rows are short: byte by byte is faster than a call for each.
    const after = starts[place + 1] as number
    for (let from = starts[place] as number; from < after; from++) sorted[to++] = rows[from] as number
  }
  rows.copy(sorted, to, end)
  return sorted
}

/** Where each row of a builder's bytes begins, and the last one ends. */
export function rowStarts(rows: Buffer): number[] {
  const end = rows.length - trailer.length
  const starts: number[] = []
  let at = header.length
  while (at < end) {
    starts.push(at)
    let left = rows.readInt16BE(at)
    for (at += 2; left > 0; left--) at += 4 + Math.max(0, rows.readInt32BE(at))
  }
  starts.push(at)
  return starts
}
