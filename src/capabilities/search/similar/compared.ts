import { LRUCache } from 'lru-cache'
import type { EntityKind, Snapshot } from '../../../corpus/commits/index.ts'
import { and, type Candidates, type Condition, type CorpusSearch } from '../../../corpus/search/index.ts'
import { maxComparedCompanies, sharing, sharingTraits, type Trait } from './traits.ts'

/** Examples of one question. */
export const maxExamples = 10

/** Whom a question compares with examples. */
export interface Comparable {
  kind: EntityKind
  traits: readonly Trait[]
  examples: readonly { id: string }[]
  /** Members of which all who are compared share a facet, … */
  shared: readonly string[]
  /** … and those that they share as well where enough do. */
  besides: readonly string[]
  /** Filters and lists beside the examples. */
  asked: Condition
  snapshot: Snapshot
  signal: AbortSignal
}

/** Rows that are compared with examples, in rank order: places in `among`. */
export interface Compared {
  among: Candidates
  places: readonly number[]
}

/** Rows that were read for examples, by what they share with them. */
export interface ComparedBefore {
  rows: LRUCache<string, Candidates>
  /** Of each kind how many questions lately were answered from all, less those answered from rows that share more. */
  lean: Map<EntityKind, number>
}

/** Bytes of rows that are kept: some two hundred sets of examples. */
const maxCacheBytes = 64 * 1024 * 1024
/** Questions that `lean` remembers at most. */
const maxLeaningTraits = 8

export function openComparedBefore(): ComparedBefore {
  const sizeCalculation = ({ traits, ids }: Candidates) => 4 * traits.length + 20 * ids.length + 1_000
  return { rows: new LRUCache({ maxSize: maxCacheBytes, sizeCalculation }), lean: new Map() }
}

/**
 * The rows that are compared with examples. Where enough share more with them only those are: or the most prominent would
 * be compared whatever they are like. Read are the examples, too, so that the rows of a question without filters serve all
 * examples of the same facets, and the pages that follow; which of the two sets is read first is a guess by the questions
 * before, and changes no answer.
 */
export async function comparedRows(deps: Reading, of: Comparable): Promise<Compared> {
  const { kind, traits, asked: filter } = of
  const wide = and([sharingTraits(traits, of.shared), filter])
  const narrower = sharing(traits, of.besides)
  const all = reader(deps, of, wide)
  if (narrower === undefined) return cutFirst(await all.read())
  const near = reader(deps, of, and([wide, narrower]))
  const lean = deps.comparedBefore?.lean.get(kind) ?? 0
  const readsAllFirst = !near.isKept && (all.isKept ? !(await all.isFull()) : lean > 0)
  // Where all are too few, so are those of them that share more.
  const isWide = readsAllFirst && (await all.read()).places.length < maxComparedCompanies
  const isNear = !isWide && (await near.read()).places.length >= maxComparedCompanies
  const leaning = Math.min(maxLeaningTraits, Math.max(-maxLeaningTraits, lean + (isNear ? -1 : 1)))
  deps.comparedBefore?.lean.set(kind, leaning)
  return cutFirst(await (isNear ? near : all).read())
}

interface Reading {
  search: Pick<CorpusSearch, 'candidates'>
  comparedBefore?: ComparedBefore
}

/** The most prominent rows of a condition, read once. */
function reader({ search, comparedBefore }: Reading, of: Comparable, condition: Condition) {
  const { kind, snapshot, asked: filter, signal, examples } = of
  // What a filter looks at as well, employers or towns, has snapshots of its own.
  const name =
    filter.kind === 'always' && snapshot.lacks === undefined
      ? JSON.stringify([kind, snapshot.number, condition])
      : undefined
  const cached = name === undefined ? undefined : comparedBefore?.rows.get(name)
  const limit = maxComparedCompanies + maxExamples
  let reading: Promise<Candidates> | undefined = cached && Promise.resolve(cached)
  const rows = async () => {
    const candidates = await (reading ??= search.candidates(kind, { condition, snapshot, limit, signal }))
    if (name !== undefined) comparedBefore?.rows.set(name, candidates)
    return candidates
  }
  return {
    isKept: cached !== undefined,
    isFull: async () => (await rows()).ids.length >= limit,
    read: async () => withoutExamples(await rows(), examples),
  }
}

function withoutExamples(among: Candidates, examples: readonly { id: string }[]): Compared {
  const aside = new Set(examples.map(({ id }) => among.ids.indexOf(BigInt(id))))
  const places = [...among.ids.keys()].filter((place) => !aside.has(place))
  return { among, places }
}

const cutFirst = ({ among, places }: Compared): Compared => ({
  among,
  places: places.slice(0, maxComparedCompanies),
})
