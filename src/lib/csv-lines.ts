import { stringify } from 'csv-stringify/sync'
import { guardFormula } from './formula-guard.ts'

/** How lines end: as RFC 4180 says, or as programs of Unix write them. */
export type LineEnd = '\r\n' | '\n'

/** Rows as lines of CSV (RFC 4180); no cell runs as a formula. */
export function csvLines(rows: readonly (readonly string[])[], lineEnd: LineEnd = '\r\n'): string {
  return stringify(
    rows.map((row) => row.map(guardFormula)),
    {
      record_delimiter: lineEnd,
      quoted_match: /[\r\n]/,
      // A line without anything is no record to most readers.
      quoted_empty: rows[0]?.length === 1,
    },
  )
}
