import { z } from 'zod'
import type { PersonRecord } from '../../../corpus/records/index.ts'
import {
  entityView,
  free,
  openPage,
  pageInput,
  makePage,
  perMinute,
  showing,
  type Call,
} from '../../../operation/index.ts'
import { movementView, noDetails, type MovementView } from '../movement-view.ts'
import { selectMovements } from '../movement-rows.ts'
import type { WatchedProfile } from '../profile-rows.ts'
import { selectLastCompleted } from '../scan-rows.ts'
import { listIdMembers, namedList } from '../schema.ts'
import { operation, tag, type JobChangesDeps } from '../slice.ts'

const text = (doc: string) => z.string().nullable().describe(doc)

const brief = z.object({
  name: text('Full name'),
  primarySlug: text('Current slug on the network'),
  headline: text('Headline the person wrote'),
  title: text('Title of the main position'),
  companyName: text('Employer of the main position'),
})

entityView('people', brief, {
  name: ['name'],
  primarySlug: ['primary_slug'],
  headline: ['headline'],
  title: ['current_job'],
  companyName: ['current_job'],
})

const profileView = z
  .object({
    id: z.string().describe('What deleteProfilesFromJobChangeList takes.'),
    pnetUrl: z.string(),
    profile: brief
      .nullable()
      .describe('Their current data in the corpus, in brief; null while it does not know them.'),
    latestMovement: movementView
      .nullable()
      .describe('The newest movement; no-change if scans found none; null before the first scan.'),
    allMovements: z.array(movementView).describe('The newest 50 movements, newest first.'),
  })
  .meta({ id: 'JobChangeProfile' })

/** Maximum movements shown for a profile. */
const maxMovements = 50

export const listAllProfilesFromJobChangeList = operation({
  id: 'listAllProfilesFromJobChangeList',
  route: 'POST /v1/job-changes/list-all-profiles',
  tag,
  summary: 'Read the profiles of a job-change list with their movements',
  tasks: ['who of the watched people has a new job', 'people who switched employer'],
  describe:
    'Returns a page of the profiles in the order they were added, each with the movements found by scans. Use person lookup or live fetch for whole records.',
  input: z.object({ ...listIdMembers, ...pageInput({ sizes: { default: 25, most: 100 } }) }),
  output: z.object({
    profiles: z.array(profileView),
    totalCount: z.int().describe('Profiles of the list on all pages.'),
    nextCursor: z.string().nullable().describe('Pass as cursor for the next page; null at the end.'),
  }),
  pages: 'nextCursor',
  price: free('Scans already charged for these.'),
  limit: perMinute(60),
  follows: 'addProfilesToList',
  fails: ['not-found', 'invalid-cursor'],
  examples: [{ name: 'Who is watched', input: { jobChangeListId: 'jcl_01kf3wz3a0s6n4yq8b2c7d5e9f' } }],
  effect: 'reads',
  async handle({ input, call, deps }) {
    const listId = namedList(input)
    const { pageSize: size, cursor } = input
    const { organizationId, operationId: of } = call
    const seal = { key: deps.secret, of, organizationId, query: { listId } }
    const after = openPage(cursor, seal, z.int())
    const [rows, { counts }] = await Promise.all([
      deps.lists.profiles(organizationId, listId, { after, most: size + 1 }),
      deps.lists.find(organizationId, listId),
    ])
    const { items, nextCursor } = makePage(rows, { size, seal, position: ({ number }) => number })
    const watched = items.map(({ profile }) => profile)
    const profileIds = watched.map(({ id }) => id)
    const [movements, briefs, last] = await Promise.all([
      selectMovements(deps.db, { organizationId, listId }, { profileIds, most: maxMovements }),
      readBriefs(deps, call, watched),
      selectLastCompleted(deps.db, listId),
    ])
    const profiles = watched.map(({ id, pnetUrl, entityId, sinceCommit }) => {
      const isCompared = last !== undefined && sinceCommit !== null && sinceCommit <= last.commit
      const allMovements = movements.get(id) ?? []
      const latestMovement = allMovements[0] ?? unmoved(isCompared ? last.completedAt : null)
      return { id, pnetUrl, profile: briefs.get(entityId ?? '') ?? null, latestMovement, allMovements }
    })
    return { profiles, totalCount: counts.person, nextCursor }
  },
})

const unmoved = (scannedAt: Date | null): MovementView | null =>
  scannedAt === null ? null : { ...noDetails, movement: 'no-change', discoveredAt: scannedAt.toISOString() }

/** Short records by entity. */
async function readBriefs(
  { lookups }: JobChangesDeps,
  { signal }: Call,
  profiles: readonly WatchedProfile[],
) {
  const snapshot = await lookups.snapshots.newest('people')
  const ids = profiles.flatMap(({ entityId }) => entityId ?? [])
  const records = ids.length === 0 ? [] : await lookups.lookupIds('people', { ids, snapshot, signal })
  return new Map(
    records.map(({ id, body }) => {
      const record = JSON.parse(body) as PersonRecord
      const { name, primary_slug: primarySlug, headline, current_job } = record
      const { title = null, company_name: companyName = null } = current_job ?? {}
      return [id, showing({ name, primarySlug, headline, title, companyName }, record)]
    }),
  )
}
