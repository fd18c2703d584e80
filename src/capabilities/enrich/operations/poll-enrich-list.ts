import { z } from 'zod'
import { noCredits, toCredits } from '../../../lib/credits.ts'
import { free, JobAnswer, perMinute, resourceId } from '../../../operation/index.ts'
import { runStatuses, runStatusOf } from '../../../platform/jobs/index.ts'
import { rowsPerItem, readStats } from '../enrich-params.ts'
import { currentStats, fileOfRun, linkToFile } from '../file-of-run.ts'
import { enrichList } from '../jobs/enrich-list.ts'
import { listKinds } from '../members.ts'
import { selectCounts } from '../row-groups.ts'
import { decisionCredits, rowCounts, usedColumn } from '../schema.ts'
import { enrichTag, operation } from '../slice.ts'

/** The file contains all rows, so it is withdrawn when one person in it must be removed. */
const withdrawn =
  'The file of this run was withdrawn: somebody in it asked to be removed. Run the list again to get it without them.'

export const pollEnrichList = operation({
  id: 'pollEnrichList',
  route: 'POST /v1/enrich/poll',
  tag: enrichTag,
  summary: 'Poll a run that enriches a list',
  describe:
    'Answers the progress of a run and, once it is done, how many rows matched and a link to the list. The link works for 24 hours without a key; every poll returns a new one, for 30 days after the start. If somebody in the file asks to be removed it is withdrawn, and error says so. Once the run has ended, chargeInfo shows its cost: the poll itself is free. Poll at most every 30 seconds.',
  input: z.object({ runId: resourceId('run', { madeBy: 'startEnrichList', prefix: 'task' }) }),
  output: z.object({
    run: z.object({
      runId: z.string(),
      status: z.enum(runStatuses),
      as: z.enum(listKinds),
      rowCount: z.number().int(),
      processedRowCount: z.number().int(),
      progressPercent: z.number().int().min(0).max(100),
      etaSeconds: z.number().int().nullable().describe('Seconds left at the pace so far.'),
      stats: z
        .object(rowCounts)
        .nullable()
        .describe('Rows by outcome, each counted once except duplicates; null until the run is done.'),
      paidBefore: z
        .number()
        .int()
        .describe(
          'Records found that cost nothing, because your organization had paid for them within 30 days.',
        ),
      decisionCredits,
      decisions: z
        .number()
        .int()
        .describe(
          'Decisions about its unsure rows so far, with those taken back: while it stays the same, so do the matches.',
        ),
      fileName: z.string().nullable(),
      used: z.array(usedColumn),
      members: z.array(z.string()),
      notes: z.array(z.string()),
      outputUrl: z.string().nullable(),
      error: z.string().nullable(),
    }),
  }),
  price: free('Polls are free.'),
  limit: perMinute(60),
  timeoutMs: 90_000,
  follows: 'startEnrichList',
  fails: ['not-found'],
  examples: [{ name: 'A run', input: { runId: 'task_01kf0example0000000000000000' } }],
  effect: 'reads',
  async handle({ input, call, deps }) {
    const job = await deps.jobs.find(enrichList, call, input.runId)
    const { kind, list, used, members, format } = job.params
    const form = { format }
    const file = await fileOfRun(deps, job, { form, nowMs: call.nowMs, signal: call.signal })
    const counts = (await selectCounts(deps.db, [job.id])).get(job.id)
    const isWithdrawn = job.state === 'completed' && file === undefined
    const paidBefore = counts?.paidBefore ?? 0
    const run = {
      runId: job.id,
      status: runStatusOf[job.state],
      as: kind,
      rowCount: list.rowCount,
      processedRowCount: Math.min(list.rowCount, job.completed * rowsPerItem),
      progressPercent: job.progressPercent,
      etaSeconds: job.etaSeconds,
      stats: file === undefined ? readStats(null) : currentStats(file.stats, counts),
      paidBefore,
      decisionCredits: toCredits(counts?.decisionCredits ?? noCredits),
      decisions: counts?.decisions ?? 0,
      fileName: job.params.fileName ?? null,
      used: used.map(({ key, name, confidence }) => ({ by: key, column: name, confidence })),
      members,
      notes: list.notes,
      outputUrl: file === undefined ? null : linkToFile(deps, job, { form, blobId: file.blobId }),
      error: isWithdrawn ? withdrawn : job.error,
    }
    const before =
      paidBefore === 0
        ? ''
        : ` ${paidBefore} of its records cost nothing again: they were paid for within ${deps.recordReads.windowDays} days.`
    const message = `Charged during the run. This poll is free.${before}`
    const whenFree = paidBefore === 0 ? undefined : `Polls are free.${before}`
    return new JobAnswer({
      output: { run },
      credits: { method: 'charged-for-async-process', charged: job.charged, message, whenFree },
    })
  },
})
