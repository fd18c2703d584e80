import { toCredits } from '../../lib/credits.ts'
import type { JobChangeList } from './list-kind.ts'
import { selectNewestScans, type ScanRow, type ScanStatus } from './scan-rows.ts'
import type { JobChangesDeps } from './slice.ts'

export const listStatuses = ['DRAFT', 'BUILDING', 'NORMAL', 'ERROR'] as const
export type ListStatus = (typeof listStatuses)[number]

/** The state of a list, derived from its profiles and newest scan, so that it cannot get stuck. */
export function deriveStatus(profileCount: number, scan: ScanStatus | undefined): ListStatus {
  if (profileCount === 0) return 'DRAFT'
  if (scan === 'NOT_STARTED' || scan === 'PROCESSING') return 'BUILDING'
  return scan === 'FAILED' || scan === 'REJECTED_NO_FUNDS' ? 'ERROR' : 'NORMAL'
}

/** Lists as shown to clients. */
export async function listViews({ db, lists }: JobChangesDeps, rows: readonly JobChangeList[]) {
  const scans = await selectNewestScans(
    db,
    rows.map(({ id }) => id),
  )
  const newest = new Map(scans.map((scan) => [scan.listId, scan]))
  return Promise.all(
    rows.map(async ({ id, name, createdAt, state, counts }) => {
      const scan = newest.get(id)
      return {
        id,
        name,
        createdAt: createdAt.toISOString(),
        status: deriveStatus(counts.person, scan?.status),
        isActive: state === 'ACTIVE',
        profileCount: counts.person,
        nextScanAt: (await lists.nextScanAt(id))?.toISOString() ?? null,
        lastScan: scan === undefined ? null : scanView(scan),
      }
    }),
  )
}

export async function buildListView(deps: JobChangesDeps, list: JobChangeList) {
  const [view] = await listViews(deps, [list])
  return view as NonNullable<typeof view>
}

function scanView({ status, startedAt, completedAt, movements, charged }: ScanRow) {
  return {
    status,
    startedAt: startedAt.toISOString(),
    completedAt: completedAt?.toISOString() ?? null,
    movements: {
      promoted: movements?.promoted ?? 0,
      lateralMove: movements?.['lateral-move'] ?? 0,
      newRole: movements?.['new-role'] ?? 0,
      changed: movements?.changed ?? 0,
    },
    creditsCharged: toCredits(charged),
  }
}
