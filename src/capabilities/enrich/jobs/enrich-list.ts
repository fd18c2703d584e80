import { endEvent, type ItemOutcome } from '../../../platform/jobs/index.ts'
import { enrichCompleted } from '../events.ts'
import { noRows, readStats, type EnrichParams, type EnrichResult, type RowsItem } from '../enrich-params.ts'
import { findRows, listEntities, type RowFound } from '../find-rows.ts'
import { settleRows } from '../settle-rows.ts'
import { defineJob } from '../slice.ts'
import { cellsOfRow } from '../understand-list.ts'
import { itemsAtOnce, writeFile } from '../write-file.ts'

/** Looks up the rows of a list, then writes the list with the results. */
export const enrichList = defineJob<EnrichParams, RowsItem, RowFound[], RowFound[]>({
  id: 'enrichList',
  batch: 20,
  ahead({ params, deps, signal }, items) {
    const { kind, list, used, members } = params
    const rows = items.flatMap(({ input }) => input.rows.map((row) => cellsOfRow(row, list)))
    const header = list.hasHeader ? list.headings.slice(0, list.width) : undefined
    return findRows(deps, rows, { kind, used, members, width: list.width, header, signal })
  },
  async work(_context, items, results) {
    let from = 0
    return items.map(({ input }): ItemOutcome<RowFound[]> => {
      const output = results.slice(from, (from += input.rows.length))
      // `settle` says what it costs.
      return listEntities(output).length === 0
        ? { state: 'empty', output }
        : { state: 'delivered', output, lines: [] }
    })
  },
  settle: settleRows,
  async conclude({ params, deps, jobId, nowMs, signal }, _outputs, pages): Promise<EnrichResult> {
    const form = { format: params.format }
    return writeFile(deps, { id: jobId, params, form, pages: pages(itemsAtOnce), nowMs, signal })
  },
  event: endEvent(enrichCompleted, ({ jobId, params, state, result, error }) => {
    const stats = readStats(result) ?? noRows
    return {
      run_id: jobId,
      success: state === 'completed',
      row_count: params.list.rowCount,
      matched: stats.matched,
      duplicates: stats.duplicates,
      unsure: stats.unsure,
      not_found: stats.notFound,
      unreadable: stats.unreadable,
      blank: stats.blank,
      error,
    }
  }),
})
