import { foundRecords } from '../enrich/index.ts'
import type { NewMember } from '../../platform/lists/index.ts'
import type { AudiencesDeps } from './slice.ts'

type MemberKind = 'company' | 'person'

/** Sources of members for audiences that no search fills. */
export type FillSource =
  /** Versions of other audiences of the organization, one after the other. */
  | { from: 'audiences'; audiences: { id: string; version: number }[] }
  /** The records that the rows of a list were matched to. */
  | { from: 'list'; runId: string; kind: MemberKind }

/** Members read together. */
const pageSize = 5_000

/** The members of a source, companies first; one may appear twice. */
export async function* membersIn(
  deps: Pick<AudiencesDeps, 'db' | 'lists'>,
  organizationId: string,
  source: FillSource,
): AsyncGenerator<NewMember<MemberKind>[]> {
  if (source.from === 'list') {
    const { runId, kind } = source
    for await (const ids of foundRecords(deps.db, runId)) yield ids.map((entityId) => ({ kind, entityId }))
    return
  }
  for (const kind of ['company', 'person'] as const)
    for (const { id, version } of source.audiences)
      yield* readMembers(deps, organizationId, { id, version, kind })
}

async function* readMembers(
  { db, lists }: Pick<AudiencesDeps, 'db' | 'lists'>,
  organizationId: string,
  { id, version, kind }: { id: string; version: number; kind: MemberKind },
): AsyncGenerator<NewMember<MemberKind>[]> {
  if (version === 0) return
  for (let number = 0; ;) {
    const members = await lists.difference(db, organizationId, id, {
      kind,
      from: version - 1,
      to: version,
      movements: ['joined', 'returned', 'stayed'],
      after: { leftIn: null, number },
      most: pageSize,
    })
    const last = members?.at(-1)
    if (members === undefined || last === undefined) return
    yield members.flatMap(({ entityId }) => (entityId === null ? [] : [{ kind, entityId }]))
    number = last.number
  }
}
