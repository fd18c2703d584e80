import type { Postgres } from '../../store/postgres/index.ts'
import { kinds, type CorpusKind, type EntityKind, type Sealed } from '../kinds/index.ts'
import {
  identifierDigests,
  readOwnersOfDigests,
  recordStore,
  type WholeVersion,
} from '../record-store/index.ts'
import { conflictingIds, isStrong, findOwners, maxOwners } from './identify.ts'
import { knownVersions, type KnownVersion } from './stored-versions.ts'

/** Such a pair is likelier than most, since a row said so, although something contradicts it. */
const score = 0.95

/** Whether a kind is searched for such pairs. */
export const areSharersAsked = ({ identity }: CorpusKind, least: number): boolean =>
  identity.sameName !== undefined && least <= score

/**
 * Finds records of a page that share an identifier of a strong sort with others and stay two, since something
 * contradicts. Changes nothing.
 */
export async function sharersIn(
  db: Postgres,
  name: EntityKind,
  { page, published }: { page: readonly WholeVersion[]; published: number },
): Promise<PossibleJoin[]> {
  const kind = kinds[name]
  const living = page
    .filter(({ dead }) => dead === null || dead > published)
    .map(({ id, body, sealed }) => ({ id, body, sealed: JSON.parse(sealed) as Sealed }))
  const tokens = living.flatMap(({ body, sealed }) =>
    kind.identifiers(JSON.parse(body) as Record<string, unknown>, sealed),
  )
  const owners = await findOwners(db, name, [...new Set(tokens.filter(isStrong))], published)
  const digests = [...new Set(living.flatMap(({ sealed }) => sealed.apart ?? []))]
  const ownersApart = await readOwnersOfDigests(recordStore(db), name, {
    digests,
    asOf: published,
    most: maxOwners,
  })
  const apart = living.flatMap(({ id, sealed }) =>
    (sealed.apart ?? []).map((digest) => ({ id, digest, ids: ownersApart.get(digest) ?? [] })),
  )
  const shared = [...owners].filter(([, ids]) => ids.length > 1)
  const wanted = new Set([...shared.flatMap(([, ids]) => ids), ...apart.flatMap(({ ids }) => ids)])
  if (wanted.size === 0) return []
  const versions = await knownVersions(db, kind, [...wanted], published)
  const keptApart = apart.flatMap(({ id, digest, ids }) =>
    ids.flatMap((other): PossibleJoin[] => {
      const owner = versions.get(other)
      if (owner === undefined || other === id) return []
      const carried = kind.identifiers(owner.members, owner.sealed)
      const token = carried[identifierDigests(carried).indexOf(digest)]
      if (token === undefined) return []
      const evidence = [`${token}: given to both by one source`, 'name and contacts: nothing is the same']
      return [{ ids: [other, id], score, evidence, isConvincing: false }]
    }),
  )
  const sharing = shared.flatMap(([token, ids]) => {
    const [first, ...others] = ids
      .flatMap((id) => versions.get(id) ?? [])
      .filter(({ members, sealed }) => kind.identifiers(members, sealed).includes(token))
      .toSorted((a, b) => Number(a.id) - Number(b.id))
    return first === undefined ? [] : others.map((other) => makePair(kind, token, [first, other]))
  })
  return [...keptApart, ...sharing]
}

function makePair(
  { identifiers, identity }: CorpusKind,
  token: string,
  [one, other]: readonly [KnownVersion, KnownVersion],
): PossibleJoin {
  const [a, b] = [one, other].map(({ members, sealed }) => identifiers(members, sealed)) as [
    string[],
    string[],
  ]
  const ids = conflictingIds(a, b)
  const against = ids.length > 0 ? ids.join(' and ') : identity.sameName?.(one.members, other.members)?.text
  return {
    ids: [one.id, other.id],
    score,
    evidence: [`${token}: the same`, ...(against === undefined ? [] : [against])],
    isConvincing: false,
  }
}

/** Two entities that may be one and were not joined. */
export interface PossibleJoin {
  /** The first is known to the network, if any of the two is. */
  ids: [string, string]
  /** 0..1 */
  score: number
  evidence: string[]
  /** Enough speaks for it: it was not made because others are as alike, or one was known only later. */
  isConvincing: boolean
}
