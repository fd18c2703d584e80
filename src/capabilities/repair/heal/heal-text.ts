import { isNoValue, standsForNothing } from '../../../lib/placeholder.ts'
import { fixMojibake } from './fix-mojibake.ts'

/** The changes to a cell; shown in reports. */
export type CellChange =
  | 'whitespace'
  | 'invisible'
  | 'encoding'
  | 'entities'
  | 'placeholder'
  | 'case'
  | 'order'
  | 'title'
  | 'typo'
  | 'format'
  | 'joined'
  | 'merged'

/** The problem that could not be repaired; the cell is left as it was. */
export type Problem = 'invalid' | 'ambiguous'

export interface Healed {
  value: string
  changes: CellChange[]
  problem?: Problem
  /** What an ambiguous cell may mean. */
  readings?: string[]
}

/** Zero-width and direction marks, soft hyphens, byte order marks. */
const invisible = /[\u00ad\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g
/** Joiners, which Arabic and Indic writing and emoji need. */
const joiners =
  /(?<![\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Malayalam}\p{Script=Tamil}\p{Extended_Pictographic}\ufe0f])[\u200c\u200d]/gu
// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g
const spaces = /[\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/g

const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  '#39': "'",
  '#34': '"',
}
const entity = /&(amp|lt|gt|quot|apos|nbsp|#39|#34);/gi

const maxChars = 32_768

/**
 * What is good for every cell: decoded twice too often, invisible characters, spaces, words for nothing. `isWord`: of a
 * column that holds names or text. A text longer than a cell of a spreadsheet stays as it is.
 */
export function healText(raw: string, isWord = false): Healed {
  if (raw.length > maxChars) return { value: raw, changes: [] }
  const changes: CellChange[] = []
  let value = raw
  const step = (change: CellChange, next: string) => {
    if (next !== value) changes.push(change)
    value = next
  }
  step('encoding', fixMojibake(value).normalize('NFC'))
  if (value.includes('&'))
    step(
      'entities',
      value.replace(entity, (all, name: string) => entities[name.toLowerCase()] ?? all),
    )
  step('invisible', value.replace(invisible, '').replace(joiners, '').replace(controls, ''))
  // A leading apostrophe is how spreadsheets mark text.
  step(
    'whitespace',
    value
      .replace(spaces, ' ')
      .trim()
      .replace(/^'(?=[+=@-]|[\d\s().,/-]{3,}$)/, ''),
  )
  // Li Na, Nan Goldin, the family Null, a town called None: only where a column holds no words do they stand for nothing.
  if (value !== '' && (isWord ? standsForNothing(value) : isNoValue(value))) step('placeholder', '')
  return { value, changes }
}
