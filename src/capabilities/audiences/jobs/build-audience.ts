import { endEvent, type JobContext } from '../../../platform/jobs/index.ts'
import type { BuildName } from '../build-rows.ts'
import { BuildEnded } from '../builds.ts'
import { chargeMembers } from '../cost-members.ts'
import { audienceBuildCompleted } from '../events.ts'
import { findMembers, toMembers, type FoundEntities } from '../find-members.ts'
import { questionIn } from '../question.ts'
import { readDirection } from '../state.ts'
import { defineJob, type AudiencesDeps } from '../slice.ts'

/** The input of a build. */
export interface BuildParams {
  buildId: string
  audienceId: string
  /** Most companies and people: their price is set aside. */
  most: { companies: number; people: number }
}

interface Counts {
  companies: number
  people: number
}

type Context = JobContext<BuildParams, AudiencesDeps>

/** Members between the search and the transaction that stores and charges them: too many for a job output. */
const foundBy = new WeakMap<object, FoundEntities>()
/** Members that the same transaction did not charge. */
const paidBeforeBy = new WeakMap<object, number>()

const toBuildName = ({ params, organizationId }: Pick<Context, 'params' | 'organizationId'>): BuildName => ({
  organizationId,
  audienceId: params.audienceId,
  id: params.buildId,
})

/** Members, their charge and the audience's state are one transaction, so a killed build starts over. */
export const buildAudience = defineJob<BuildParams, null, Counts>({
  id: 'buildAudience',
  async work(context) {
    try {
      const entities = await findAll(context)
      foundBy.set(context, entities)
      const counts = { companies: entities.companies.count, people: entities.people.count }
      // What they cost is decided where they are charged.
      return [{ state: 'delivered', output: counts, lines: [] }]
    } catch (error) {
      // The audience was deleted meanwhile, so there is nothing left to build.
      if (error instanceof BuildEnded) return [{ state: 'failed' }]
      throw error
    }
  },
  async settle(tx, context, ended) {
    const entities = foundBy.get(context)
    // Nothing is held for a sandbox key, and nothing is remembered as paid by it.
    const isPaid = Object.keys(context.unitPrices).length > 0
    if (entities === undefined || !isPaid) return ended.map(() => [])
    const lines = await chargeMembers(context.deps, tx, entities, context)
    const unpaid = lines.reduce((sum, { units }) => sum + units, 0)
    paidBeforeBy.set(context, entities.companies.count + entities.people.count - unpaid)
    return ended.map(({ outcome }) => (outcome.state === 'delivered' ? lines : []))
  },
  async record(tx, context, ended) {
    const { builds } = context.deps
    const build = toBuildName(context)
    const entities = foundBy.get(context)
    for (const { outcome } of ended)
      if (outcome.state === 'delivered' && entities !== undefined)
        await builds.complete(tx, build, toMembers(entities), paidBeforeBy.get(context))
      else await builds.fail(tx, build, failed)
  },
  async conclude(_, outputs) {
    const [counts] = await outputs()
    return counts ?? {}
  },
  abandon: (tx, job) => job.deps.builds.fail(tx, toBuildName(job), failed),
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

const failed = 'The build failed. The members are unchanged and nothing was charged.'

async function findAll(context: Context): Promise<FoundEntities> {
  const { deps, params, organizationId, nowMs, signal } = context
  const build = toBuildName(context)
  const { audience, search } = await deps.audiences.searched(build)
  if (search === null) throw new BuildEnded()
  return findMembers(deps.search, {
    organizationId,
    question: questionIn(search),
    direction: readDirection(audience.settings),
    most: params.most,
    nowMs,
    signal,
    onProgress: (percent) => deps.builds.progress(build, percent),
  })
}
