import { analyze, type Postgres } from '../../store/postgres/index.ts'
import type { EntityKind } from '../kinds/index.ts'
import { listTables } from '../record-store/index.ts'

/** Rows from which on a commit is part of a load; requests write fewer. */
const minRows = 500

interface Load {
  /** Rows written since this process began. */
  rows: number
  /** How many they were when Postgres last looked at them. */
  counted: number
}

const loads = new WeakMap<Postgres, Map<EntityKind, Load>>()

/**
 * Called after each commit: whenever a load has doubled, Postgres looks at the tables of the kind, for the next lines are
 * recognised by what is in them, and it would take a minute to do so itself.
 */
export async function noteLoaded(db: Postgres, kind: EntityKind, rows: number): Promise<void> {
  if (rows < minRows) return
  const load = findLoad(db, kind)
  load.rows += rows
  if (load.rows >= 2 * load.counted) await look(db, kind, load)
}

/** Called at the end of a load: what came since Postgres last looked is looked at, too. */
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
  // The commit stands whatever becomes of this; a task of maintenance looks again.
  await analyze(db, listTables(kind)).catch(() => 0)
}
