import type { Postgres } from '../../store/postgres/index.ts'
import { readPublishedCommit } from '../commits/index.ts'
import { kinds, type CorpusKind, type EntityKind, type Link } from '../kinds/index.ts'
import { findCurrentOwners, isStrong } from './identify.ts'
import { knownVersions } from './stored-versions.ts'

type Members = Readonly<Record<string, unknown>>

/** Entities that have some tokens now, and what they are where several have one. */
interface Owners {
  byToken: ReadonlyMap<string, readonly string[]>
  members: ReadonlyMap<string, Members>
}

/**
 * Finds the entities that links refer to. Answers a function from a link to an entity id, `0` for an unknown one. What
 * several have, such as a domain, refers to the one whose name agrees as well, and otherwise to none: `onDoubt` is told.
 */
export async function findLinked(
  db: Postgres,
  links: readonly Link[],
): Promise<(link: Link, onDoubt?: (token: string) => void) => string> {
  const byKind = new Map<EntityKind, Set<string>>()
  for (const { kind, tokens } of links) {
    const kindLinks = byKind.get(kind) ?? new Set()
    for (const token of tokens) kindLinks.add(token)
    byKind.set(kind, kindLinks)
  }
  const owners = new Map<EntityKind, Owners>()
  for (const [kind, tokens] of byKind) owners.set(kind, await readKindOwners(db, kind, [...tokens]))
  return ({ kind, tokens, name }, onDoubt) => {
    const ofKind = owners.get(kind)
    for (const token of tokens) {
      const ids = ofKind?.byToken.get(token)
      if (ofKind === undefined || ids === undefined) continue
      const id = ids.length === 1 || isStrong(token) ? ids[0] : likest(kinds[kind], { ids, name, ofKind })
      if (id !== undefined) return id
      onDoubt?.(token)
    }
    return '0'
  }
}

async function readKindOwners(db: Postgres, kind: EntityKind, tokens: readonly string[]): Promise<Owners> {
  const published = await readPublishedCommit(db, kind)
  const byToken = await findCurrentOwners(db, kind, tokens, published)
  const doubtful = [...byToken].flatMap(([token, ids]) => (ids.length > 1 && !isStrong(token) ? ids : []))
  const versions = await knownVersions(db, kinds[kind], [...new Set(doubtful)], published)
  return { byToken, members: new Map([...versions].map(([id, version]) => [id, version.members])) }
}

/** The one whose name is more like a name than all others', if there is one. */
function likest(
  { identity }: Pick<CorpusKind, 'identity'>,
  { ids, name, ofKind }: { ids: readonly string[]; name: string | undefined; ofKind: Owners },
): string | undefined {
  if (name === undefined) return undefined
  const [best, next] = ids
    .map((id) => {
      const members = ofKind.members.get(id)
      const agreement = members && identity.sameName?.({ preferred_name: name, name }, members)
      return { id, likeness: agreement?.likeness ?? 0 }
    })
    .toSorted((a, b) => b.likeness - a.likeness)
  return best !== undefined && best.likeness > (next?.likeness ?? 0) ? best.id : undefined
}
