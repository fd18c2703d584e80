import { endEvent, type ItemView, type JobContext } from '../../../platform/jobs/index.ts'
import { mosaicCompleted } from '../events.ts'
import { lookUpRows } from '../look-up-rows.ts'
import type { MosaicParams, MosaicResult, MosaicRow, MosaicStats } from '../mosaic-params.ts'
import type { RowResult } from '../row-result.ts'
import { readRecord, settleRows } from '../settle-rows.ts'
import { defineJob, type RepairDeps } from '../slice.ts'
import { writeCsv, type EndedRow } from '../write-csv.ts'
import { writeRedline } from '../write-redline.ts'

/** Files are kept as long as the run. */
const keepMs = 30 * 86_400_000
const maxFileBytes = 1024 ** 3

/** Looks the rows of a healed list up, then writes the list and its report. */
export const mosaic = defineJob<MosaicParams, MosaicRow, RowResult>({
  id: 'mosaic',
  batch: 50,
  async work({ params, deps, organizationId, requestId, nowMs, unitPrices, signal }, items) {
    const { columns, wanted, includeCompanyDetails, liveFetch, isSandbox } = params
    const payer = isSandbox ? undefined : { organizationId, requestId }
    const options = { columns, wanted, includeCompanyDetails, liveFetch, payer, nowMs, unitPrices, signal }
    const rows = items.map(({ input }) => input.cells)
    return lookUpRows(deps, rows, options)
  },
  settle: settleRows,
  async record(tx, { params, deps, organizationId, requestId, nowMs }, ended) {
    if (params.isSandbox) return
    const reads = ended.flatMap(({ outcome }) => {
      if (outcome.state !== 'delivered') return []
      const { personId, charged } = outcome.output
      return personId === undefined || charged === undefined ? [] : [{ personId, kinds: charged }]
    })
    await deps.reads.record(tx, reads, { organizationId, requestId, nowMs })
  },
  async conclude(context, _outputs, pages): Promise<MosaicResult> {
    const { params, deps, nowMs } = context
    const expiresAtMs = nowMs + keepMs
    const put = async (content: AsyncIterable<Uint8Array>) =>
      (await deps.blobs.put(content, { maxBytes: maxFileBytes, expiresAtMs })).id
    const stats = emptyStats(params)
    const records: FoundRecords = { companies: new Set(), people: new Set() }
    const csvBlobId = await put(writeCsv(params, counted(endedRows(pages()), { stats, records })))
    stats.rowsPaidBefore = await countPaidBefore(context, { stats, records })
    const reportBlobId = params.runRedline ? await put(writeRedline(params, stats, endedRows(pages()))) : null
    return { csvBlobId, reportBlobId, stats }
  },
  event: endEvent(mosaicCompleted, ({ jobId, state, total, delivered, empty, failed, result, error }) => {
    const stats = (result as MosaicResult | null)?.stats
    return {
      run_id: jobId,
      success: state === 'completed',
      row_count: total,
      processed_row_count: delivered + empty + failed,
      rows_where_profile_found: stats?.rowsWhereProfileFound ?? 0,
      rows_with_contact_details: stats?.rowsWithContactDetails ?? 0,
      rows_with_errors: stats?.rowsWithErrors ?? failed,
      error,
    }
  }),
})

const nobody: RowResult = { status: 'failed', added: { status: 'failed' } }

async function* endedRows(pages: AsyncIterable<readonly ItemView[]>): AsyncGenerator<EndedRow[]> {
  for await (const page of pages) {
    yield page.map(({ input, output }) => ({
      row: JSON.parse(input) as MosaicRow,
      result: output === null ? nobody : (JSON.parse(output) as RowResult),
    }))
  }
}

const emptyStats = ({ inputRows }: MosaicParams): MosaicStats => ({
  inputRows,
  outputRows: 0,
  rowsWhereProfileFound: 0,
  rowsWhereCompanyFound: 0,
  rowsPaidBefore: 0,
  rowsWithContactDetails: 0,
  rowsWithErrors: 0,
  rowsChanged: 0,
  duplicatesJoined: 0,
})

/** Entity ids of the records that rows were found to be. */
type FoundRecords = Record<'companies' | 'people', Set<string>>

/** Rows that cost nothing although their record was found: all but those with which this run paid for one. */
async function countPaidBefore(
  { params, deps, organizationId, requestId }: JobContext<MosaicParams, RepairDeps>,
  { stats, records }: { stats: MosaicStats; records: FoundRecords },
): Promise<number> {
  const { recordReads } = deps
  if (params.isSandbox || recordReads.windowDays === 0) return 0
  let paid = 0
  for (const kind of ['companies', 'people'] as const)
    paid += await recordReads.countPaidWith(requestId, [...records[kind]], { organizationId, kind })
  return stats.rowsWhereProfileFound + stats.rowsWhereCompanyFound - paid
}

async function* counted(
  pages: AsyncIterable<EndedRow[]>,
  { stats, records }: { stats: MosaicStats; records: FoundRecords },
): AsyncGenerator<EndedRow[]> {
  for await (const page of pages) {
    for (const { row, result } of page) {
      stats.outputRows += 1
      stats.duplicatesJoined += row.merged?.length ?? 0
      if (Object.keys(row.changed).length > 0) stats.rowsChanged += 1
      const record = readRecord(result)
      if (record !== undefined) records[record.kind].add(record.id)
      if (result.status === 'profile_found') stats.rowsWhereProfileFound += 1
      if (result.status === 'company_found') stats.rowsWhereCompanyFound += 1
      if (result.hasContacts === true) stats.rowsWithContactDetails += 1
      if (result.status === 'failed' || Object.keys(row.problems).length > 0) stats.rowsWithErrors += 1
    }
    yield page
  }
}
