import { entityToken } from '../../corpus/identify/index.ts'
import { findNow } from '../../corpus/lookup/index.ts'
import type { LookupDeps } from '../resolve/index.ts'
import type { ListKind } from './members.ts'

/** A record by the id of its entity, as it is now. */
export interface EntityRecord {
  /** Another than was asked for where that was merged into it. */
  id: string
  record: object
}

/** Records of some entities by the ids asked for. Those that were removed are missing; merged ones lead to their heirs. */
export async function readEntities(
  { search }: Pick<LookupDeps, 'search'>,
  kind: ListKind,
  { ids, signal }: { ids: readonly string[]; signal: AbortSignal },
): Promise<Map<string, EntityRecord>> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return new Map()
  const tokens = wanted.map(entityToken)
  const records = await findNow(search, kind, { tokens, perToken: 1, signal })
  const byToken = new Map(records.flatMap((record) => record.tokens.map((token) => [token, record] as const)))
  return new Map(
    wanted.flatMap((id, index) => {
      const carrier = byToken.get(tokens[index] as string)
      return carrier === undefined
        ? []
        : [[id, { id: carrier.id, record: JSON.parse(carrier.body) as object }]]
    }),
  )
}
