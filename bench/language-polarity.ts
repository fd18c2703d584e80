import { parseQuestion } from '../src/capabilities/language/index.ts'
import { atomsOf } from './language-notation.ts'

/** Whether a question wants or excludes something. */
export type Polarity = 'wanted' | 'excluded'

/** Parameters that ask for the same sort of thing of companies, of their offices or of people. */
const families: Record<string, string> = {
  headquartersCountryCode: 'country',
  country3LetterCode: 'country',
  officeLocationsV2: 'place',
  headquartersStateName: 'state',
  state: 'state',
  headquartersLocation: 'city',
  location: 'city',
  technologies: 'word',
  keywords: 'word',
  industriesV2: 'industry',
  nameLike: 'name',
  jobTitleV3: 'title',
  specialFlags: 'flag',
  status: 'status',
  stage: 'stage',
  tags: 'tag',
  languages: 'language',
  employees: 'staff',
}
const excluding = new Set(['noneOf', 'subtractAll', 'obeysNone', 'containsNone'])

/** What atoms (`side.param.list=value`) want and exclude, whichever parameter says so. */
export function polaritiesOf(atoms: Iterable<string>): Map<string, Set<Polarity>> {
  const found = new Map<string, Set<Polarity>>()
  for (const atom of atoms) {
    const [, param = '', list = '', value = ''] = /^\w+\.(\w+)\.(\w+)=(.*)$/.exec(atom) ?? []
    const family = families[param]
    if (family === undefined) continue
    const isNone = family === 'staff' && /"upperBound":0/.test(value)
    for (const key of keysOf(family, value))
      found.set(key, (found.get(key) ?? new Set()).add(excluding.has(list) || isNone ? 'excluded' : 'wanted'))
  }
  return found
}

/** `country DEU`, `word salesforce`, `title cto`: a value by the names in it. */
function keysOf(family: string, value: string): string[] {
  const names = [...value.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, name = '']) => name)
  if (family === 'place') {
    const code = /"countryOrRegionCode":"(\w+)"/.exec(value)?.[1]
    return code === undefined ? [] : [`country ${code}`]
  }
  if (family === 'state') return [`state ${/"stateName":"([^"]+)"/.exec(value)?.[1] ?? names[0]}`]
  if (family === 'word')
    return [`word ${(/"(?:name|technology)":"([^"]+)"/.exec(value)?.[1] ?? names[0])?.toLowerCase()}`]
  if (family === 'title' || family === 'staff')
    return names.filter((name) => /^[A-Z]{3,4}$|^Chief /.test(name)).map((name) => `title ${name}`)
  return names.slice(0, 1).map((name) => `${family} ${name.toLowerCase()}`)
}

/** What the parser turns round of a question: wanted and answered as excluded, or the other way; nothing is right. */
export function invertedIn(question: string, gold: ReadonlyMap<string, Set<Polarity>>): string[] {
  const parsed = parseQuestion(question, { nowMs: Date.parse('2026-11-23') })
  const answered = polaritiesOf(atomsOf(parsed.companySearchParams, parsed.profileSearchParams))
  return [...gold].flatMap(([key, wanted]) => {
    const of = answered.get(key)
    if (of === undefined || wanted.size > 1) return []
    const [polarity] = wanted
    return of.has(polarity === 'wanted' ? 'excluded' : 'wanted') ? [`${question}: ${key} is ${polarity}`] : []
  })
}

/** Keys that the answer excludes and the gold set does not. */
export function inventedIn(question: string, gold: ReadonlyMap<string, Set<Polarity>>): string[] {
  const parsed = parseQuestion(question, { nowMs: Date.parse('2026-11-23') })
  const answered = polaritiesOf(atomsOf(parsed.companySearchParams, parsed.profileSearchParams))
  return [...answered]
    .filter(([key, of]) => of.has('excluded') && gold.get(key)?.has('excluded') !== true)
    .map(([key]) => `${question}: ${key} is not excluded`)
}
