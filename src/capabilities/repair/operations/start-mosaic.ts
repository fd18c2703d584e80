import { z } from 'zod'
import {
  Failure,
  listedPrice,
  perMinute,
  type LateJob,
  type PriceCall,
  type PriceLine,
} from '../../../operation/index.ts'
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
import { expectRows } from '../expect-rows.ts'
import { mosaic } from '../jobs/mosaic.ts'
import { loadSource, repaired } from '../load-source.ts'
import { mostRows } from '../../../corpus/tables/index.ts'
import { startInput, wantedKinds, type StartInput } from '../schema.ts'
import { operation, repairTag, type RepairDeps } from '../slice.ts'

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

/** The list, read and healed. Throws a 400 for one that cannot be. */
async function readList(input: StartInput, deps: RepairDeps, call: PriceCall) {
  const directives = readDirectives(input)
  const source = await loadSource(deps, call, input)
  const options = { directives, network: deps.network, maxRows: input.options.maxRows, nowMs: call.nowMs }
  const list = await repaired(deps, source, { options, signal: call.signal })
  return { ...list, fileName: input.fileName ?? source.fileName }
}

/** The most a list can cost is only known once it was read. */
const price: LateJob<StartInput, RepairDeps> = {
  describe: `${listedPrice('mosaicRow')} for each row that matches a person or company, unless your organization paid for the record within 30 days (ALMANAC_RECORD_REREAD_DAYS) or with an earlier row, and for requested contact details what syncQuickContactReveal costs: ${kindPrices(standard)}. Rows that are healed and match nobody are free. The maximum cost of the rows is set aside once the list has been read, what is found is charged, the rest given back.`,
  keys: ['mosaicRow', ...tierKeys(standard)],
  most: (input) => rowLines(rowsAtMost(input), wantedKinds(input)),
  async read(input, deps, call) {
    const wanted = wantedKinds(input)
    // Nothing is fetched before something may be charged.
    if (input.sourceUrl !== undefined) return rowLines(rowsAtMost(input), wanted)
    const { rows, columns } = await readList(input, deps, call)
    const most = rowLines(rows.length, wanted)
    return { most, expected: await expectRows(deps, { rows, columns, wanted }, call) }
  },
}

export const startMosaic = operation({
  id: 'startMosaic',
  route: 'POST /v1/mosaic/start',
  tag: repairTag,
  summary: 'Start repairing a list of people or companies',
  tasks: ['clean up messy rows sent as JSON'],
  describe:
    'Reads a messy list (CSV, TXT or XLSX; 50 MiB and 20,000 rows at most), understands its columns, heals its cells, joins duplicates, and starts to look every row up in the background. The list comes from an https address, an upload, or the request itself. A list that cannot be read is refused at once, free. With `X-Dry-Run: 1` a list that is sent or was uploaded is read, and `expectedCredits` says what a sample of its rows makes likely. Poll the run at most every 30 seconds, or wait for the event mosaic.completed.',
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
    const { includeCompanyDetails, liveFetch, runRedline } = input.options
    const list = await readList(input, deps, call)
    const { columns, hasHeader, format, inputRows, notes, rows, style, fileName } = list
    const wanted = wantedKinds(input)
    return deps.jobs.start(mosaic, call, {
      params: {
        ...(fileName === undefined ? {} : { fileName }),
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
