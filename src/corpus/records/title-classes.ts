import { memo } from '../../lib/memo.ts'
import { normalText } from '../../lib/text-normal.ts'
import functionTable from './data/title-functions.json' with { type: 'json' }
import seniorityTable from './data/title-seniority.json' with { type: 'json' }
import type { JobFunction } from './job-functions.ts'
import type { Seniority } from './person-enums.ts'

/** What a job title says of a position. */
export interface TitleClasses {
  seniority: Seniority | null
  /** The functions named, at most two. */
  functions: JobFunction[]
}

type Pattern<T> = readonly [name: T, pattern: RegExp]

/**
 * `head of *, *leiter, ^partner$`: phrases of whole words; an asterisk stands for the rest of a word, alone for a word.
 * Endings are looked for without going through the word before them, which halves the time.
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

const seniorities = compiled<Seniority>(seniorityTable)
const functions = compiled<JobFunction>(functionTable)
const mostFunctions = 2

/**
 * Level and functions of a position by its title in English, German, French or Spanish, at the top also in ten more. The
 * first row of a table whose words are in the title decides the level; rows further up are more telling, not higher.
 * Remembered, since titles repeat by the million.
 */
export const titleClasses: (title: string) => TitleClasses = memo((title) => {
  const text = normalText(title)
  const found = functions.filter(([, pattern]) => pattern.test(text)).map(([name]) => name)
  return {
    seniority: seniorities.find(([, pattern]) => pattern.test(text))?.[0] ?? null,
    functions: found.slice(0, mostFunctions),
  }
})
