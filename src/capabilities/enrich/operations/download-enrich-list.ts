import { z } from 'zod'
import { free, optional, perMinute, resourceId, withDefault } from '../../../operation/index.ts'
import { requireResult } from '../decide-row.ts'
import { enrichFailures } from '../failures.ts'
import { fileOfRun, linkMs, linkToFile } from '../file-of-run.ts'
import { enrichList } from '../jobs/enrich-list.ts'
import { outputFormats } from '../row-lines.ts'
import { enrichTag, operation } from '../slice.ts'

export const downloadEnrichList = operation({
  id: 'downloadEnrichList',
  route: 'POST /v1/enrich/download',
  tag: enrichTag,
  summary: 'Get a link to an enriched list in the form you need',
  tasks: ['download an enriched list as Excel or CSV'],
  describe:
    'Answers a link to the list of a run that is done, with every decision made until now: as it came (its delimiter, quotes and encoding), as another format, or as a CSV in UTF-8 with a byte order mark, which spreadsheets open with all letters. The link works for 24 hours without a key. Columns that the list had keep their cells.',
  input: z.object({
    runId: resourceId('run', { madeBy: 'startEnrichList', prefix: 'task' }),
    format: optional(z.enum(outputFormats)).describe('Default: as the run was started, so as the list came.'),
    withByteOrderMark: withDefault(z.boolean(), false).describe(
      'A CSV in UTF-8 that begins with a byte order mark.',
    ),
  }),
  output: z.object({ url: z.string(), format: z.enum(outputFormats), expiresAt: z.string() }),
  price: free('The run already charged for its matches.'),
  limit: perMinute(30),
  timeoutMs: 90_000,
  follows: 'startEnrichList',
  fails: ['not-found', 'run-going-on', 'run-canceled', 'run-failed', 'run-withdrawn'],
  examples: [
    { name: 'For a spreadsheet', input: { runId: 'task_01kf0example0000000000000000', format: 'xlsx' } },
  ],
  effect: 'reads',
  async handle({ input, call, deps }) {
    const job = await deps.jobs.find(enrichList, call, input.runId)
    requireResult(job)
    const format = input.format ?? job.params.format
    const form = { format, hasMark: input.withByteOrderMark && format === 'csv' }
    const { nowMs, signal } = call
    const file = await fileOfRun(deps, job, { form, nowMs, signal })
    if (file === undefined) throw enrichFailures.of('run-withdrawn')
    const url = linkToFile(deps, job, { form, blobId: file.blobId })
    return { url, format, expiresAt: new Date(nowMs + linkMs).toISOString() }
  },
})
