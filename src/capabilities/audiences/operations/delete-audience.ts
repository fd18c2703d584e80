import { z } from 'zod'
import { noCredits, plus, toCredits, type MilliCredits } from '../../../lib/credits.ts'
import { Failure, free, JobAnswer, perMinute, type Call } from '../../../operation/index.ts'
import { selectNewest } from '../build-rows.ts'
import { endEnrichment, selectNewestEnrichment } from '../enrichment-rows.ts'
import { buildAudience } from '../jobs/build-audience.ts'
import { enrichAudience } from '../jobs/enrich-audience.ts'
import { audienceId } from '../schema.ts'
import { operation, tag, type AudiencesDeps } from '../slice.ts'

export const deleteAudience = operation({
  id: 'deleteAudience',
  route: 'DELETE /v1/audiences/{audienceId}',
  tag,
  summary: 'Archive an audience',
  tasks: ['remove an audience'],
  describe:
    'Archives the audience for good: all other operations treat it as unknown from now on. A build under way ends and charges nothing; an enrichment ends and keeps its results. Deleting it again changes nothing.',
  input: z.object({ audienceId }),
  output: z.object({ audienceId: z.string(), archived: z.literal(true) }),
  price: free('Deleting is free; credits set aside for work under way are returned.'),
  limit: perMinute(60),
  follows: 'createAudience',
  fails: ['not-found'],
  examples: [{ name: 'An audience', input: { audienceId: 'aud_01kf3wz3a0s6n4yq8b2c7d5e9f' } }],
  effect: 'changes',
  repeatable: true,
  async handle({ input, call, deps }) {
    const { build, enrichment } = await archive(deps, call, input.audienceId)
    const output = { audienceId: input.audienceId, archived: true as const }
    const { jobs } = deps
    const end = (
      taskId: string | undefined,
      cancel: (taskId: string) => Promise<{ refunded: MilliCredits }>,
    ) => (taskId === undefined ? noCredits : awaitRefund(cancel(taskId)))
    // An earlier call may have been killed halfway; this returns the credits of its remaining work too.
    const refunded = plus(
      await end(build, (taskId) => jobs.cancel(buildAudience, call, taskId)),
      await end(enrichment, (taskId) => jobs.cancel(enrichAudience, call, taskId)),
    )
    if (refunded === noCredits) return output
    const message = `Work under way has ended; ${toCredits(refunded)} credits were returned.`
    return new JobAnswer({ output, credits: { method: 'credits-refunded', refunded, message } })
  },
})

/** Archives the list and ends its build and its enrichment together; returns the newest of each, by task id. */
async function archive(
  { db, clock, lists, builds }: AudiencesDeps,
  { organizationId, keyId }: Call,
  id: string,
): Promise<{ build: string | undefined; enrichment: string | undefined }> {
  return db.transact(async (tx) => {
    const list = await lists.archive(tx, organizationId, id, keyId)
    if (list === undefined) throw new Failure('not-found')
    const build = (await selectNewest(tx, organizationId, [id])).get(id)
    if (build !== undefined) await builds.cancel(tx, build)
    const enrichment = await selectNewestEnrichment(tx, organizationId, id)
    const end = { status: 'CANCELED', finishedAt: new Date(clock.now()) } as const
    if (enrichment !== undefined) await endEnrichment(tx, enrichment, end)
    return { build: build?.taskId, enrichment: enrichment?.taskId }
  })
}

/** The job is deleted after thirty days and may belong to another slice. */
async function awaitRefund(canceling: Promise<{ refunded: MilliCredits }>): Promise<MilliCredits> {
  try {
    return (await canceling).refunded
  } catch (error) {
    if (error instanceof Failure && error.code === 'not-found') return noCredits
    throw error
  }
}
