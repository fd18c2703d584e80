import type { PriceLine } from '../../../operation/index.ts'
import { endEvent, type JobContext } from '../../../platform/jobs/index.ts'
import type { BuildName } from '../build-rows.ts'
import { BuildEnded } from '../builds.ts'
import { audienceBuildCompleted } from '../events.ts'
import { findMembers, membersOf, type FoundEntities } from '../find-members.ts'
import { questionIn } from '../question.ts'
import { directionOf } from '../state.ts'
import { defineJob, type AudiencesDeps } from '../slice.ts'

/** What a build is asked to do. */
export interface BuildParams {
  buildId: string
  audienceId: string
  /** Most of each kind: what is set aside for it. */
  most: { companies: number; people: number }
}

interface Counts {
  companies: number
  people: number
}

type Context = JobContext<BuildParams, AudiencesDeps>

/** What was found, from the search to the transaction that stores and charges it: too many to be an output. */
const foundBy = new WeakMap<object, FoundEntities>()

const nameOf = ({ params, organizationId }: Pick<Context, 'params' | 'organizationId'>): BuildName => ({
  organizationId,
  audienceId: params.audienceId,
  id: params.buildId,
})

/** Members, their charge and the state of the audience are one transaction: a killed build is done again from the start. */
export const buildAudience = defineJob<BuildParams, null, Counts>({
  id: 'buildAudience',
  async work(context) {
    try {
      const entities = await findAll(context)
      foundBy.set(context, entities)
      const counts = { companies: entities.companies.count, people: entities.people.count }
      return [{ state: 'delivered', output: counts, lines: linesOf(counts) }]
    } catch (error) {
      // Deleted meanwhile: there is nothing to build any more.
      if (error instanceof BuildEnded) return [{ state: 'failed' }]
      throw error
    }
  },
  async record(tx, context, ended) {
    const { builds } = context.deps
    const build = nameOf(context)
    const entities = foundBy.get(context)
    for (const { outcome } of ended)
      if (outcome.state === 'delivered' && entities !== undefined)
        await builds.complete(tx, build, membersOf(entities))
      else await builds.fail(tx, build, failed)
  },
  async conclude(_, outputs) {
    const [counts] = await outputs()
    return counts ?? {}
  },
  abandon: (tx, job) => job.deps.builds.fail(tx, nameOf(job), failed),
  event: endEvent(audienceBuildCompleted, ({ params, state, result, error }) => {
    const { companies = 0, people = 0 } = (result ?? {}) as Partial<Counts>
    return {
      audience_id: params.audienceId,
      success: state === 'completed',
      total_companies: companies,
      total_prospects: people,
      error: state === 'failed' ? failed : error,
    }
  }),
})

const failed = 'The build could not be carried out. Nobody joined or left, and nothing was charged.'

export function linesOf({ companies, people }: Counts): PriceLine[] {
  const lines: PriceLine[] = [
    { key: 'audienceCompany', units: companies },
    { key: 'audienceProspect', units: people },
  ]
  return lines.filter(({ units }) => units > 0)
}

async function findAll(context: Context): Promise<FoundEntities> {
  const { deps, params, organizationId, nowMs, signal } = context
  const build = nameOf(context)
  const { audience, search } = await deps.audiences.searched(build)
  if (search === null) throw new BuildEnded()
  return findMembers(deps.search, {
    organizationId,
    question: questionIn(search),
    direction: directionOf(audience.settings),
    most: params.most,
    nowMs,
    signal,
    onProgress: (percent) => deps.builds.progress(build, percent),
  })
}
