import { endEvent, type ItemOutcome, type ItemView } from '../../../platform/jobs/index.ts'
import type { PriceKey } from '../../../operation/index.ts'
import { enrichCompleted } from '../events.ts'
import { noRows, readStats, type EnrichParams, type EnrichResult, type RowsItem } from '../enrich-params.ts'
import { tally } from '../tally.ts'
import { listEntities, findRows, type RowFound } from '../find-rows.ts'
import type { ListKind } from '../members.ts'
import { rowLines, type RowLines } from '../row-lines.ts'
import { defineJob } from '../slice.ts'
import { cellsOfRow } from '../understand-list.ts'

/** The file is stored for as long as the run. */
const keepMs = 30 * 86_400_000
const maxFileBytes = 1024 ** 3
/** Items written as text at a time: a thousand rows. */
const itemsAtOnce = 40

const keyOf: Record<ListKind, PriceKey> = { companies: 'kitchenSinkCompany', people: 'kitchenSinkPerson' }

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
  async work({ params: { kind }, deps, jobId }, items, results) {
    // Each record is charged with the first row that finds it.
    const charged = await deps.foundOnce.listRecorded(jobId, listEntities(results))
    let from = 0
    return items.map(({ input }): ItemOutcome<RowFound[]> => {
      const output = results.slice(from, (from += input.rows.length))
      const entities = listEntities(output)
      if (entities.length === 0) return { state: 'empty', output }
      const units = new Set(entities.filter((entity) => !charged.has(entity))).size
      for (const entity of entities) charged.add(entity)
      return { state: 'delivered', output, lines: units === 0 ? [] : [{ key: keyOf[kind], units }] }
    })
  },
  async record(tx, { deps, jobId }, ended) {
    const entities = ended.flatMap(({ outcome }) =>
      outcome.state === 'delivered' ? listEntities(outcome.output) : [],
    )
    await deps.foundOnce.record(tx, jobId, [...new Set(entities)])
  },
  async conclude({ params, deps, nowMs }, _outputs, pages): Promise<EnrichResult> {
    const stats = { ...noRows }
    const form = rowLines(params.list, params.members, params.format)
    const lines = writeContent(form, tally(stats, params.format), pages(itemsAtOnce))
    const content = form.pack?.(lines) ?? lines
    const { id } = await deps.blobs.put(content, { maxBytes: maxFileBytes, expiresAtMs: nowMs + keepMs })
    return { blobId: id, stats }
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

/** Rows whose item failed, or was removed meanwhile because somebody in it asked to be forgotten. */
const lost: RowFound = {
  match: 'not_found',
  reason: 'The row could not be looked up, or somebody in it asked to be removed. Run the list again.',
}

async function* writeContent(
  { head, lines }: RowLines,
  tallyRows: ReturnType<typeof tally>,
  pages: AsyncIterable<readonly ItemView[]>,
): AsyncGenerator<Uint8Array> {
  yield head
  for await (const page of pages) {
    for (const { input, output } of page) {
      const { rows } = JSON.parse(input) as RowsItem
      const results = tallyRows(output === null ? rows.map(() => lost) : (JSON.parse(output) as RowFound[]))
      yield lines(rows, results)
    }
  }
}
