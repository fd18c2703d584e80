import type { PriceCall } from '../../operation/index.ts'
import type { CountedSource } from './export-parameters.ts'
import type { ExportsDeps } from './slice.ts'
import { recordsOf, sourceMembers, type SourceKind } from './source-members.ts'

/** Members that are looked at: all of a search, and the first ones of a long list, which stand for the others. */
const mostTried = 10_000
/** Records asked for together. */
const recordsAtOnce = 2_000

/** Rows that an export is likely to cost: those of records that the organization has not paid for lately. */
export async function expectRows(
  deps: ExportsDeps,
  { organizationId, nowMs, signal }: PriceCall,
  { kind, counted: { source, rows } }: { kind: SourceKind; counted: CountedSource },
): Promise<number> {
  const tried = Math.min(rows, mostTried)
  const context = { given: { source }, organizationId, deps, nowMs, signal }
  const by = { organizationId, kind: recordsOf[kind], extent: 'row', nowMs } as const
  let records: string[] = []
  let count = 0
  let paid = 0
  const ask = async () => {
    paid += await deps.recordReads.countPaid(records, by)
    count += records.length
    records = []
  }
  if (tried > 0)
    for await (const members of sourceMembers(context, kind)) {
      records.push(...members.slice(0, tried - count - records.length).map(({ id }) => id))
      if (records.length >= recordsAtOnce) await ask()
      if (count + records.length >= tried) break
    }
  await ask()
  return count < mostTried ? count - paid : ((count - paid) / count) * rows
}
