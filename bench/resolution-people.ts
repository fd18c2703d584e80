import { readFileSync } from 'node:fs'
import {
  findPeople,
  inBackground,
  personQuestion,
  type LookupDeps,
} from '../src/capabilities/resolve/index.ts'
import type { CorpusWriter } from '../src/corpus/write/index.ts'
import { openTally } from './resolution-tally.ts'

/** A person of a set of names, and how others write them. */
export interface NamedPerson {
  culture: string
  slug: string
  /** Every second one: the rules were tuned without looking at these. */
  isHeldOut: boolean
  name: string
  first: string | undefined
  last: string | undefined
  asked: readonly string[]
  /** Names of others who are not in the corpus. */
  strangers: readonly string[]
}

/** The names of bench/name-sets/people.txt, which says how it is written. */
export function namedPeople(): NamedPerson[] {
  const text = readFileSync(`${import.meta.dirname}/name-sets/people.txt`, 'utf8')
  const people: NamedPerson[] = []
  let culture = ''
  for (const line of text.split('\n')) {
    const heading = /^\[(.+)\]$/.exec(line)
    if (heading !== null) culture = heading[1] as string
    if (heading !== null || line === '' || line.startsWith('#')) continue
    people.push(personOf(line, culture, people.length))
  }
  return people
}

function personOf(line: string, culture: string, index: number): NamedPerson {
  const [stored = '', rest = ''] = line.split(' = ')
  const [asked = '', strangers = ''] = rest.split(' ! ')
  const [written = '', slug = `named-${index}`] = stored.split(' @')
  const parts = written.split('|')
  const [first, last] = parts.length === 2 ? orderOf(parts) : []
  return {
    culture,
    slug,
    isHeldOut: index % 2 === 1,
    name: parts.length === 2 && culture !== 'Native script' ? `${first} ${last}` : parts.join(''),
    first,
    last,
    asked: asked.split('; '),
    strangers: strangers === '' ? [] : strangers.split('; '),
  }
}

const surnames = ['Li', 'Xu', '田中', '佐藤']

/** Given name, then family name; some stand the other way round, as their owners write them. */
function orderOf([one = '', other = '']: readonly string[]): [string, string] {
  return surnames.includes(one) ? [other, one] : [one, other]
}

/**
 * Asks for everybody of the set by name and employer; all of a culture work at one company. Strangers are asked for, too.
 */
export async function namedFigures(
  { deps, writer }: { deps: LookupDeps; writer: CorpusWriter },
  people: readonly NamedPerson[],
) {
  const items = people.map((person, index) => ({ line: index + 1, record: recordOf(person) }))
  await writer.write('people', items, { source: 'bench', observedAt: new Date('2026-01-01') })
  const tallies = { tuned: openTally(), heldOut: openTally() }
  const told: string[] = []
  for (const person of people) {
    const measure = person.isHeldOut ? tallies.heldOut : tallies.tuned
    const ask = async (name: string, isKnown: boolean) => {
      const companyName = { value: `${employerOf(person)} GmbH` }
      const asked = personQuestion.parse({ personName: { value: name }, companyName, fuzzySearch: true })
      const found = await measure.timed(() =>
        findPeople(deps, inBackground(new AbortController().signal), asked),
      )
      const answered = found.matches[0]?.person.primary_slug
      measure.count(person.culture, { isKnown, answered, truth: person.slug })
      if (!person.isHeldOut && (isKnown ? answered !== person.slug : answered !== undefined))
        told.push(
          `${person.culture}: ${name} is ${isKnown ? person.name : 'nobody'}, answered ${answered ?? 'nobody'}`,
        )
    }
    for (const name of person.asked) await ask(name, true)
    for (const name of person.strangers) await ask(name, false)
  }
  return { tuned: tallies.tuned.body(), heldOut: tallies.heldOut.body(), told }
}

const employerOf = ({ culture }: NamedPerson) => `${culture} Works`

function recordOf(person: NamedPerson): object {
  const { slug, name, first, last } = person
  return {
    primary_slug: slug,
    name,
    first_name: first,
    last_name: last,
    experiences: [
      { company_name: employerOf(person), title: 'Engineer', is_current: true, start_date: '2020-01-01' },
    ],
  }
}
