/** Types of columns that rows can be copied into. */
export type CopyColumn = 'int2' | 'int4' | 'int8' | 'text' | 'bytea' | 'timestamptz'

/** A bytea is a Buffer, an int8 a bigint or a safe number, a timestamptz milliseconds since 1970. */
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

/** Builds rows in the binary format of COPY, in a buffer that grows: no text to write and read again. */
export function copyRows(columns: readonly CopyColumn[]): CopyBuilder {
  let bytes = Buffer.allocUnsafe(64 * 1024)
  let end = 0
  let count = 0
  const room = (needed: number) => {
    if (end + needed <= bytes.length) return
    const grown = Buffer.allocUnsafe(Math.max(bytes.length * 2, end + needed))
    bytes.copy(grown, 0, 0, end)
    bytes = grown
  }
  const append = (data: Buffer | string) => {
    const length = typeof data === 'string' ? Buffer.byteLength(data) : data.length
    room(4 + length)
    end = bytes.writeInt32BE(length, end)
    end += typeof data === 'string' ? bytes.write(data, end) : data.copy(bytes, end)
  }
  const number = (type: CopyColumn, value: number | bigint) => {
    const length = fixedBytes[type]
    if (length === undefined) throw new TypeError(`a number for a column of type ${type}`)
    room(4 + length)
    end = bytes.writeInt32BE(length, end)
    if (type === 'int2') end = bytes.writeInt16BE(Number(value), end)
    else if (type === 'int4') end = bytes.writeInt32BE(Number(value), end)
    else if (type === 'int8') end = bytes.writeBigInt64BE(BigInt(value), end)
    else end = bytes.writeBigInt64BE(BigInt(Math.round((Number(value) - epochMs) * 1000)), end)
  }
  const begin = () => {
    end = header.copy(bytes, 0)
    count = 0
  }
  begin()
  return {
    add(values) {
      room(2)
      end = bytes.writeInt16BE(columns.length, end)
      for (const [index, type] of columns.entries()) {
        const value = values[index] ?? null
        if (value === null) {
          room(4)
          end = bytes.writeInt32BE(-1, end)
        } else if (typeof value === 'number' || typeof value === 'bigint') number(type, value)
        else append(value)
      }
      count += 1
    },
    get count() {
      return count
    },
    take() {
      const whole = Buffer.concat([bytes.subarray(0, end), trailer])
      begin()
      return whole
    },
  }
}

/** Rows of several builders of the same columns, as one COPY reads them. */
export function joinRows(parts: readonly Buffer[]): Buffer {
  if (parts.length <= 1) return parts[0] ?? Buffer.concat([header, trailer])
  const rows = parts.map((part) => part.subarray(header.length, part.length - trailer.length))
  return Buffer.concat([header, ...rows, trailer])
}
