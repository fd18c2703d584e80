import type { TenureRow } from '../search-index/index.ts'
import type { RowValue } from './define-kind.ts'

/** Columns of `tenures` in the order of `tenureValues`. */
export const tenureColumns = [
  'employer',
  'place',
  'first_day',
  'last_day',
  'origin',
  'destination',
  'entry_level',
  'exit_level',
  'entry_function',
  'exit_function',
  'functions',
  'grade',
  'titles',
  'began',
  'country',
  'lat',
  'lon',
  'schools',
] as const

export const tenureValues = (row: TenureRow): RowValue[] => [
  row.employer,
  row.place,
  row.firstDay,
  row.lastDay,
  row.origin,
  row.destination,
  row.entryLevel,
  row.exitLevel,
  row.entryFunction,
  row.exitFunction,
  row.functions,
  row.grade,
  row.titles,
  row.began,
  row.country,
  row.lat,
  row.lon,
  row.schools,
]
