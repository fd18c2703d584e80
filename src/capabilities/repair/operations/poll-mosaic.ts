import { textWriter } from '../../../corpus/tables/index.ts'
import { z } from 'zod'
import { shownColumn } from '../../../corpus/tables/index.ts'
import { free, JobAnswer, perMinute, resourceId } from '../../../operation/index.ts'
import { mosaic } from '../jobs/mosaic.ts'
import type { MosaicResult } from '../mosaic-params.ts'
import { operation, repairTag } from '../slice.ts'
import { understoodColumn } from '../schema.ts'

/** Links go into mails and chats, so they live shortly; a poll gives new ones. */
const linkMs = 24 * 3_600_000

const states = {
  queued: 'pending',
  running: 'running',
  completed: 'done',
  failed: 'failed',
  canceled: 'failed',
} as const

/** Files of a run are made of all its rows, so they go when one person in them must. */
const withdrawn =
  'The files of this run were withdrawn: somebody in them asked to be removed. Run the list again to get it without them.'

const count = z.number().int().nullable()

export const pollMosaic = operation({
  id: 'pollMosaic',
  route: 'POST /v1/mosaic/poll',
  tag: repairTag,
  summary: 'Poll a run that repairs a list',
  describe:
    'Returns the progress of a run, and once it is done the links to the healed list (CSV, UTF-8) and, if requested, to the page that shows what was changed. Links work for 24 hours without a key; every poll gives new ones, for 30 days after the start, unless somebody in the files asks to be removed: then they are withdrawn, as error says, and the list can be run again. Counts of what was found are null until the run is done. Once it has ended, chargeInfo has the cost: the poll itself is free. Poll at most every 30 seconds.',
  input: z.object({ runId: resourceId('run', { madeBy: 'startMosaic', prefix: 'task' }) }),
  output: z.object({
    run: z.object({
      runId: z.string(),
      status: z.enum(['pending', 'running', 'done', 'failed']),
      rowCount: z.number().int().describe('Rows to look up, duplicates joined.'),
      processedRowCount: z.number().int(),
      isFreeTrialRun: z.boolean(),
      stats: z.object({
        inputRows: z.number().int().describe('Rows of the file.'),
        outputRows: z.number().int(),
        rowsWhereProfileFound: count,
        rowsWhereCompanyFound: count,
        rowsPaidBefore: count.describe(
          'Found rows that cost nothing: their record was paid for within 30 days (ALMANAC_RECORD_REREAD_DAYS), or with an earlier row.',
        ),
        rowsWithContactDetails: count,
        rowsWithErrors: count.describe(
          'Rows with a cell that could not be healed, or that could not be looked up.',
        ),
        rowsChanged: count,
        duplicatesJoined: z.number().int(),
      }),
      columns: z.array(understoodColumn),
      notes: z.array(z.string()),
      outputCsvUrl: z.string().nullable(),
      reportUrl: z.string().nullable(),
      error: z.string().nullable(),
    }),
  }),
  price: free('Polls are free.'),
  limit: perMinute(60),
  follows: 'startMosaic',
  fails: ['not-found'],
  examples: [{ name: 'A run', input: { runId: 'task_01kf0example0000000000000000' } }],
  effect: 'reads',
  async handle({ input, call, deps }) {
    const job = await deps.jobs.find(mosaic, call, input.runId)
    const result = job.result as MosaicResult | null
    const { inputRows, columns, notes } = job.params
    const rowCount = job.total ?? 0
    const link = (blobId: string | null | undefined, file: { extension: string; contentType: string }) => {
      if (blobId === null || blobId === undefined) return null
      const fileName = `${job.id}.${file.extension}`
      return deps.downloads.link({
        blobId,
        taskId: job.id,
        fileName,
        contentType: file.contentType,
        livesMs: linkMs,
      })
    }
    const isWithdrawn = job.state === 'completed' && result === null
    const unknown = {
      rowsWhereProfileFound: null,
      rowsWhereCompanyFound: null,
      rowsPaidBefore: null,
      rowsWithContactDetails: null,
    }
    const run = {
      runId: job.id,
      status: states[job.state],
      rowCount,
      processedRowCount: job.completed,
      isFreeTrialRun: false,
      stats: (result && { ...result.stats, rowsPaidBefore: result.stats.rowsPaidBefore ?? null }) ?? {
        inputRows,
        outputRows: rowCount,
        ...unknown,
        rowsWithErrors: null,
        rowsChanged: null,
        duplicatesJoined: inputRows - rowCount,
      },
      columns: columns.map(shownColumn),
      notes,
      error: isWithdrawn ? withdrawn : job.error,
      outputCsvUrl: link(result?.csvBlobId, {
        extension: 'csv',
        contentType: textWriter(job.params.style).contentType,
      }),
      reportUrl: link(result?.reportBlobId, {
        extension: 'html',
        contentType: 'text/html; charset=utf-8',
      }),
    }
    const message = 'Charged while the run went on. This poll is free.'
    return new JobAnswer({
      output: { run },
      credits: { method: 'charged-for-async-process', charged: job.charged, message },
    })
  },
})
