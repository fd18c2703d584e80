import type { Call, PriceLine } from '../../operation/index.ts'
import type { GivenRow } from '../../corpus/tables/index.ts'
import type { EnrichParams } from './enrich-params.ts'
import { findRows, listEntities, oddity } from './find-rows.ts'
import { openRowValues } from './row-values.ts'
import { matchKey } from './settle-rows.ts'
import type { EnrichDeps } from './slice.ts'
import { cellsOfRow, readHeader } from './understand-list.ts'

/** Rows that are tried. A sample of forty says one matched share in three to within a sixth, nineteen times in twenty. */
const sampleRows = 40

/**
 * What a list is likely to cost: rows of different cells times the share of a sample of them that matches records which the
 * organization has not paid for lately. The sample is spread over the whole list.
 */
export async function expectMatches(
  deps: EnrichDeps,
  rows: readonly GivenRow[],
  { kind, list, used }: Pick<EnrichParams, 'kind' | 'list' | 'used'>,
  { organizationId, nowMs, signal }: Pick<Call, 'organizationId' | 'nowMs' | 'signal'>,
): Promise<PriceLine[]> {
  const options = { used, width: list.width, header: readHeader(list) }
  const nameValue = openRowValues(deps.secret, { kind, list, used })
  const different = new Map<string, string[]>()
  for (const row of rows) {
    const cells = cellsOfRow(row, list)
    if (oddity(cells, options) === undefined) different.set(nameValue(row).toString('hex'), cells)
  }
  const values = [...different.values()]
  if (values.length === 0) return []
  const step = Math.max(1, values.length / sampleRows)
  const sample = Array.from(
    { length: Math.min(values.length, sampleRows) },
    (_, index) => values[Math.floor(index * step)] as string[],
  )
  const results = await findRows(deps, sample, { ...options, kind, members: [], signal })
  const entities = [...new Set(listEntities(results))]
  const paid = await deps.recordReads.countPaid(entities, { organizationId, kind, nowMs })
  return [{ key: matchKey[kind], units: ((entities.length - paid) / sample.length) * values.length }]
}
