import { z } from 'zod'
import { free, JobAnswer, perMinute, resourceId } from '../../../operation/index.ts'
import { rowsPerItem, readStats, type EnrichResult } from '../enrich-params.ts'
import { enrichList } from '../jobs/enrich-list.ts'
import { listKinds } from '../members.ts'
import { rowLines } from '../row-lines.ts'
import { rowCounts, usedColumn } from '../schema.ts'
import { enrichTag, operation } from '../slice.ts'

/** Links end up in mails and chats, so they expire soon; every poll returns a new one. */
const linkMs = 24 * 3_600_000

const states = {
  queued: 'pending',
  running: 'running',
  completed: 'done',
  failed: 'failed',
  canceled: 'failed',
} as const

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
      status: z.enum(['pending', 'running', 'done', 'failed']),
      as: z.enum(listKinds),
      rowCount: z.number().int(),
      processedRowCount: z.number().int(),
      progressPercent: z.number().int().min(0).max(100),
      etaSeconds: z.number().int().nullable().describe('Seconds left at the pace so far.'),
      stats: z
        .object(rowCounts)
        .nullable()
        .describe('Rows by outcome, each counted once except duplicates; null until the run is done.'),
      used: z.array(usedColumn),
      members: z.array(z.string()),
      notes: z.array(z.string()),
      outputUrl: z.string().nullable(),
      error: z.string().nullable(),
    }),
  }),
  price: free('Polls are free.'),
  limit: perMinute(60),
  follows: 'startEnrichList',
  fails: ['not-found'],
  examples: [{ name: 'A run', input: { runId: 'task_01kf0example0000000000000000' } }],
  effect: 'reads',
  async handle({ input, call, deps }) {
    const job = await deps.jobs.find(enrichList, call, input.runId)
    const result = job.result as EnrichResult | null
    const { kind, list, used, members, format } = job.params
    const isWithdrawn = job.state === 'completed' && result === null
    const { contentType } = rowLines(list, members, format)
    const file = { taskId: job.id, fileName: `${job.id}.${format}`, contentType, livesMs: linkMs }
    const run = {
      runId: job.id,
      status: states[job.state],
      as: kind,
      rowCount: list.rowCount,
      processedRowCount: Math.min(list.rowCount, job.completed * rowsPerItem),
      progressPercent: job.progressPercent,
      etaSeconds: job.etaSeconds,
      stats: readStats(result),
      used: used.map(({ key, name, confidence }) => ({ by: key, column: name, confidence })),
      members,
      notes: list.notes,
      outputUrl: result === null ? null : deps.downloads.link({ ...file, blobId: result.blobId }),
      error: isWithdrawn ? withdrawn : job.error,
    }
    const message = 'Charged during the run. This poll is free.'
    return new JobAnswer({
      output: { run },
      credits: { method: 'charged-for-async-process', charged: job.charged, message },
    })
  },
})
