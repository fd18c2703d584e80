import { expect, test } from 'vitest'
import { nameQuery } from '../src/capabilities/resolve/name-query.ts'
import type { PersonRecord } from '../src/corpus/records/index.ts'
import { culturePeople } from './culture-names.ts'
import { namedPeople, type NamedPerson } from './resolution-people.ts'

const people = namedPeople()

/** The one colleague whose name fits best, as far as names alone tell. */
function named(text: string, colleagues: readonly NamedPerson[]): NamedPerson | undefined {
  const query = nameQuery(text, { loose: false, fuzzy: true })
  const scored = colleagues
    .map((person) => ({ person, score: query?.score(recordOf(person)) ?? 0 }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
  const [best, next] = scored
  return best === undefined || (next !== undefined && next.score > 0.985 * best.score)
    ? undefined
    : best.person
}

const recordOf = ({ name, first, last, slug }: NamedPerson) =>
  ({
    name,
    first_name: first ?? null,
    last_name: last ?? null,
    primary_slug: slug,
    slugs: [slug],
  }) as unknown as PersonRecord

test.each([
  ['tuned on', false, 0.99, 0.98],
  ['held out', true, 0.98, 0.96],
])(
  'names of fourteen cultures, %s: who is meant is told from colleagues and strangers',
  (_, isHeldOut, precision, recall) => {
    const tally = tallyOf(people.filter((each) => each.isHeldOut === isHeldOut))
    expect(tally.asked).toBeGreaterThan(300)
    expect(tally.right / (tally.right + tally.wrong)).toBeGreaterThanOrEqual(precision)
    expect(tally.right / tally.asked).toBeGreaterThanOrEqual(recall)
  },
)

const ruled = culturePeople()

test.each([...new Set(ruled.map(({ culture }) => culture))])(
  '%s: one answer in a hundred is wrong at most, and nine in ten are found',
  (culture) => {
    const colleagues = ruled.filter((each) => each.culture === culture)
    expect(colleagues.length).toBeGreaterThanOrEqual(30)
    for (const isHeldOut of [false, true]) {
      const tally = tallyOf(colleagues.filter((each) => each.isHeldOut === isHeldOut))
      expect(tally.asked).toBeGreaterThan(50)
      expect(tally.right / (tally.right + tally.wrong)).toBeGreaterThanOrEqual(0.99)
      expect(tally.right / tally.asked).toBeGreaterThanOrEqual(0.9)
    }
  },
)

function tallyOf(asked: readonly NamedPerson[]) {
  const tally = { asked: 0, right: 0, wrong: 0 }
  const count = (answered: NamedPerson | undefined, truth: NamedPerson | undefined) => {
    if (truth !== undefined) tally.asked++
    if (answered === undefined) return
    if (answered === truth) tally.right++
    else tally.wrong++
  }
  for (const person of asked) {
    const colleagues = [...people, ...ruled].filter(({ culture }) => culture === person.culture)
    for (const text of person.asked) count(named(text, colleagues), person)
    for (const text of person.strangers) count(named(text, colleagues), undefined)
  }
  return tally
}
