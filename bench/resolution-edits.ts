import {
  findPeople,
  inBackground,
  personQuestion,
  type LookupDeps,
} from '../src/capabilities/resolve/index.ts'
import { sampleDay } from '../src/cli/first-sample.ts'
import type { PersonRecord } from '../src/corpus/records/index.ts'
import { createWorld, generateCompany, generatePerson } from '../src/corpus/sample/index.ts'
import type { CorpusWriter } from '../src/corpus/write/index.ts'
import { edits, withEdit } from './one-edit.ts'
import { memberRecords } from './resolution-members.ts'
import { seeded, type Random } from './resolution-sets.ts'
import { openTally } from './resolution-tally.ts'

const samplePeople = 600
const sampleCompanies = 60

/** Somebody at an employer. */
export interface Employed {
  slug: string
  first: string
  last: string
  company: string
}

/**
 * Names with one edit anywhere in the first or the family name, each edit of each for half of the people: the name is
 * written as it would be typed.
 */
export function editedNames({ first, last }: Employed, random: Random): { kind: string; name: string }[] {
  return edits.flatMap((edit) =>
    (['first', 'last'] as const).flatMap((part) => {
      const word = withEdit(part === 'first' ? first : last, edit, random)
      if (word === undefined || random() > 0.5) return []
      const name = part === 'first' ? `${word} ${last}` : `${first} ${word}`
      return [{ kind: `${edit}, ${part} name`, name }]
    }),
  )
}

/**
 * Members of a parliament and people of the sample, asked for by a name with one edit and the right employer; every tenth is
 * left out. Not asked for is whoever is not told from a colleague by the name as it is.
 */
export async function editFigures(
  { deps, writer }: { deps: LookupDeps; writer: CorpusWriter },
  dataDir: string,
  seed: number,
): Promise<string> {
  const world = createWorld({ seed: 5, companies: sampleCompanies, people: samplePeople, asOf: sampleDay })
  const source = { source: 'bench', observedAt: new Date('2026-01-01') }
  const items = (records: readonly object[]) => records.map((record, index) => ({ line: index + 1, record }))
  const companies = Array.from({ length: sampleCompanies }, (_, index) => generateCompany(world, index))
  const sample = Array.from({ length: samplePeople }, (_, index) => generatePerson(world, index))
  const members = memberRecords(dataDir)
  const isLeftOut = (index: number) => index % 10 === 9
  const inCorpus = [members, sample].flatMap((set) => set.filter((_, index) => !isLeftOut(index)))
  await writer.write('companies', items(companies), source)
  await writer.write('people', items(inCorpus), source)

  const random = seeded(seed)
  const measure = openTally()
  let namesakes = 0
  const answerTo = async ({ company }: Employed, name: string, fuzzySearch: boolean) => {
    const question = { personName: { value: name }, companyName: { value: company }, fuzzySearch }
    const signal = new AbortController().signal
    const { matches } = await findPeople(deps, inBackground(signal), personQuestion.parse(question))
    return matches[0]?.person.primary_slug
  }
  const ask = async (record: object, isKnown: boolean) => {
    const person = employed(record as PersonRecord)
    if (person === undefined) return
    const plain = await answerTo(person, `${person.first} ${person.last}`, false)
    if (plain !== (isKnown ? person.slug : undefined)) {
      namesakes++
      return
    }
    for (const { kind, name } of editedNames(person, random)) {
      const answered = await measure.timed(() => answerTo(person, name, true))
      measure.count(kind, { isKnown, answered, truth: person.slug })
    }
  }
  for (const [step, set] of [
    [3, members],
    [8, sample],
  ] as const)
    for (const [index, record] of set.entries())
      if (index % step === 0 || isLeftOut(index)) await ask(record, !isLeftOut(index))
  return `${measure.body()} Not asked for: ${namesakes} whose very name a colleague has.`
}

function employed(record: PersonRecord): Employed | undefined {
  const company = (record.experiences ?? []).find((position) => position.is_current === true)?.company_name
  const { first_name: first, last_name: last, primary_slug: slug } = record
  return company && first && last && company !== 'Self-employed' ? { slug, first, last, company } : undefined
}
