import { readRecords } from './members-page.ts'
import type { AudiencesDeps } from './slice.ts'

/** One version of the members of an audience. */
export interface MembersRead {
  organizationId: string
  audienceId: string
  /** `audience.version`, fixed from the first page on, so that a build meanwhile does not change the members. */
  version: number
  of: 'companies' | 'people'
  signal: AbortSignal
}

/** Members read together, which bounds the memory. */
const pageSize = 1_000

/** Records of an audience's members, in its order, page by page. Members no longer in the corpus are omitted. */
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
    const records = await readRecords<R>(search, { of, ids, signal })
    yield ids.flatMap((id) => records.get(id) ?? [])
    after = last.number
  }
}
