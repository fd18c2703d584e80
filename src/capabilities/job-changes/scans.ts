import { noCredits, type MilliCredits } from '../../lib/credits.ts'
import type { Clock } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import type { History } from '../../corpus/history/index.ts'
import type { Lookups } from '../../corpus/lookup/index.ts'
import type { Events } from '../../platform/events/index.ts'
import type { Jobs } from '../../platform/jobs/index.ts'
import type { CreditLedger } from '../../platform/ledger/index.ts'
import type { Postgres, Queryable } from '../../store/postgres/index.ts'
import { isBillable } from './classify.ts'
import { jobChanged } from './events.ts'
import { findMovements, type EntityMovement } from './find-movements.ts'
import type { JobChangeLists } from './list-kind.ts'
import { insertMovements, lockUntold } from './movement-rows.ts'
import { selectProfilesAfter, type OfList } from './profile-rows.ts'
import {
  endScan,
  lockUnended,
  selectScan,
  selectLastCompleted,
  selectUnended,
  updateProcessing,
  type MovementCounts,
  type ScanRow,
} from './scan-rows.ts'
import { dayMs } from '../../lib/time.ts'

export interface ScansSettings {
  db: Postgres
  clock: Clock
  ledger: Pick<CreditLedger, 'holdForJob' | 'captureForJob' | 'closeJobHold'>
  jobs: Pick<Jobs, 'isUnfinished'>
  events: Events
  lists: JobChangeLists
  history: History
  lookups: Lookups
  /** Fetches profiles from live sources by address and writes them to the corpus; absent without live sources. */
  refresh?: ((urls: readonly string[], signal: AbortSignal) => Promise<void>) | undefined
}

/** A scan in progress. */
export interface ScanOrder extends OfList {
  scanId: string
  taskId: string
  signal: AbortSignal
}

export interface Scans {
  /** Batches of ids of profiles to fetch live before the list is compared; empty without live sources. */
  toRefresh(of: OfList): Promise<string[][]>
  refresh(urls: readonly string[], signal: AbortSignal): Promise<void>
  /**
   * Compares the list with its earlier state: movements and their charge are one transaction. If the credits do not
   * cover them nothing changes, the scan is rejected, and the next one finds them again. Returns the scan as it ended.
   */
  carryOut(order: ScanOrder): Promise<ScanRow>
  /** Ends a scan that failed. */
  fail(tx: Queryable, scanId: string): Promise<void>
  /** Ends scans whose job ended without ending them; returns how many. */
  endLost(nowMs: number): Promise<number>
}

/** The credits do not cover the movements. */
class NoFunds extends Error {
  override readonly name = 'NoFunds'
}

/** A job that began a moment ago may not be visible yet. */
const youngMs = 60_000
/** Profiles fetched from a live source at a time. */
const liveBatch = 25
/** Movements in one event, bounded because receivers are promised at most 20 kB. */
const perEvent = 20

export function openScans(settings: ScansSettings): Scans {
  const { db, clock, jobs, lists, refresh } = settings
  const now = () => new Date(clock.now())
  const fail = (tx: Queryable, scanId: string) =>
    endScan(tx, scanId, { status: 'FAILED', completedAt: now() })

  return {
    async toRefresh(of) {
      if (refresh === undefined) return []
      const batches: string[][] = []
      for (let after = ''; ;) {
        const page = await selectProfilesAfter(db, of, { after, most: liveBatch })
        if (page.length === 0) return batches
        batches.push(page.map(({ id }) => id))
        after = page.at(-1)?.id ?? ''
      }
    },
    async refresh(urls, signal) {
      await refresh?.(urls, signal)
    },
    async carryOut(order) {
      const { organizationId, listId, scanId } = order
      const scan = await selectScan(db, organizationId, scanId)
      if (scan === undefined) throw new Error(`there is no scan ${scanId}`)
      if (scan.completedAt !== null) return scan
      await updateProcessing(db, scanId)
      const list = await lists.find(db, organizationId, listId)
      if (list === undefined || list.archivedAt !== null) await fail(db, scanId)
      else await compare(settings, order)
      return (await selectScan(db, organizationId, scanId)) as ScanRow
    },
    fail,
    async endLost(nowMs) {
      let count = 0
      for (const { id, taskId } of await selectUnended(db, nowMs - youngMs)) {
        if (await jobs.isUnfinished(db, taskId)) continue
        await fail(db, id)
        count += 1
      }
      return count
    },
  }
}

async function compare(settings: ScansSettings, order: ScanOrder): Promise<void> {
  const { db, clock, lookups } = settings
  const snapshot = await lookups.snapshots.newest('people')
  const last = await selectLastCompleted(db, order.listId)
  const movements = await findMovements(settings, order, { snapshot, since: last?.commit ?? 0 })
  try {
    await db.transact((tx) => tell(settings, tx, { order, movements, commit: snapshot.number }), {
      statementTimeoutMs: 60_000,
    })
  } catch (error) {
    if (!(error instanceof NoFunds)) throw error
    await endScan(db, order.scanId, { status: 'REJECTED_NO_FUNDS', completedAt: new Date(clock.now()) })
  }
}

/** Stores, charges and reports movements, and ends their scan. */
async function tell(
  settings: ScansSettings,
  tx: Queryable,
  {
    order,
    movements: entityMovements,
    commit,
  }: { order: ScanOrder; movements: readonly EntityMovement[]; commit: number },
): Promise<void> {
  const { listId, organizationId, scanId } = order
  if (!(await lockUnended(tx, scanId))) return
  const untold = (await lockUntold(tx, order, entityMovements)) as EntityMovement[]
  const charged = await charge(settings, tx, { order, untold })
  const discoveredAt = new Date(settings.clock.now())
  await insertMovements(tx, order, { movements: untold, scanId, discoveredAt })
  for (let start = 0; start < untold.length; start += perEvent) {
    const profiles = untold
      .slice(start, start + perEvent)
      .map(({ profileId, pnetUrl, movement, details }) => ({
        id: profileId,
        pnetUrl,
        movementDetails: { movement, discoveredAt: discoveredAt.toISOString(), ...details },
      }))
    await settings.events.append(tx, jobChanged, {
      organizationId,
      data: { jobChangeListId: listId, profiles },
    })
  }
  const movements: MovementCounts = {}
  for (const { movement } of untold) movements[movement] = (movements[movement] ?? 0) + 1
  await endScan(tx, scanId, { status: 'COMPLETED', completedAt: discoveredAt, commit, movements, charged })
}

/**
 * Holds and captures at once, since the exact price is known only now. Duplicate people are paid once. Throws NoFunds.
 */
async function charge(
  { ledger, clock }: ScansSettings,
  tx: Queryable,
  { order, untold }: { order: ScanOrder; untold: readonly EntityMovement[] },
): Promise<MilliCredits> {
  const billable = untold.filter(({ movement }) => isBillable(movement))
  const units = new Set(billable.map(({ entityId }) => entityId)).size
  if (units === 0) return noCredits
  const lines = [{ key: 'trackPersonsJobChanges' as const, units }]
  const { organizationId, taskId } = order
  const expiresAtMs = clock.now() + dayMs
  const request = { organizationId, requestId: taskId, operationId: 'job_changes.scan', expiresAtMs, lines }
  const hold = await ledger.holdForJob(tx, request)
  if (!hold.ok) throw new NoFunds()
  const charged = await ledger.captureForJob(tx, { organizationId, hold: hold.hold }, lines)
  await ledger.closeJobHold(tx, hold.hold)
  return charged
}

export const newScanId = (clock: Clock): string => newId('jcscan', clock)
