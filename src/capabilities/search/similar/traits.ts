import { and, hasAny, type Condition } from '../../../corpus/search/index.ts'

/** What examples have: sorts of tokens, what they are called and how much they count when nothing else is asked. */
export interface TraitKind {
  member: string
  sorts: readonly string[]
  weight: number
  /** Most values of a kind that are looked at, those that most examples share. */
  most: number
}

/** A value that some examples have. */
export interface Trait {
  member: string
  /** As in `search-index/traits.ts`. */
  token: string
  /** Share of the score, 0 to 1; all traits together are 1. */
  weight: number
}

/**
 * What some examples, given by their traits, have in common and by themselves: the weight of a kind is
 * divided among its values by how many examples have each.
 */
export function listTraits(
  examples: readonly ReadonlySet<string>[],
  kinds: readonly TraitKind[],
  weights: Readonly<Record<string, number | undefined>>,
): Trait[] {
  const traits: Trait[] = []
  for (const { member, sorts, weight, most } of kinds) {
    const counts = new Map<string, number>()
    for (const tokens of examples)
      for (const token of tokens)
        if (sorts.includes(token.slice(0, token.indexOf(':'))))
          counts.set(token, (counts.get(token) ?? 0) + 1)
    const values = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).slice(0, most)
    const all = values.reduce((sum, [, count]) => sum + count, 0)
    const ownWeight = weights[member] ?? weight
    if (ownWeight > 0)
      for (const [token, count] of values) traits.push({ member, token, weight: (ownWeight * count) / all })
  }
  const sum = traits.reduce((all, trait) => all + trait.weight, 0)
  return traits.map((trait) => ({ ...trait, weight: trait.weight / sum }))
}

/** Sorts that rows have as facets, too. */
const isFacet = ({ token }: Trait) => !/^(past|did|skill|spec|word):/.test(token)

/** Rows with a facet of each of some members, as far as examples have any; undefined if one has none. */
export function sharing(traits: readonly Trait[], members: readonly string[]): Condition | undefined {
  const parts = members.map((member) => traits.filter((trait) => trait.member === member && isFacet(trait)))
  if (parts.some((part) => part.length === 0)) return undefined
  return and(parts.map((part) => hasAny('facets', part.map(({ token }) => token).sort())))
}

/** Rows with a trait of each of some members or, where examples have none of those, with any facet of an example. */
export const sharingTraits = (traits: readonly Trait[], members: readonly string[]): Condition =>
  sharing(traits, members) ??
  hasAny(
    'facets',
    traits.filter(isFacet).map(({ token }) => token),
  )

/** Rows that are compared with the examples: the most prominent. */
export const maxComparedCompanies = 2_000
