import { z } from 'zod'
import { Failure, listedPrice, perMinute, type LateJob, type PriceLine } from '../../../operation/index.ts'
import { claimedRows } from '../../../platform/uploads/index.ts'
import {
  kindPrices,
  listPriceLines,
  standard,
  tierKeys,
  worstCase,
  type ContactKind,
} from '../../contacts/index.ts'
import { parseDirectives, type Directives } from '../directives.ts'
import { mosaic } from '../jobs/mosaic.ts'
import { loadSource, repaired } from '../load-source.ts'
import { mostRows } from '../../../corpus/tables/index.ts'
import { startInput, wantedKinds, type StartInput } from '../schema.ts'
import { operation, repairTag } from '../slice.ts'

/** The most rows can cost. */
function rowLines(rows: number, wanted: readonly ContactKind[]): PriceLine[] {
  if (rows === 0) return []
  const contacts = wanted.length === 0 ? [] : listPriceLines(worstCase(standard, wanted))
  return [
    { key: 'mosaicRow', units: rows },
    ...contacts.map(({ key, units }) => ({ key, units: units * rows })),
  ]
}

/** Rows an input can have at most, before anything is fetched or read. */
function rowsAtMost({ inlineCsv, uploadId, options }: StartInput): number {
  const lines = inlineCsv === undefined ? mostRows : inlineCsv.split(/\r\n|\r|\n/).length
  const rows = uploadId === undefined ? lines : claimedRows(uploadId)
  return Math.min(rows, options.maxRows ?? mostRows)
}

/** The most a list can cost is only known once it was read. */
const price: LateJob<StartInput> = {
  describe: `${listedPrice('mosaicRow')} for each row that matches a person or company, and for requested contact details what syncQuickContactReveal costs: ${kindPrices(standard)}. Rows that are healed and match nobody are free. The maximum cost of the rows is set aside once the list has been read, what is found is charged, the rest given back.`,
  keys: ['mosaicRow', ...tierKeys(standard)],
  most: (input) => rowLines(rowsAtMost(input), wantedKinds(input)),
}

export const startMosaic = operation({
  id: 'startMosaic',
  route: 'POST /v1/mosaic/start',
  tag: repairTag,
  summary: 'Start repairing a list of people or companies',
  tasks: ['clean up messy rows sent as JSON'],
  describe:
    'Reads a messy list (CSV, TXT or XLSX; 50 MiB and 20,000 rows at most), understands its columns, heals its cells, joins duplicates, and starts to look every row up in the background. The list comes from an https address, an upload, or the request itself. A list that cannot be read is refused at once, free. Poll the run at most every 30 seconds, or wait for the event mosaic.completed.',
  input: startInput,
  otherNames: { prompt: 'customInstructions' },
  output: z.object({
    runId: z.string(),
    isFreeTrialRun: z
      .boolean()
      .describe('Always false: every organization pays with its credits, and sandbox keys pay nothing.'),
  }),
  price: (p) => p.perJob({ late: price }),
  limit: perMinute(10),
  timeoutMs: 90_000,
  examples: [
    {
      name: 'Three people',
      input: {
        inlineCsv:
          'Profile;Name\npnet.example/in/ramon-santos-xq6yt1-example;" SANTOS,  Ramon"\nnobody-1;n/a\nnobody-2;Ada Nobody\n',
        options: { maxRows: 3 },
      },
    },
  ],
  effect: 'changes',
  async handle({ input, call, deps }) {
    const directives = readDirectives(input)
    const source = await loadSource(deps, call, input)
    const { contactInfo: _contact, includeCompanyDetails, liveFetch, runRedline, maxRows } = input.options
    const options = { directives, network: deps.network, maxRows, nowMs: call.nowMs }
    const list = await repaired(deps, source, { options, signal: call.signal })
    const { columns, hasHeader, format, inputRows, notes, rows, style } = list
    const wanted = wantedKinds(input)
    return deps.jobs.start(mosaic, call, {
      params: {
        columns,
        hasHeader,
        format,
        ...(style === undefined ? {} : { style }),
        inputRows,
        notes,
        wanted,
        includeCompanyDetails,
        liveFetch,
        runRedline,
        isSandbox: call.mode === 'test',
      },
      items: rows,
      charging: 'later',
      lines: rowLines(rows.length, wanted),
      output: (runId) => ({ runId, isFreeTrialRun: false }),
    })
  },
})

function readDirectives({ customInstructions }: StartInput): Directives {
  const { directives, bad } = parseDirectives(customInstructions ?? '')
  if (bad.length === 0) return directives
  throw new Failure('invalid-request', {
    issues: bad.slice(0, 20).map(({ line, message }) => ({
      path: 'customInstructions',
      message: `Line ${line}: ${message}`,
      code: 'unknown_directive',
    })),
  })
}
