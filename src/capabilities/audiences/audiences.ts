import { Failure } from '../../operation/index.ts'
import type { ListVersion } from '../../platform/lists/index.ts'
import type { Postgres } from '../../store/postgres/index.ts'
import { selectBuild, selectNewest, type BuildName, type BuildRow } from './build-rows.ts'
import type { Enrichments } from './enrichments.ts'
import { audienceFailures } from './failures.ts'
import type { Audience, AudienceLists } from './list-kind.ts'
import type { EntityQuestion } from '../search/index.ts'
import { questionIn, type StoredSearch } from './question.ts'
import { outOfOrder, type AudienceAction, type Situation } from './state.ts'

/** An audience with its newest build; undefined where it was never built. */
export interface BuiltAudience {
  audience: Audience
  build: BuildRow | undefined
}

/** An audience and its organization. */
export type Owned = Audience & { organizationId: string }

/** Audiences of organizations. A deleted one and one of another organization count as unknown. */
export interface Audiences {
  /** Skips the query for its progress. Throws Failure 'not-found'. */
  require(organizationId: string, id: string): Promise<Audience>
  /** Throws Failure 'not-found'. */
  find(organizationId: string, id: string): Promise<BuiltAudience>
  /** Newest first. */
  all(organizationId: string): Promise<BuiltAudience[]>
  /** Throws a 409 where the state of the audience does not allow the action. */
  requireOrder(action: AudienceAction, audience: Owned): Promise<void>
  /** The search parameters of a build; null where there are none, or they named somebody who was forgotten. */
  searched(build: BuildName): Promise<{ audience: Audience; search: StoredSearch | null }>
  /** The search parameters of a version's members; undefined in the same cases, and where no search found them. */
  findQuestion(members: MembersOf): Promise<EntityQuestion | undefined>
}

/** The members of one version of an audience. */
export interface MembersOf {
  organizationId: string
  audienceId: string
  version: number
}

export interface AudiencesSettings {
  db: Postgres
  lists: AudienceLists
  enrichments: Pick<Enrichments, 'isRunning'>
}

export function openAudiences({ db, lists, enrichments }: AudiencesSettings): Audiences {
  const require = async (organizationId: string, id: string) => {
    const audience = await lists.find(db, organizationId, id)
    if (audience === undefined || audience.archivedAt !== null) throw new Failure('not-found')
    return audience
  }
  const withBuilds = async (organizationId: string, audiences: Audience[]) => {
    const ids = audiences.map(({ id }) => id)
    const builds = await selectNewest(db, organizationId, ids)
    return audiences.map((audience) => ({ audience, build: builds.get(audience.id) }))
  }

  return {
    require,
    async find(organizationId, id) {
      const [entry] = await withBuilds(organizationId, [await require(organizationId, id)])
      return entry as BuiltAudience
    },
    all: async (organizationId) =>
      withBuilds(organizationId, await lists.page(db, organizationId, { most: maxAudiences })),
    async requireOrder(action, audience) {
      const isEnriching = await enrichments.isRunning(db, audience.organizationId, audience.id)
      const refused = outOfOrder(action, readSituation(audience, isEnriching))
      if (refused !== undefined) throw audienceFailures.of(refused)
    },
    async searched(build) {
      const { organizationId, audienceId } = build
      const audience = await require(organizationId, audienceId)
      const number = (await selectBuild(db, build))?.search ?? 0
      const snapshots = await lists.searches(db, organizationId, audienceId, { before: number + 1, most: 1 })
      return { audience, search: number === 0 ? null : (snapshots?.[0]?.params ?? null) }
    },
    async findQuestion({ organizationId, audienceId, version }) {
      const number = (await findRebuild({ db, lists }, { organizationId, audienceId, version }))?.search ?? 0
      if (number === 0) return undefined
      const [searched] =
        (await lists.searches(db, organizationId, audienceId, { before: number + 1, most: 1 })) ?? []
      return searched?.params ? questionIn(searched.params) : undefined
    },
  }
}

const maxAudiences = 1_000

/** Changes by hand that are looked through for the build before them. */
const maxHandChanges = 100

/** The newest rebuild up to a version, which changes by hand follow; undefined where none is near. */
export async function findRebuild(
  { db, lists }: Pick<AudiencesSettings, 'db' | 'lists'>,
  { organizationId, audienceId, version }: MembersOf,
): Promise<ListVersion | undefined> {
  const page = { before: version + 1, most: maxHandChanges }
  const versions = (await lists.versions(db, organizationId, audienceId, page)) ?? []
  return versions.find(({ cause }) => cause === 'rebuild')
}

/** The facts that decide which actions an audience allows now. */
export function readSituation({ state, search, version }: Audience, isEnriching = false): Situation {
  return { state, hasSearch: (search?.params ?? null) !== null, hasMembers: version > 0, isEnriching }
}
