import type { z } from 'zod'
import type { Call } from '../../operation/index.ts'
import { newBuildId } from './builds.ts'
import { audienceFailures } from './failures.ts'
import type { FillSource } from './fill-members.ts'
import { fillAudience } from './jobs/fill-audience.ts'
import { usualMembers, type AudienceSettings, type CreationMethod } from './list-kind.ts'
import type { filledAudience } from './schema.ts'
import type { AudiencesDeps } from './slice.ts'
import { buildItem } from './views.ts'

/** An audience that is created with its members. */
interface Filled {
  name: string
  creationMethod: CreationMethod
  settings?: Omit<AudienceSettings, 'creationMethod'>
  /** The search of a later build. */
  search?: object | undefined
  /** Whether that search has found its members. */
  isSearched?: boolean
  /** Default: the audience is still empty. */
  source?: FillSource | undefined
}

/** Makes an audience and begins to fill it, in one transaction. Throws Failure 'too-many-audiences'. */
export async function beginFilled(
  { db, clock, lists, builds, jobs }: AudiencesDeps,
  { organizationId, operationId, keyId: by, nowMs }: Call,
  { name, creationMethod, settings, search, isSearched = false, source }: Filled,
): Promise<z.output<typeof filledAudience>> {
  const limits = settings ?? { maxCompanies: usualMembers, maxProspects: usualMembers }
  await jobs.ready()
  return db.transact(async (tx) => {
    const made = await lists.create(tx, organizationId, {
      name,
      settings: { ...limits, creationMethod },
      ...(search !== undefined && { search }),
      by,
    })
    if (!made.done) throw audienceFailures.of('too-many-audiences')
    const view = buildItem({ audience: made.list, build: undefined })
    if (source === undefined) return view
    const audience = made.list
    const buildId = newBuildId(clock)
    const params = { buildId, audienceId: audience.id, source }
    const begun = await jobs.begin(tx, fillAudience, { organizationId, operationId, params, items: [null] })
    // It costs nothing, so credits cannot fall short.
    if (!begun.begun) throw new Error(`fillAudience: ${begun.reason}`)
    const startedAt = new Date(nowMs)
    await builds.begin(tx, {
      organizationId,
      keyId: by,
      audience: isSearched ? audience : { ...audience, search: null },
      buildId,
      taskId: begun.taskId,
      startedAt,
    })
    return { ...view, status: 'BUILDING' as const }
  })
}
