import type { PriceLine } from '../../operation/index.ts'
import type { EndedOutcome, JobContext } from '../../platform/jobs/index.ts'
import type { Queryable } from '../../store/postgres/index.ts'
import type { MosaicParams, MosaicRow } from './mosaic-params.ts'
import type { RowResult } from './row-result.ts'
import type { RepairDeps } from './slice.ts'

const rowLine: PriceLine = { key: 'mosaicRow', units: 1 }

/** The kind of record that a row was found to be, and its entity id; undefined where nothing was found. */
export function readRecord({
  status,
  recordId,
}: RowResult): { kind: 'companies' | 'people'; id: string } | undefined {
  if (recordId === undefined) return undefined
  if (status === 'company_found') return { kind: 'companies', id: recordId }
  return status === 'profile_found' ? { kind: 'people', id: recordId } : undefined
}

/**
 * What each row of a batch costs: its contacts, and a row unless its record is paid for within the window, by whichever
 * list or look-up by id, or by an earlier row. It runs in the transaction that stores and charges them.
 */
export async function settleRows(
  tx: Queryable,
  { params, deps, organizationId, requestId, nowMs }: JobContext<MosaicParams, RepairDeps>,
  ended: readonly EndedOutcome<MosaicRow, RowResult>[],
): Promise<(readonly PriceLine[])[]> {
  const { recordReads } = deps
  const records = ended.map(({ outcome }) =>
    outcome.state === 'delivered' ? readRecord(outcome.output) : undefined,
  )
  const isEachCharged = params.isSandbox || recordReads.windowDays === 0
  const claim = (kind: 'companies' | 'people') => {
    const ids = new Set(records.flatMap((record) => (record?.kind === kind ? [record.id] : [])))
    return isEachCharged || ids.size === 0
      ? new Set<string>()
      : recordReads.claim(tx, [...ids], {
          organizationId,
          requestId,
          kind,
          priceKey: rowLine.key,
          nowMs,
        })
  }
  const unpaid = { companies: await claim('companies'), people: await claim('people') }
  return ended.map(({ outcome }, index): readonly PriceLine[] => {
    if (outcome.state !== 'delivered') return []
    const record = records[index]
    const isCharged = record === undefined || isEachCharged || unpaid[record.kind].delete(record.id)
    return isCharged ? [rowLine, ...outcome.lines] : outcome.lines
  })
}
