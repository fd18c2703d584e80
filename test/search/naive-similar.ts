import { comparedRows, type Comparable } from '../../src/capabilities/search/similar/compared.ts'
import { companyTraitKinds, personTraitKinds } from '../../src/capabilities/search/similar/kinds.ts'
import { similarPage } from '../../src/capabilities/search/similar/page.ts'
import { listTraits } from '../../src/capabilities/search/similar/traits.ts'
import type { CompanyRecord, PersonRecord } from '../../src/corpus/records/index.ts'
import { traitsOfCompany, traitsOfPerson } from '../../src/corpus/search-index/index.ts'
import { always } from '../../src/corpus/search/index.ts'
import type { Row, SearchWorld } from './search-world.ts'

const asked = {
  companies: { kinds: companyTraitKinds, shared: ['industry'], besides: ['size'] },
  people: { kinds: personTraitKinds, shared: ['function', 'level'], besides: ['place'] },
} as const

type Kind = keyof typeof asked
/** Whoever is compared at all, and how many of the most prominent. */
const most = 2_000

/** A row as it was stored, with what makes it alike others in words. */
export interface TraitedRow {
  id: string
  own: ReadonlySet<string>
}

export const traited = {
  companies: (rows: readonly Row<CompanyRecord>[]): TraitedRow[] =>
    rows.map(({ id, record }) => ({ id, own: new Set(traitsOfCompany(record)) })),
  people: (rows: readonly Row<PersonRecord>[]): TraitedRow[] =>
    rows.map(({ id, record }) => ({ id, own: new Set(traitsOfPerson(record)) })),
}

/** Lookalikes of one example by reading every row: ids with scores in thousandths, best first. */
export function naiveSimilar(kind: Kind, rows: readonly TraitedRow[], example: TraitedRow) {
  const { kinds, shared, besides } = asked[kind]
  const traits = listTraits([example.own], kinds, {})
  const facets = (member: string) =>
    traits.filter((each) => each.member === member && !/^(past|did|skill|spec|word):/.test(each.token))
  const sharesOf = (members: readonly string[]) => (row: TraitedRow) =>
    members.every((member) => facets(member).some(({ token }) => row.own.has(token)))
  const isKnown = (members: readonly string[]) => members.every((member) => facets(member).length > 0)
  const any = traits.filter(({ member }) => facets(member).length > 0)
  const others = rows.filter(({ id }) => id !== example.id)
  const alike = others.filter(
    isKnown(shared) ? sharesOf(shared) : (row) => any.some(({ token }) => row.own.has(token)),
  )
  const near = isKnown(besides) ? alike.filter(sharesOf(besides)) : []
  const scored = (near.length >= most ? near : alike).slice(0, most).map(({ id, own }) => {
    const sum = traits.reduce((all, { token, weight }) => all + (own.has(token) ? weight : 0), 0)
    return { id, score: 1_000 * sum }
  })
  return scored.toSorted((one, other) => other.score - one.score)
}

/** The same as the operations ask it, page by page. */
export async function similarTo(
  { search, snapshots }: Pick<SearchWorld, 'search' | 'snapshots'>,
  kind: Kind,
  { example, before }: { example: TraitedRow; before?: Parameters<typeof comparedRows>[0]['comparedBefore'] },
): Promise<{ id: string; score: number }[]> {
  const { kinds, shared, besides } = asked[kind]
  const traits = listTraits([example.own], kinds, {})
  const of: Comparable = {
    kind,
    traits,
    examples: [example],
    shared,
    besides,
    asked: always,
    snapshot: await snapshots.newest(kind),
    signal: new AbortController().signal,
  }
  const compared = await comparedRows({ search, ...(before && { comparedBefore: before }) }, of)
  const found: { id: string; score: number }[] = []
  for (let after; ;) {
    const page = await similarPage(search, kind, {
      compared,
      traits,
      limit: 700,
      after,
    })
    found.push(...page.ids.map((id, index) => ({ id, score: page.sortKeys?.[index] ?? -1 })))
    after = page.next
    if (after === undefined) return found
  }
}
