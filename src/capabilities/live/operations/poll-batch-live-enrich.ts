import { z } from 'zod'
import { personRecord } from '../../../corpus/records/index.ts'
import { free, JobAnswer, pageInput, perMinute, resourceId, toldReference } from '../../../operation/index.ts'
import type { ItemView, JobView } from '../../../platform/jobs/index.ts'
import { batchTypes, itemStatuses, type BatchParams, type BatchResult } from '../batch-items.ts'
import { freshness } from '../../../sources/index.ts'
import { batchLiveEnrich } from '../jobs/batch-live-enrich.ts'
import { keptCompany, liveCompany } from '../live-company.ts'
import { liveTag, operation } from '../slice.ts'

const result = z.object({
  identifier: z.string(),
  clientReferenceId: toldReference,
  clientReferenceIds: z
    .array(z.string())
    .optional()
    .describe('References of all identifiers that name this page, if any were given.'),
  status: z.enum(itemStatuses),
  profile: personRecord.nullish(),
  company: liveCompany.nullish(),
  message: z.string().nullish().describe('Why there is no record, if so.'),
  ...freshness,
  liveStatus: freshness.liveStatus.nullable(),
})

export const pollBatchLiveEnrich = operation({
  id: 'pollBatchLiveEnrich',
  route: 'POST /v1/pnet-live-fetch/batch/poll',
  tag: liveTag,
  summary: 'Poll a batch of live fetches',
  describe:
    'Returns the progress of a batch and a page of its results: malformed identifiers first, the others in the order of the request. While it runs, a page ends before the first identifier that is still being fetched; nextCursor continues there. Free; once the batch has ended, chargeInfo has the cost. Poll at most every 30 seconds. Results are kept for 30 days.',
  input: z.object({
    taskId: resourceId('live batch', { madeBy: 'startBatchLiveEnrich', prefix: 'task' }),
    ...pageInput({ sizes: { default: 100, most: 100 }, names: { size: 'take' } }),
  }),
  output: z.object({
    status: z.enum(['PENDING', 'PROCESSING', 'COMPLETED', 'FAILED']),
    type: z.enum(batchTypes),
    progress: z.object({
      total: z.number().int().describe('Identifiers, without duplicates.'),
      completed: z.number().int(),
      notFound: z.number().int(),
      failed: z.number().int(),
      malformed: z.number().int(),
      pending: z.number().int(),
    }),
    results: z.array(result),
    nextCursor: z.string().nullish(),
    completedAt: z.string().nullish().describe('When it ended, ISO 8601.'),
  }),
  pages: 'nextCursor',
  price: free('Polls are free.'),
  limit: perMinute(60),
  follows: 'startBatchLiveEnrich',
  fails: ['not-found', 'invalid-cursor'],
  examples: [{ name: 'A task', input: { taskId: 'task_01kf0example0000000000000000' } }],
  effect: 'reads',
  async handle({ input, call, deps }) {
    const job = await deps.jobs.find(batchLiveEnrich, call, input.taskId)
    const { items, nextCursor } = await deps.jobs.items(job, { cursor: input.cursor, take: input.take })
    const output = {
      status: statuses[job.state],
      type: job.params.type,
      progress: countProgress(job),
      results: items.map((item) => buildResult(item, job.params)),
      ...(nextCursor === undefined ? {} : { nextCursor }),
      ...(job.finishedAt === null ? {} : { completedAt: job.finishedAt.toISOString() }),
    }
    if (!job.done) return output
    const message = 'Charged as the batch delivered. This poll is free.'
    return new JobAnswer({
      output,
      credits: { method: 'charged-for-async-process', charged: job.charged, message },
    })
  },
})

const statuses = {
  queued: 'PENDING',
  running: 'PROCESSING',
  completed: 'COMPLETED',
  failed: 'FAILED',
  canceled: 'FAILED',
} as const

function countProgress({ params, total, delivered, empty, failed }: JobView<BatchParams>) {
  const { malformed } = params
  const unfetched = Math.max(0, failed - malformed)
  const pending = (total ?? 0) - malformed - delivered - empty - unfetched
  return {
    total: total ?? 0,
    completed: delivered,
    notFound: empty,
    failed: unfetched,
    malformed,
    pending,
  }
}

/** An item the kernel gave up has no output of its own. */
const givenUp: BatchResult = {
  status: 'FAILED',
  message: 'The page could not be fetched.',
  live: false,
  liveStatus: null,
  observedAt: null,
  source: null,
}

function buildResult({ input, output }: ItemView, { references }: BatchParams) {
  const identifier = JSON.parse(input) as string
  const batchResult = output === null ? givenUp : (JSON.parse(output) as BatchResult)
  const hasReferences = references !== undefined && Object.hasOwn(references, identifier)
  const own = references && ((hasReferences && references[identifier]) || [])
  const referenceMembers = own && { clientReferenceId: own[0] ?? null, clientReferenceIds: own }
  return {
    identifier,
    ...referenceMembers,
    ...batchResult,
    ...(batchResult.company && { company: keptCompany(batchResult.company) }),
  }
}
