import type { Postgres } from '../../store/postgres/index.ts'
import { readPublishedCommit } from '../commits/index.ts'
import {
  kinds,
  type Blocking,
  type CorpusKind,
  type EntityKind,
  type Sealed,
  type Terms,
} from '../kinds/index.ts'
import { readPage, recordStore, type RecordKey, type WholeVersion } from '../record-store/index.ts'
import { asLine, maxOwnersOfOneName, verdictOn, type Described } from './blocking.ts'
import { corpusTerms } from './corpus-terms.ts'
import { areSharersAsked, sharersIn, type PossibleJoin } from './identifiers-of-several.ts'
import { findOwners } from './identify.ts'
import { knownVersions } from './stored-versions.ts'

/** Records read at once. */
const pageRows = 1_000
/** Pairs kept beyond those asked for, so that they are cut seldom. */
const spare = 1_000

/**
 * Entities of a kind that may be one, the likeliest first: they say of themselves nearly enough to be one, compared as a line
 * would be by name and employer or place, where one of the two lacks a page; or they carry one identifier and stay two. Reads
 * every record once; nothing is changed.
 */
export async function possibleJoins(
  db: Postgres,
  name: EntityKind,
  { least, most }: { least: number; most: number },
): Promise<PossibleJoin[]> {
  const kind = kinds[name]
  const { blocking } = kind
  const areSharers = areSharersAsked(kind, least)
  if (blocking === undefined && !areSharers) return []
  const published = await readPublishedCommit(db, name)
  const terms = blocking && (await corpusTerms(db, kind, published))
  const alike = new Map<string, PossibleJoin>()
  const sharing = new Map<string, PossibleJoin>()
  let after: RecordKey = { id: '0', born: '0' }
  for (;;) {
    const pass = { from: 0, to: published }
    const page = await readPage(recordStore(db), name, { after, pass, limit: pageRows })
    const last = page.at(-1)
    if (last === undefined) break
    after = { id: last.id, born: String(last.born) }
    if (areSharers && sharing.size < most) addPairs(sharing, await sharersIn(db, name, { page, published }))
    if (blocking === undefined) continue
    const lines = comparableIn(page, { kind, blocking, published })
    const pairs = await findPairs(db, { kind, blocking, published, terms }, lines)
    addPairs(
      alike,
      pairs.filter(({ score }) => score >= least),
    )
    if (alike.size > most + spare) keepBest(alike, most)
  }
  const pairs = new Map([...[...sharing].slice(0, most), ...alike])
  keepBest(pairs, most)
  return [...pairs.values()]
}

function addPairs(pairs: Map<string, PossibleJoin>, joins: readonly PossibleJoin[]): void {
  for (const pair of joins) pairs.set(pair.ids.toSorted().join('/'), pair)
}

/** Entities of a page that lack a page of their own. */
function comparableIn(
  page: readonly WholeVersion[],
  { kind, blocking, published }: Omit<Compared, 'terms'>,
): Comparable[] {
  return page.flatMap((version): Comparable[] => {
    if (version.dead !== null && version.dead <= published) return []
    const members = JSON.parse(version.body) as Record<string, unknown>
    if (blocking.hasPage(members, version.id)) return []
    const sealed = JSON.parse(version.sealed) as Sealed
    return [{ id: version.id, ...asLine(kind, { ...version, members, sealed }) }]
  })
}

function keepBest(pairs: Map<string, PossibleJoin>, most: number): void {
  const best = [...pairs].toSorted(([, a], [, b]) => b.score - a.score).slice(0, most)
  pairs.clear()
  for (const [key, pair] of best) pairs.set(key, pair)
}

interface Compared {
  kind: CorpusKind
  blocking: Blocking
  published: number
  terms: Terms | undefined
}

interface Comparable extends Described {
  id: string
}

async function findPairs(
  db: Postgres,
  { kind, blocking, published, terms }: Compared,
  lines: readonly Comparable[],
): Promise<PossibleJoin[]> {
  const asking = lines.map((line) => ({ line, tokens: blocking.lookupTokens(line.record) }))
  const wanted = [...new Set(asking.flatMap(({ tokens }) => tokens))]
  const owners = await findOwners(db, kind.name, wanted, published)
  const met = asking.map(({ line, tokens }) => {
    // The entity itself is one of those of its name.
    const carriers = tokens
      .map((token) => owners.get(token) ?? [])
      .filter((ids) => ids.length <= maxOwnersOfOneName + 1)
    return { line, ids: [...new Set(carriers.flat())].filter((id) => id !== line.id) }
  })
  const versions = await knownVersions(db, kind, [...new Set(met.flatMap(({ ids }) => ids))], published)
  return met.flatMap(({ line, ids }) =>
    ids.flatMap((id): PossibleJoin[] => {
      const entity = versions.get(id)
      const verdict = entity === undefined ? undefined : verdictOn(kind, blocking, { line, entity, terms })
      return verdict === undefined ? [] : [{ ids: [id, line.id], ...verdict }]
    }),
  )
}
