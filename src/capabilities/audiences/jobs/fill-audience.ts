import { endEvent, type JobContext } from '../../../platform/jobs/index.ts'
import type { BuildName } from '../build-rows.ts'
import { BuildEnded } from '../builds.ts'
import { audienceBuildCompleted } from '../events.ts'
import { membersIn, type FillSource } from '../fill-members.ts'
import { defineJob, type AudiencesDeps } from '../slice.ts'

/** An audience whose members are already known: cloned, merged, or made from a list. */
export interface FillParams {
  buildId: string
  audienceId: string
  source: FillSource
}

interface Counts {
  companies: number
  people: number
}

const toBuildName = ({
  params,
  organizationId,
}: Pick<JobContext<FillParams, AudiencesDeps>, 'params' | 'organizationId'>): BuildName => ({
  organizationId,
  audienceId: params.audienceId,
  id: params.buildId,
})

/** A build without a search, free of charge; members and the end of the build are one transaction. */
export const fillAudience = defineJob<FillParams, null, null>({
  id: 'fillAudience',
  work: async () => [{ state: 'delivered', output: null, lines: [] }],
  async record(tx, context, ended) {
    const { deps, params, organizationId } = context
    const build = toBuildName(context)
    for (const { outcome } of ended) {
      if (outcome.state !== 'delivered') await deps.builds.fail(tx, build, failed)
      else
        await deps.builds
          .complete(tx, build, membersIn(deps, organizationId, params.source))
          // The audience was deleted meanwhile, so there is nothing left to fill.
          .catch(ignoreEnded)
    }
  },
  async conclude(context): Promise<Counts> {
    const movements = (await context.deps.builds.find(toBuildName(context)))?.movements
    return { companies: movements?.company.joined ?? 0, people: movements?.person.joined ?? 0 }
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

const failed = 'The audience could not be filled. It is empty, and nothing was charged.'

function ignoreEnded(error: unknown): void {
  if (!(error instanceof BuildEnded)) throw error
}
