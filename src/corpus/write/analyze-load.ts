import { analyze, type Postgres } from '../../store/postgres/index.ts'
import type { EntityKind } from '../kinds/index.ts'
import { listTables } from '../record-store/index.ts'

/** Rows of a commit that is part of a load; requests write fewer. */
const minRows = 500

interface Load {
  /** Rows written since this process began. */
  rows: number
  /** The rows at the time of the last ANALYZE. */
  counted: number
}

const loads = new WeakMap<Postgres, Map<EntityKind, Load>>()

/**
 * Called after each commit. Whenever a load has doubled, Postgres analyses the tables of the kind, because the next
 * lines are recognised by what is in them and it would take a minute to do so by itself.
 */
export async function noteLoaded(db: Postgres, kind: EntityKind, rows: number): Promise<void> {
  if (rows < minRows) return
  const load = findLoad(db, kind)
  load.rows += rows
  if (load.rows >= 2 * load.counted) await look(db, kind, load)
}

/** Called at the end of a load: analyses what came since. */
export async function endLoad(db: Postgres): Promise<void> {
  for (const [kind, load] of loads.get(db) ?? [])
    if (load.rows - load.counted >= minRows) await look(db, kind, load)
}

function findLoad(db: Postgres, kind: EntityKind): Load {
  let own = loads.get(db)
  if (own === undefined) loads.set(db, (own = new Map()))
  let load = own.get(kind)
  if (load === undefined) own.set(kind, (load = { rows: 0, counted: 0 }))
  return load
}

async function look(db: Postgres, kind: EntityKind, load: Load): Promise<void> {
  load.counted = load.rows
  // The commit stands even if ANALYZE fails; a maintenance task repeats it.
  await analyze(db, listTables(kind)).catch(() => 0)
}
