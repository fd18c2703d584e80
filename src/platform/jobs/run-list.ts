import { z } from 'zod'
import { toCredits } from '../../lib/credits.ts'
import { JobAnswer, makePage, openPage, pageInput, type Call } from '../../operation/index.ts'
import type { Keys } from '../keys/index.ts'
import type { JobDefinition } from './define-job.ts'
import type { Jobs, StartedJob } from './open-jobs.ts'
import { runStatuses, runStatusOf } from './run-status.ts'

const position = z.object({ id: z.string(), createdAtMs: z.number() })

/** What a list of runs takes. */
export const runListInput = z.object(pageInput({ sizes: { default: 25, most: 100 } }))

/** What every list of runs over lists says of one; `rowCount` and `stats` are of the operation. */
export const listedRun = {
  runId: z.string(),
  fileName: z.string().nullable().describe('As the upload or the start called it.'),
  status: z.enum(runStatuses),
  progressPercent: z.int().min(0).max(100),
  creditsCharged: z.number(),
  startedAt: z.string(),
  finishedAt: z.string().nullable(),
  startedBy: z
    .object({ keyId: z.string(), name: z.string().nullable() })
    .nullable()
    .describe('The key that started it; its name is null where the key is no longer listed.'),
}

type ListedRun = z.output<z.ZodObject<typeof listedRun>>

/** A page of an organization's runs of one kind, the newest first. Throws Failure 'invalid-cursor'. */
export async function listRuns<P extends { fileName?: string | null | undefined }, I, R, D>(
  definition: JobDefinition<P, I, R, D>,
  { call, deps }: { call: Call; deps: { jobs: Jobs; keys: Pick<Keys, 'listKeys'>; secret: Buffer } },
  page: { of: string; pageSize: number; cursor?: string | undefined },
): Promise<{ runs: { job: StartedJob<P>; listed: ListedRun }[]; nextCursor: string | null }> {
  const { organizationId } = call
  const seal = { key: deps.secret, of: page.of, organizationId }
  const after = openPage(page.cursor, seal, position)
  const [jobs, keys] = await Promise.all([
    deps.jobs.list(definition, call, { after, most: page.pageSize + 1 }),
    deps.keys.listKeys(organizationId, { includeRevoked: true }),
  ])
  const { items, nextCursor } = makePage(jobs, {
    size: page.pageSize,
    seal,
    position: ({ id, createdAt }) => ({ id, createdAtMs: createdAt.getTime() }),
  })
  const names = new Map(keys.map(({ id, name }) => [id, name]))
  const runs = items.map((job) => ({ job, listed: describeRun(job, names) }))
  return { runs, nextCursor }
}

function describeRun(
  job: StartedJob<{ fileName?: string | null | undefined }>,
  keyNames: ReadonlyMap<string, string | null>,
): ListedRun {
  return {
    runId: job.id,
    fileName: job.params.fileName ?? null,
    status: runStatusOf[job.state],
    progressPercent: job.progressPercent,
    creditsCharged: toCredits(job.charged),
    startedAt: job.createdAt.toISOString(),
    finishedAt: job.finishedAt?.toISOString() ?? null,
    startedBy: job.keyId === null ? null : { keyId: job.keyId, name: keyNames.get(job.keyId) ?? null },
  }
}

/** What the cancel of a run over a list answers. */
export const canceledRun = z.object({
  runId: z.string(),
  canceled: z.boolean().describe('False when the run had already ended.'),
  creditsRefunded: z.number(),
  creditsCharged: z.number().describe('For the rows that were looked up.'),
})

/** Ends a run over a list and gives back what was set aside for the rows it has not looked up. Throws Failure 'not-found'. */
export async function cancelRun<P extends object, I, R, D>(
  definition: JobDefinition<P, I, R, D>,
  { call, deps }: { call: Call; deps: { jobs: Jobs } },
  runId: string,
): Promise<JobAnswer<z.output<typeof canceledRun>>> {
  const { job, refunded } = await deps.jobs.cancel(definition, call, runId)
  const output = {
    runId: job.id,
    canceled: job.state === 'canceled',
    creditsRefunded: toCredits(refunded),
    creditsCharged: toCredits(job.charged),
  }
  const message = 'Given back for the rows that were not looked up.'
  return new JobAnswer({ output, credits: { method: 'credits-refunded', refunded, message } })
}
