import type { Clock } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import { Failure } from '../../operation/index.ts'
import { WorkOvertaken, type Jobs } from '../../platform/jobs/index.ts'
import type { Movements, NewMember } from '../../platform/lists/index.ts'
import type { Postgres, Queryable } from '../../store/postgres/index.ts'
import type { Enrichments } from './enrichments.ts'
import { audienceFailures } from './failures.ts'
import {
  endBuild,
  insertBuild,
  raiseProgress,
  selectBuild,
  selectUnended,
  type BuildName,
  type BuildRow,
} from './build-rows.ts'
import type { Audience, AudienceLists } from './list-kind.ts'

/** A key's request to build an audience. */
export interface BuildRequest {
  organizationId: string
  keyId: string
  /** State as it was read: if it has changed meanwhile, the build is refused. */
  audience: Audience
  buildId: string
  taskId: string
  startedAt: Date
}

export type AudienceMembers = AsyncIterable<readonly NewMember<'company' | 'person'>[]>

/** Stops work on a build that has ended because its audience was deleted. */
export class BuildEnded extends WorkOvertaken {
  override readonly name = 'BuildEnded'
}

/**
 * Builds of audiences, independent of how members are found. A build and the state of its audience change together, in
 * the caller's transaction.
 */
export interface Builds {
  /**
   * Throws Failure 'audience-building', 'audience-enriching' or 'conflict' where the audience has changed meanwhile.
   */
  begin(tx: Queryable, request: BuildRequest): Promise<void>
  find(build: BuildName): Promise<BuildRow | undefined>
  /** Records the progress of a build, 0 to 99; it never goes back. Throws BuildEnded. */
  progress(build: BuildName, percent: number): Promise<void>
  /**
   * Replaces the members of the previous build and completes this one; `paidBefore` of them cost nothing. Throws BuildEnded.
   */
  complete(
    tx: Queryable,
    build: BuildName,
    members: AudienceMembers,
    paidBefore?: number,
  ): Promise<Record<'company' | 'person', Movements>>
  /** Ends a build that failed; members stay as they were. A build that has already ended does not change. */
  fail(tx: Queryable, build: BuildName, error: string): Promise<void>
  /** Ends a build because its audience is deleted. */
  cancel(tx: Queryable, build: BuildName): Promise<void>
  /** Ends builds whose job has ended without them; answers how many. */
  endLost(nowMs: number): Promise<number>
}

/** A job that began a moment ago may not be visible yet. */
const youngMs = 60_000

export const newBuildId = (clock: Clock): string => newId('abuild', clock)

interface BuildsSettings {
  db: Postgres
  clock: Clock
  lists: AudienceLists
  jobs: Pick<Jobs, 'isUnfinished'>
  enrichments: Pick<Enrichments, 'isRunning'>
}

export function openBuilds({ db, clock, lists, jobs, enrichments }: BuildsSettings): Builds {
  const now = () => new Date(clock.now())
  const fail = async (tx: Queryable, build: BuildName, error: string) => {
    const { organizationId, audienceId } = build
    // Every caller locks the list before the build, as a deletion does, so that none deadlock.
    await lists.change(tx, organizationId, audienceId, { state: 'FAILED', by: 'system' })
    if (!(await endBuild(tx, build, { status: 'FAILED', finishedAt: now(), error }))) throw new BuildEnded()
  }

  return {
    begin: (tx, start) => beginBuild({ lists, enrichments }, tx, start),

    find: (build) => selectBuild(db, build),

    async progress(build, percent) {
      if (!(await raiseProgress(db, build, Math.min(99, percent)))) throw new BuildEnded()
    },

    async complete(tx, build, members, paidBefore) {
      const { organizationId, audienceId } = build
      const search = (await selectBuild(tx, build))?.search ?? undefined
      const rebuilt = await lists.rebuild(tx, organizationId, audienceId, { members, search, by: 'system' })
      if (!rebuilt.done) throw new BuildEnded()
      const { version, movements } = rebuilt
      await lists.change(tx, organizationId, audienceId, { state: 'NORMAL', by: 'system' })
      const finishedAt = now()
      const end = {
        status: 'COMPLETED',
        version,
        movements,
        paidBefore: paidBefore ?? null,
        finishedAt,
      } as const
      if (!(await endBuild(tx, build, end))) throw new BuildEnded()
      return movements
    },

    async fail(tx, build, error) {
      const row = await selectBuild(tx, build)
      if (row?.status === 'RUNNING') await fail(tx, build, error)
    },

    async cancel(tx, build) {
      await endBuild(tx, build, { status: 'CANCELED', finishedAt: now(), error: 'The audience was deleted.' })
    },

    async endLost(nowMs) {
      let count = 0
      for (const build of await selectUnended(db, nowMs - youngMs)) {
        if (await jobs.isUnfinished(db, build.taskId)) continue
        await db.transact((tx) => fail(tx, build, lost)).catch(ignoreEnded)
        count += 1
      }
      return count
    },
  }
}

async function beginBuild(
  { lists, enrichments }: Pick<BuildsSettings, 'lists' | 'enrichments'>,
  tx: Queryable,
  { organizationId, keyId: by, audience, buildId: id, taskId, startedAt }: BuildRequest,
): Promise<void> {
  const { id: audienceId, revision: ifRevision, search } = audience
  const changed = await lists.change(tx, organizationId, audienceId, { state: 'BUILDING', ifRevision, by })
  if (!changed.done && changed.reason === 'revision')
    throw await whyChanged(lists, tx, { organizationId, audienceId })
  if (!changed.done) throw new Failure('not-found')
  if (await enrichments.isRunning(tx, organizationId, audienceId))
    throw audienceFailures.of('audience-enriching')
  const build = { organizationId, audienceId, id, taskId, search: search?.number ?? null, startedAt }
  if (!(await insertBuild(tx, build))) throw audienceFailures.of('audience-building')
}

const lost = 'The build failed. The members are unchanged and nothing was charged.'

function ignoreEnded(error: unknown): void {
  if (!(error instanceof BuildEnded)) throw error
}

async function whyChanged(
  lists: AudienceLists,
  tx: Queryable,
  { organizationId, audienceId }: { organizationId: string; audienceId: string },
): Promise<Failure> {
  const now = await lists.find(tx, organizationId, audienceId)
  return now?.state === 'BUILDING' ? audienceFailures.of('audience-building') : new Failure('conflict')
}
