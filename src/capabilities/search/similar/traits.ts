import type { Bind, Condition, Order } from '../../../corpus/search/index.ts'
import { and, hasAny, or } from '../../../corpus/search/index.ts'

/** What examples have: a sort of facet tokens, what it is called and how much it counts when nothing else is asked. */
export interface TraitKind {
  member: string
  facets: readonly string[]
  weight: number
  /** Most values of a kind that are looked at, those that most examples share. */
  most: number
}

/** A value that some examples have. */
export interface Trait {
  member: string
  /** Facet token. */
  token: string
  /** Share of the score, 0 to 1; all traits together are 1. */
  weight: number
}

/**
 * What some examples, given by the facet tokens of their rows, have in common and by themselves: the weight of a kind is
 * divided among its values by how many examples have each.
 */
export function traitsOf(
  examples: readonly ReadonlySet<string>[],
  kinds: readonly TraitKind[],
  weights: Readonly<Record<string, number | undefined>>,
): Trait[] {
  const traits: Trait[] = []
  for (const { member, facets, weight, most } of kinds) {
    const counts = new Map<string, number>()
    for (const tokens of examples)
      for (const token of tokens)
        if (facets.includes(token.slice(0, token.indexOf(':'))))
          counts.set(token, (counts.get(token) ?? 0) + 1)
    const values = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).slice(0, most)
    const all = values.reduce((sum, [, count]) => sum + count, 0)
    const given = weights[member] ?? weight
    if (given > 0)
      for (const [token, count] of values) traits.push({ member, token, weight: (given * count) / all })
  }
  const sum = traits.reduce((all, trait) => all + trait.weight, 0)
  return traits.map((trait) => ({ ...trait, weight: trait.weight / sum }))
}

/** Rows with a trait of each member of one of some groups; without any value a group is left out. */
export function sharingTraits(traits: readonly Trait[], groups: readonly (readonly string[])[]): Condition {
  const of = (member: string) =>
    hasAny(
      'facets',
      traits.filter((trait) => trait.member === member).map(({ token }) => token),
    )
  const known = groups.filter((group) =>
    group.every((member) => traits.some((trait) => trait.member === member)),
  )
  if (known.length > 0) return or(known.map((group) => and(group.map(of))))
  return hasAny(
    'facets',
    traits.map(({ token }) => token),
  )
}

/** The score in thousandths, as an order of rows: the weights of the traits that a row has. */
export function similarityOrder(traits: readonly Trait[]): Order {
  return {
    descending: true,
    value(bind: Bind) {
      const needles = bind(
        'Array(String)',
        traits.map(({ token }) => ` ${token} `),
      )
      const weights = bind(
        'Array(Float64)',
        traits.map(({ weight }) => weight),
      )
      return `round(1000 * arraySum((found, weight) -> if(found > 0, weight, 0),
        multiSearchAllPositions(concat(' ', facets, ' '), ${needles}), ${weights}))`
    },
  }
}

/** The score of a row by its facet tokens, 0 to 1, and what of each member it has. */
export function similarityOf(facets: string, traits: readonly Trait[]) {
  const tokens = new Set(facets.split(' '))
  const shared = traits.filter(({ token }) => tokens.has(token))
  const sum = (of: readonly Trait[]) => of.reduce((all, { weight }) => all + weight, 0)
  const members = [...new Set(traits.map(({ member }) => member))]
  return {
    score: Math.round(1000 * sum(shared)) / 1000,
    evidence: members.map((member) => {
      const of = (all: readonly Trait[]) => all.filter((trait) => trait.member === member)
      return {
        member,
        score: Math.round(1000 * sum(of(shared))) / 1000,
        weight: Math.round(1000 * sum(of(traits))) / 1000,
        shared: of(shared).map(({ token }) => token.slice(token.indexOf(':') + 1)),
      }
    }),
  }
}
