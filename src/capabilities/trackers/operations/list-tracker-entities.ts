import { z } from 'zod'
import {
  Failure,
  free,
  makePage,
  openPage,
  pageInput,
  perMinute,
  type Call,
} from '../../../operation/index.ts'
import type { ListMember } from '../../../platform/lists/index.ts'
import { recordKind } from '../record-kinds.ts'
import { entityIdentity } from '../signal.ts'
import { operation, tag, type TrackersDeps } from '../slice.ts'
import { companies, people, type TrackedKind } from '../tracked-kinds.ts'

const memberView = (kind: TrackedKind) =>
  z
    .object({
      ...entityIdentity,
      isKnown: z
        .boolean()
        .describe(
          'False where the corpus no longer has it: then every name is null, and refreshes leave it out.',
        ),
      givenAs: z
        .string()
        .nullable()
        .describe(
          'Identifier it was added by; null where a search found it, and of members added before 2026-11-28.',
        ),
      addedBy: z
        .string()
        .describe('Id of the key that added it; `search` where the search of the list found it.'),
      addedAt: z.iso.datetime(),
    })
    .meta({ id: kind.entityType === 'company' ? 'TrackerCompanyMember' : 'TrackerPersonMember' })

const makeListing = (kind: TrackedKind, id: string) => {
  const { entityType, plural, listId, follows, exampleId } = kind
  return operation({
    id,
    route: `GET /v1/tracker/${entityType}-lists/{listId}/${plural}`,
    tag,
    summary: `Read the ${plural} of a tracker list`,
    tasks: [`which ${plural} are watched`, 'members of a watchlist'],
    describe: `Returns a page of the ${plural} that a list watches now, archived or not, in the order they joined: the identifier each was added by, and what the corpus calls it today.`,
    input: z.object({ listId, ...pageInput({ sizes: { default: 100, most: 1000 } }) }),
    output: z.object({
      [plural]: z.array(memberView(kind)),
      totalCount: z.int().describe('Members on all pages.'),
      hasMore: z.boolean(),
      nextCursor: z.string().nullable().describe('Pass as cursor for the next page; null at the end.'),
    }),
    pages: 'nextCursor',
    price: free('Lists are free to read.'),
    limit: perMinute(120),
    follows,
    fails: ['not-found', 'invalid-cursor'],
    examples: [{ name: 'The first', input: { listId: exampleId, pageSize: 10 } }],
    effect: 'reads',
    async handle({ input: { listId: listName, pageSize: size, cursor }, call, deps }) {
      const { organizationId } = call
      const list = await deps.trackers.find(organizationId, { entityType, id: listName }, true)
      const seal = { key: deps.secret, of: id, organizationId, query: { listId: listName } }
      const after = openPage(cursor, seal, z.int())
      const page = { kind: entityType, after, most: size + 1 }
      const members = await deps.trackers.lists[entityType].members(deps.db, organizationId, listName, page)
      if (members === undefined) throw new Failure('not-found')
      const { items, nextCursor } = makePage(members, { size, seal, position: ({ number }) => number })
      return {
        [plural]: await showMembers(deps, call, { kind, members: items }),
        totalCount: list.counts[entityType],
        hasMore: nextCursor !== null,
        nextCursor,
      }
    },
  })
}

async function showMembers(
  { search: { search }, signals }: TrackersDeps,
  call: Call,
  { kind: { entityType }, members }: { kind: TrackedKind; members: readonly ListMember[] },
) {
  const kind = recordKind[entityType]
  const ids = members.flatMap(({ entityId }) => entityId ?? [])
  const records =
    ids.length === 0
      ? []
      : await search.lookupIds(kind, {
          ids,
          snapshot: await search.snapshots.newest(kind),
          signal: call.signal,
        })
  const bodies = new Map(records.map(({ id, body }) => [id, body]))
  return members.map(({ entityId, label, addedBy, addedAt }) => {
    const body = entityId === null ? undefined : bodies.get(entityId)
    const record = body === undefined ? {} : (JSON.parse(body) as Record<string, unknown>)
    return {
      ...signals.readIdentity(entityType, entityId, record),
      isKnown: body !== undefined,
      givenAs: label,
      addedBy: addedBy === 'dynamic' ? 'search' : addedBy,
      addedAt: addedAt.toISOString(),
    }
  })
}

export const listTrackerCompanies = makeListing(companies, 'listTrackerCompanies')
export const listTrackerPeople = makeListing(people, 'listTrackerPeople')
