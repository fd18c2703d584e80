import pg from 'pg'

const oid = {
  int8: 20,
  date: 1082,
  timestamp: 1114,
  int8Array: 1016,
  dateArray: 1182,
  numericArray: 1231,
  textArray: 1009,
}

function parseInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 ${text} does not fit a number exactly`)
  return value
}

const parseTextArray = pg.types.getTypeParser(oid.textArray, 'text') as (text: string) => (string | null)[]

const parsers = new Map<number, (text: string) => unknown>([
  [oid.int8, parseInt8],
  [oid.int8Array, (text) => parseTextArray(text).map((item) => (item === null ? null : parseInt8(item)))],
  // numeric would lose digits as a number; a calendar day is not an instant and must not shift with a time zone.
  [oid.numericArray, parseTextArray],
  [oid.date, (text) => text],
  [oid.dateArray, parseTextArray],
  [oid.timestamp, (text) => text],
])

/** How column values become JavaScript values; handed to each connection, the driver's globals stay untouched. */
export const valueTypes: pg.CustomTypesConfig = {
  getTypeParser: ((type: number, format?: 'text' | 'binary') =>
    parsers.get(type) ?? pg.types.getTypeParser(type, format as 'text')) as typeof pg.types.getTypeParser,
}
