import type { EntityKind } from '../../corpus/commits/index.ts'
import { entityNamed } from '../../corpus/identify/index.ts'
import { IdentityRefused, type Identity } from '../../corpus/write/index.ts'

/** The entity an operator means; when several carry the identifier, its newest owner. Throws IdentityRefused. */
export async function findEntity(identity: Identity, kind: EntityKind, entity: string): Promise<string> {
  const named = entityNamed(entity)
  if ('id' in named) return named.id
  for (const token of named.tokens) {
    const [id] = await identity.find(kind, token)
    if (id !== undefined) return id
  }
  throw new IdentityRefused(`There is no entity of kind ${kind} with the identifier ${entity}.`)
}
