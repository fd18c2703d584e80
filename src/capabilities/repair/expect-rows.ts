import type { PriceCall, PriceLine } from '../../operation/index.ts'
import type { ListColumn } from '../../corpus/tables/index.ts'
import { listPriceLines, standard, worstCase, type ContactKind } from '../contacts/index.ts'
import { findRows } from './look-up-rows.ts'
import type { RepairDeps } from './slice.ts'

/** Rows that are tried, as for lists that are enriched. */
const sampleRows = 40

/**
 * What a healed list is likely to cost: its rows times the share of a sample, spread over the whole list, that finds records
 * which the organization has not paid for lately; for people found, contacts as if each had all that are asked for.
 */
export async function expectRows(
  deps: RepairDeps,
  {
    rows,
    columns,
    wanted,
  }: {
    rows: readonly { cells: readonly string[] }[]
    columns: readonly ListColumn[]
    wanted: readonly ContactKind[]
  },
  { organizationId, nowMs, signal }: PriceCall,
): Promise<PriceLine[]> {
  if (rows.length === 0) return []
  const step = Math.max(1, rows.length / sampleRows)
  const sample = Array.from(
    { length: Math.min(rows.length, sampleRows) },
    (_, index) => rows[Math.floor(index * step)]?.cells ?? [],
  )
  const matches = await findRows(deps, sample, { columns, signal })
  const companies = new Set(matches.flatMap((one) => (one && 'company' in one ? [one.company.id] : [])))
  const people = new Set(matches.flatMap((one) => (one && 'person' in one ? [one.person.id] : [])))
  const by = { organizationId, nowMs }
  const paid =
    (await deps.recordReads.countPaid([...companies], { ...by, kind: 'companies' })) +
    (await deps.recordReads.countPaid([...people], { ...by, kind: 'people' }))
  const scale = rows.length / sample.length
  const contacts = wanted.length === 0 ? [] : listPriceLines(worstCase(standard, wanted))
  return [
    { key: 'mosaicRow' as const, units: (companies.size + people.size - paid) * scale },
    ...contacts.map(({ key, units }) => ({ key, units: units * people.size * scale })),
  ].filter(({ units }) => units > 0)
}
