import type { Postgres } from '../../store/postgres/index.ts'
import { readPublishedCommit } from '../commits/index.ts'
import type { EntityKind, Link } from '../kinds/index.ts'
import { findOwners } from './identify.ts'

/** Finds the entities that links refer to. Answers a function from a link to an entity id, `0` for an unknown one. */
export async function findLinked(db: Postgres, links: readonly Link[]): Promise<(link: Link) => string> {
  const byKind = new Map<EntityKind, Set<string>>()
  for (const { kind, tokens } of links) {
    const kindLinks = byKind.get(kind) ?? new Set()
    for (const token of tokens) kindLinks.add(token)
    byKind.set(kind, kindLinks)
  }
  const owners = new Map<EntityKind, Map<string, string[]>>()
  for (const [kind, tokens] of byKind) {
    owners.set(kind, await findOwners(db, kind, [...tokens], await readPublishedCommit(db, kind)))
  }
  return ({ kind, tokens }) => {
    const ownersOfToken = owners.get(kind)
    for (const token of tokens) {
      const id = ownersOfToken?.get(token)?.[0]
      if (id !== undefined) return id
    }
    return '0'
  }
}
