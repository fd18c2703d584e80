import { setTimeout as delay } from 'node:timers/promises'
import { kinds, type EntityKind } from '../kinds/index.ts'
import { sql, StoreUnavailable, type Postgres, type Queryable } from '../../store/postgres/index.ts'

/** A commit being written. */
export interface Commit {
  number: number
  /** First of the entity ids this commit may use. */
  firstEntityId: number
}

/** How a commit ended. */
export interface CommitResult {
  rows: number
  superseded: number
  source: string
}

/**
 * Readers poll the state this often; a writer that turns a quiet table hot waits `quietMs` before its first row, so
 * that every reader has heard of it and none trusts "everything there is is visible" any more.
 */
export const pollMs = 200
export const quietMs = 450
const hotMs = 3_000

/** Where a commit is written. */
export interface CommitStores {
  db: Postgres
  abandon(kind: EntityKind, number: number): Promise<void>
  /**
   * The only reader of these stores, where there is one: it is told of the first row instead of given `quietMs` to hear
   * of it. Not for processes others read beside, and no search may be under way while they write.
   */
  onlyReader?: { refresh(): Promise<void> }
}

interface StateRow {
  published: number
  last_number: number
  pending: number | null
  hot: boolean
  search_index: number
}

/**
 * Runs one commit: takes the writers' lock of the kind, clears what a crashed writer left behind, hands out a number
 * and ids, and publishes the number when `write` returns. Until then no search sees a row of it; when `write` throws,
 * or the process dies, none ever does.
 */
export async function runCommit(
  stores: CommitStores,
  kind: EntityKind,
  entityIds: number,
  write: (commit: Commit) => Promise<CommitResult>,
): Promise<void> {
  const { db, onlyReader } = stores
  await withWritersLock(stores, kind, async (state) => {
    if (!isCurrentIndex(kind, state))
      throw new StoreUnavailable(`the search index of ${kind} is of other rules`)
    const commit = await begin(db, kind, entityIds)
    if (!state.hot) await (onlyReader?.refresh() ?? delay(quietMs))
    try {
      await publish(db, kind, commit.number, await write(commit))
    } catch (cause) {
      await giveUp(stores, kind, commit.number).catch(ignore)
      throw cause
    }
  })
}

/** Whether rows are of the rules of this program; those of a kind never written are. */
export function isCurrentIndex(
  kind: EntityKind,
  state: { last_number: number; search_index: number },
): boolean {
  return state.last_number === 0 || state.search_index === kinds[kind].indexVersion
}

/**
 * Brings rows to the rules of this program while no writer can run: `rebuild` is called when they are of others, and
 * what it has done counts once it returns. Answers whether there was anything to do.
 */
export async function renewIndex(
  stores: CommitStores,
  kind: EntityKind,
  rebuild: () => Promise<void>,
): Promise<boolean> {
  const { db } = stores
  // Nearly always there is nothing to do, and a writer may hold the lock for minutes.
  if (isCurrentIndex(kind, await readState(db, kind))) return false
  return withWritersLock(stores, kind, async (state) => {
    if (isCurrentIndex(kind, state)) return false
    await rebuild()
    await db.query(sql`
      UPDATE corpus_commits SET search_index = ${kinds[kind].indexVersion} WHERE kind = ${kind}`)
    await db.query(sql`SELECT pg_notify('corpus_commits', ${kind})`)
    return true
  })
}

async function withWritersLock<T>(
  stores: CommitStores,
  kind: EntityKind,
  work: (state: StateRow) => Promise<T>,
): Promise<T> {
  const { db } = stores
  // The transaction exists for its lock alone: it ends with the connection, so a killed writer never blocks the next.
  return db.transact(
    async (lock) => {
      await lock.query(sql`SET LOCAL idle_in_transaction_session_timeout = 0`)
      await lock.query(sql`SELECT pg_advisory_xact_lock(hashtext(${`corpus_commits:${kind}`}))`)
      const state = await readState(db, kind)
      if (state.pending !== null) {
        await stores.abandon(kind, state.pending)
        await clearPending(db, kind, state.pending)
      }
      return work(state)
    },
    { statementTimeoutMs: 0 },
  )
}

/** Removes what a failed commit wrote. One whose publishing went through, only its answer being lost, is left alone. */
async function giveUp({ db, abandon }: CommitStores, kind: EntityKind, number: number): Promise<void> {
  const { pending } = await readState(db, kind)
  if (pending !== number) return
  await abandon(kind, number)
  await clearPending(db, kind, number)
}

// What cannot be cleared now (the engine is down) is cleared by the next writer, which finds it pending.
const ignore = () => {}

async function readState(db: Queryable, kind: EntityKind): Promise<StateRow> {
  const [row] = await db.query<StateRow>(sql`
    SELECT published, last_number, pending, search_index,
      pending IS NOT NULL OR hot_until > clock_timestamp() AS hot
    FROM corpus_commits WHERE kind = ${kind}`)
  return row as StateRow
}

async function begin(db: Queryable, kind: EntityKind, entityIds: number): Promise<Commit> {
  const [row] = await db.query<{ last_number: number; next_entity_id: number }>(sql`
    UPDATE corpus_commits
    SET last_number = last_number + 1, pending = last_number + 1, next_entity_id = next_entity_id + ${entityIds},
      search_index = CASE WHEN last_number = 0 THEN ${kinds[kind].indexVersion}::int ELSE search_index END
    WHERE kind = ${kind}
    RETURNING last_number, next_entity_id`)
  const { last_number, next_entity_id } = row as { last_number: number; next_entity_id: number }
  return { number: last_number, firstEntityId: next_entity_id - entityIds }
}

async function publish(db: Postgres, kind: EntityKind, number: number, result: CommitResult): Promise<void> {
  await db.transact(async (tx) => {
    const published = await tx.query(sql`
      UPDATE corpus_commits
      SET published = ${number}, pending = NULL, superseded = superseded + ${result.superseded},
        hot_until = clock_timestamp() + ${hotMs} * interval '1 millisecond'
      WHERE kind = ${kind} AND pending = ${number}
      RETURNING kind`)
    // The lock went with its connection and another writer has cleared this commit away.
    if (published.length === 0) throw new StoreUnavailable(`commit ${number} of ${kind} lost its lock`)
    await tx.query(sql`
      INSERT INTO corpus_commit_log (kind, number, rows, superseded, source)
      VALUES (${kind}, ${number}, ${result.rows}, ${result.superseded}, ${result.source})`)
    await tx.query(sql`SELECT pg_notify('corpus_commits', ${kind})`)
  })
}

async function clearPending(db: Queryable, kind: EntityKind, number: number): Promise<void> {
  await db.query(sql`UPDATE corpus_commits SET pending = NULL WHERE kind = ${kind} AND pending = ${number}`)
}
