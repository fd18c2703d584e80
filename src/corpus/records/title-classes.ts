import { memo } from '../../lib/memo.ts'
import { normalText } from '../../lib/text-normal.ts'
import functionTable from '../../../data/records/title-functions.json' with { type: 'json' }
import seniorityTable from '../../../data/records/title-seniority.json' with { type: 'json' }
import beyondLatin from '../../../data/records/titles-beyond-latin.json' with { type: 'json' }
import type { JobFunction } from './job-functions.ts'
import type { Seniority } from './person-enums.ts'

/** What a job title tells of a position. */
export interface TitleClasses {
  seniority: Seniority | null
  /** The functions named, at most two. */
  functions: JobFunction[]
}

type Pattern<T> = readonly [name: T, pattern: RegExp]

/**
 * `head of *, *leiter, ^partner$`: phrases of whole words. An asterisk stands for the rest of a word, or alone for a
 * word. Endings are searched for without the word before them, which halves the time.
 */
function compiled<T>(table: readonly string[][]): Pattern<T>[] {
  return table.map(([name = '', phrases = '']) => {
    const [endings, whole] = partition(phrases.split(', '), (phrase) => /^\*[a-z]/.test(phrase))
    const either = (of: readonly string[]) => `(?:${of.join('|').replaceAll('*', '[a-z0-9]*')})\\b`
    const parts = [`\\b${either(whole)}`, ...(endings.length === 0 ? [] : [either(endings.map(tail))])]
    return [name as T, new RegExp(parts.join('|'))]
  })
}

const tail = (phrase: string) => phrase.slice(1)

function partition<T>(of: readonly T[], test: (each: T) => boolean): [T[], T[]] {
  return [of.filter(test), of.filter((each) => !test(each))]
}

interface Tables {
  seniorities: readonly Pattern<Seniority>[]
  functions: readonly Pattern<JobFunction>[]
}

const maxFunctions = 2

/** The same for letters outside `\b` and `[a-z]`. Phrases are brought to normal text, except for their asterisks. */
function compiledBeyondLatin<T>(table: readonly string[][]): Pattern<T>[] {
  return table.map(([name = '', phrases = '']) => {
    const either = phrases
      .split(', ')
      .map((phrase) => phrase.split('*').map(normalPart).join('[\\p{L}\\p{N}]*'))
      .join('|')
    return [name as T, new RegExp(`(?<![\\p{L}\\p{N}])(?:${either})(?![\\p{L}\\p{N}])`, 'u')]
  })
}

/** The spaces at its ends separate words. */
const normalPart = (text: string) =>
  `${text.startsWith(' ') ? ' ' : ''}${normalText(text)}${text.length > 1 && text.endsWith(' ') ? ' ' : ''}`

/**
 * Made with the first title that needs them, because they were a thirtieth of the start of a command that reads none.
 */
function madeOnce(make: () => Tables): () => Tables {
  let made: Tables | undefined
  return () => (made ??= make())
}

const latinTables = madeOnce(() => ({
  seniorities: compiled<Seniority>(seniorityTable),
  functions: compiled<JobFunction>(functionTable),
}))
const tablesBeyondLatin = madeOnce(() => ({
  seniorities: compiledBeyondLatin<Seniority>(beyondLatin.seniority),
  functions: compiledBeyondLatin<JobFunction>(beyondLatin.functions),
}))
const cyrillicOrGreek = /[\p{Script=Cyrillic}\p{Script=Greek}]{2}/u

/**
 * Level and functions of a position by its title in English, German, French or Spanish, at the top also in ten more
 * languages, and in Russian, Ukrainian, Bulgarian, Serbian and Greek letters. The first row of a table whose words
 * are in the title decides the level; upper rows are more telling, not higher. Remembered, since titles repeat by the
 * million.
 */
export const titleClasses: (title: string) => TitleClasses = memo((title) => {
  const text = normalText(title)
  const read = classesBy(latinTables(), text)
  if (!cyrillicOrGreek.test(text)) return read
  const other = classesBy(tablesBeyondLatin(), text)
  return {
    seniority: other.seniority ?? read.seniority,
    functions: [...new Set([...other.functions, ...read.functions])].slice(0, maxFunctions),
  }
})

function classesBy(tables: Tables, text: string): TitleClasses {
  const functions = tables.functions.filter(([, pattern]) => pattern.test(text)).map(([name]) => name)
  return {
    seniority: tables.seniorities.find(([, pattern]) => pattern.test(text))?.[0] ?? null,
    functions: functions.slice(0, maxFunctions),
  }
}
