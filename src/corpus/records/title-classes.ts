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

/** `head of *, *leiter`: phrases of whole words; an asterisk stands for the rest of a word, alone for a word. */
function compiled<T>(table: readonly string[][]): Pattern<T>[] {
  return table.map(([name = '', phrases = '']) => {
    const alternatives = phrases.split(', ').map((phrase) => phrase.replaceAll('*', '[a-z0-9]*'))
    // Longer ones first, so that a phrase is taken whole.
    alternatives.sort((a, b) => b.length - a.length)
    return [name as T, new RegExp(`\\b(?:${alternatives.join('|')})\\b`)]
  })
}

const seniorities = compiled<Seniority>(seniorityTable)
const functions = compiled<JobFunction>(functionTable)
const mostFunctions = 2

/**
 * Level and functions of a position by its title in English, German, French or Spanish. The first row of a table whose
 * words are in the title decides the level; rows further up are more telling, not higher. Remembered, since titles repeat
 * by the million.
 */
export const titleClasses: (title: string) => TitleClasses = memo((title) => {
  const text = normalText(title)
  const found = functions.filter(([, pattern]) => pattern.test(text)).map(([name]) => name)
  return {
    seniority: seniorities.find(([, pattern]) => pattern.test(text))?.[0] ?? null,
    functions: found.slice(0, mostFunctions),
  }
})
