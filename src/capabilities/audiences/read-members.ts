import { recordsOf } from './members-page.ts'
import type { AudiencesDeps } from './slice.ts'

/** Whose members: of an audience as one version of it had them. */
export interface MembersRead {
  organizationId: string
  audienceId: string
  /** `audience.version`, kept from the first page on: the same members whatever is built meanwhile. */
  version: number
  of: 'companies' | 'people'
  signal: AbortSignal
}

/** Members read together: what is held in memory. */
const pageSize = 1_000

/** Records of the members of an audience, in its order, a page at a time. Who is in the corpus no more is left out. */
export async function* readMembers<R>(
  { db, lists, search }: Pick<AudiencesDeps, 'db' | 'lists' | 'search'>,
  { organizationId, audienceId, version, of, signal }: MembersRead,
): AsyncGenerator<R[]> {
  if (version === 0) return
  for (let after = 0; ;) {
    const members = await lists.difference(db, organizationId, audienceId, {
      kind: of === 'companies' ? 'company' : 'person',
      from: version - 1,
      to: version,
      movements: ['joined', 'returned', 'stayed'],
      after: { leftIn: null, number: after },
      most: pageSize,
    })
    const last = members?.at(-1)
    if (members === undefined || last === undefined) return
    const ids = members.flatMap(({ entityId }) => entityId ?? [])
    const records = await recordsOf<R>(search, { of, ids, signal })
    yield ids.flatMap((id) => records.get(id) ?? [])
    after = last.number
  }
}
