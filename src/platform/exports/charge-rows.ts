import type { PriceLine } from '../../operation/index.ts'
import type { Queryable } from '../../store/postgres/index.ts'
import type { JobContext } from '../jobs/index.ts'
import type { RecordReads } from '../record-reads/index.ts'
import { lockExport, notePaidBefore, takeRecords } from './export-rows.ts'
import type { ExportParams, ExportSpec } from './export-spec.ts'

/** The job whose file is charged. */
export type ChargedJob<P> = Pick<
  JobContext<ExportParams<P>, unknown>,
  'params' | 'organizationId' | 'requestId' | 'nowMs'
>

/**
 * What the rows of a file cost, in the transaction that charges them: those whose record the organization has not paid for
 * within the window, by a file, an audience or a read of the whole record. Nothing where there is no file.
 */
export async function chargeRows<P, R, D>(
  recordReads: Pick<RecordReads, 'claim'>,
  tx: Queryable,
  { price }: ExportSpec<P, R, D>,
  { params, organizationId, requestId, nowMs }: ChargedJob<P>,
): Promise<readonly PriceLine[]> {
  const key = price?.key(params.given)
  if (price === undefined || key === undefined) return []
  const file = await lockExport(tx, params.exportId)
  if (file === undefined || file.finishedAt === null || file.isWithdrawn) return []
  const records = await takeRecords(tx, params.exportId)
  const by = { organizationId, requestId, kind: price.kind, extent: 'row', priceKey: key, nowMs } as const
  const unpaid = await recordReads.claim(tx, records, by)
  // Parts that the release before wrote do not say which records they are of: their rows are charged.
  const units = unpaid.size + (file.rows - records.length)
  await notePaidBefore(tx, params.exportId, file.rows - units)
  return units === 0 ? [] : [{ key, units }]
}
