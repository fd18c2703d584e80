import { setTimeout as delay } from 'node:timers/promises'
import { monotonicMs } from '../../lib/clock.ts'
import { kinds, type EntityKind } from '../kinds/index.ts'
import { BeingRebuilt, findLacks, type StoredRules } from './stored-rules.ts'
import {
  column,
  nullable,
  rowShape,
  sql,
  type Postgres,
  type Queryable,
  type Transaction,
} from '../../store/postgres/index.ts'

/** The commit that is being written. */
export interface Commit {
  number: number
  /** First of the entity ids that this commit may use. */
  firstEntityId: number
}

/** Resolves when every reader knows that rows may come. It must be awaited before the first row is sent. */
export type Heard = () => Promise<void>

/** How a commit ended. */
export interface CommitResult {
  rows: number
  superseded: number
  source: string
}

/**
 * Readers poll the state this often. A writer that turns a quiet table hot sends its first row `quietMs` later, so
 * that every reader has heard of it and none still trusts that all rows are visible. A writer without rows need not
 * wait.
 */
export const pollMs = 200
export const quietMs = 450
const hotMs = 3_000

const publishedRow = rowShape({ published: column.int() })

/** The newest commit of a kind; 0 before its first. */
export async function readPublishedCommit(db: Queryable, kind: EntityKind): Promise<number> {
  const [state] = await db.query(
    sql.rows(publishedRow)`SELECT published FROM corpus_commits WHERE kind = ${kind}`,
  )
  return state?.published ?? 0
}

/** The stores that commits are written to. */
export interface CommitStores {
  db: Postgres
  abandon(kind: EntityKind, number: number): Promise<void>
  /**
   * The only reader of these stores, if there is one: it learns of the first row at once, instead of being given
   * `quietMs` to hear of it. It must not be set where other processes read, and no search may run while it writes.
   */
  onlyReader?: { refresh(): Promise<void> }
}

/** The published state of a kind, and the rules that its rows were built by. */
export interface IndexState extends StoredRules {
  published: number
  /** Counts how often search rows had to be built again. */
  index_build: number
  /** Stored versions. */
  versions: number
}

interface StateRow extends IndexState {
  pending: number | null
  hot: boolean
}

const stateRow = rowShape<StateRow>({
  published: column.int(),
  last_number: column.int(),
  search_index: column.int(),
  identifier_index: column.int(),
  index_build: column.int(),
  versions: column.int(),
  pending: nullable(column.int()),
  hot: column.bool(),
})

/**
 * Runs one commit: takes the writers' lock of the kind, clears what a crashed writer left behind, hands out a number
 * and ids, and publishes the number when `write` returns. What `write` stores through its transaction is published
 * together with the number, and no search sees a row of it in the engine before. When it throws, or the process dies,
 * none ever does.
 */
export async function runCommit(
  stores: CommitStores,
  kind: EntityKind,
  entityIds: number,
  write: (commit: Commit, tx: Transaction, heard: Heard) => Promise<CommitResult>,
): Promise<void> {
  const { db, onlyReader } = stores
  let begun: number | undefined
  const written = withWritersLock(stores, kind, async (state, tx) => {
    await requireIdentifiers(db, kind, state)
    const commit = await begin(db, kind, entityIds)
    begun = commit.number
    const begunAtMs = monotonicMs()
    const heard = async () => {
      if (!state.hot) await (onlyReader?.refresh() ?? delay(Math.max(0, begunAtMs + quietMs - monotonicMs())))
    }
    await publish(tx, kind, commit, await write(commit, tx, heard))
  })
  try {
    await written
  } catch (cause) {
    const cleared = await giveUp(stores, kind).catch(ignore)
    if (begun !== undefined && cleared !== begun) await clearOwn(stores, kind, begun).catch(ignore)
    throw cause
  }
}

/**
 * Entities are recognised by identifiers, and records are tied to entities of other kinds by theirs. Until all are
 * built by this program's rules a writer would not recognise what is stored, and would write it twice.
 */
async function requireIdentifiers(db: Queryable, kind: EntityKind, state: StateRow): Promise<void> {
  const states = new Map<EntityKind, StoredRules>([[kind, state]])
  for (const linked of kinds[kind].links?.to ?? []) states.set(linked, await readState(db, linked))
  for (const [name, rules] of states)
    if (findLacks(name, rules).identifiers !== undefined) throw new BeingRebuilt(`the identifiers of ${name}`)
}

/** The published state of a kind, and its rules. */
export const readIndexState = (db: Queryable, kind: EntityKind): Promise<IndexState> => readState(db, kind)

const commitStateRow = rowShape({
  kind: column.text<EntityKind>(),
  published: column.int(),
  publishedAt: nullable(column.instant()),
})

/** The newest commit of each kind, and when it was published; null before the first. */
export function readCommitStates(
  db: Queryable,
): Promise<{ kind: EntityKind; published: number; publishedAt: Date | null }[]> {
  return db.query(sql.rows(commitStateRow)`
    SELECT c.kind, c.published, (
      SELECT l.published_at FROM corpus_commit_log l WHERE l.kind = c.kind ORDER BY l.published_at DESC LIMIT 1
    ) AS "publishedAt" FROM corpus_commits c ORDER BY c.kind`)
}

const rowsRow = rowShape({ rows: column.int() })

/** Counts the versions that some commits wrote. */
export async function versionsBetween(
  db: Queryable,
  kind: EntityKind,
  { from, to }: { from: number; to: number },
): Promise<number> {
  const [row] = await db.query(sql.rows(rowsRow)`
    SELECT COALESCE(sum(rows), 0)::bigint AS rows FROM corpus_commit_log
    WHERE kind = ${kind} AND number > ${from} AND number <= ${to}`)
  return row?.rows ?? 0
}

/** Runs `work` while no writer of a kind can, after clearing what a dead one left. */
export function holdWriters<T>(
  stores: CommitStores,
  kind: EntityKind,
  work: (state: IndexState) => Promise<T>,
): Promise<T> {
  return withWritersLock(stores, kind, work)
}

/** Marks search rows and identifiers of a kind as built by this program's rules; readers hear of it. */
export async function markRenewed(db: Queryable, kind: EntityKind): Promise<void> {
  const version = kinds[kind].indexVersion
  await db.query(sql`
    UPDATE corpus_commits SET search_index = ${version}, identifier_index = ${version} WHERE kind = ${kind}`)
  await db.query(sql`SELECT pg_notify('corpus_commits', ${kind})`)
}

async function withWritersLock<T>(
  stores: CommitStores,
  kind: EntityKind,
  work: (state: StateRow, tx: Transaction) => Promise<T>,
): Promise<T> {
  const { db } = stores
  // The lock ends with the connection, and so does everything stored in it: a killed writer leaves search rows alone.
  return db.transact(
    async (lock) => {
      await lock.query(sql`SET LOCAL idle_in_transaction_session_timeout = 0`)
      await lock.query(sql`SELECT pg_advisory_xact_lock(hashtext(${`corpus_commits:${kind}`}))`)
      return work(await clearedState(stores, kind), lock)
    },
    { statementTimeoutMs: 0 },
  )
}

/** The state of a kind after clearing what an earlier writer left. The caller holds the writers' lock. */
async function clearedState({ db, abandon }: CommitStores, kind: EntityKind): Promise<StateRow> {
  const state = await readState(db, kind)
  if (state.pending !== null) {
    await abandon(kind, state.pending)
    await db.query(
      sql`UPDATE corpus_commits SET pending = NULL WHERE kind = ${kind} AND pending = ${state.pending}`,
    )
  }
  return state
}

const freeRow = rowShape({ free: column.bool() })

/**
 * Removes what a failed commit sent to the engine, unless the next writer is there already and does it first. A
 * commit that was published, and only lost its answer, is not pending and stays. Answers what was cleared.
 */
async function giveUp(stores: CommitStores, kind: EntityKind): Promise<number | null> {
  return stores.db.transact(
    async (lock) => {
      await lock.query(sql`SET LOCAL idle_in_transaction_session_timeout = 0`)
      const [row] = await lock.query(
        sql.rows(freeRow)`SELECT pg_try_advisory_xact_lock(hashtext(${`corpus_commits:${kind}`})) AS free`,
      )
      return row?.free === true ? (await clearedState(stores, kind)).pending : null
    },
    { statementTimeoutMs: 0 },
  )
}

/**
 * A writer that loses its lock (Postgres restarts) goes on sending while the next one clears its number, and rows
 * sent after that would appear with the next commit. So the failing writer itself clears its number last; nobody else
 * has it.
 */
async function clearOwn({ db, abandon }: CommitStores, kind: EntityKind, number: number): Promise<void> {
  const published = await db.query(
    sql`SELECT number FROM corpus_commit_log WHERE kind = ${kind} AND number = ${number}`,
  )
  const state = await readState(db, kind)
  if (published.length === 0 && state.pending !== number) await abandon(kind, number)
}

// What cannot be cleared now (the engine is down) is pending, and the next writer clears it.
const ignore = () => {}

async function readState(db: Queryable, kind: EntityKind): Promise<StateRow> {
  const [row] = await db.query(sql.rows(stateRow)`
    SELECT published, last_number, pending, search_index, identifier_index, index_build, versions,
      hot_until > clock_timestamp() AS hot
    FROM corpus_commits WHERE kind = ${kind}`)
  return row as StateRow
}

const nextNumbersRow = rowShape({ last_number: column.int(), next_entity_id: column.int() })

async function begin(db: Queryable, kind: EntityKind, entityIds: number): Promise<Commit> {
  const rules = kinds[kind].indexVersion
  const [row] = await db.query(sql.rows(nextNumbersRow)`
    UPDATE corpus_commits
    SET last_number = last_number + 1, pending = last_number + 1, next_entity_id = next_entity_id + ${entityIds},
      search_index = CASE WHEN last_number = 0 THEN ${rules}::int ELSE search_index END,
      identifier_index = CASE WHEN last_number = 0 THEN ${rules}::int ELSE identifier_index END
    WHERE kind = ${kind}
    RETURNING last_number, next_entity_id`)
  const { last_number, next_entity_id } = row as { last_number: number; next_entity_id: number }
  return { number: last_number, firstEntityId: next_entity_id - entityIds }
}

async function publish(
  tx: Transaction,
  kind: EntityKind,
  { number, firstEntityId }: Commit,
  result: CommitResult,
): Promise<void> {
  // A commit that sent no row did not wait either, so the next one must.
  const isHot = result.rows + result.superseded > 0
  await tx.query(sql`
    UPDATE corpus_commits
    SET published = ${number}, pending = NULL, superseded = superseded + ${result.superseded},
      versions = versions + ${result.rows},
      hot_until = CASE WHEN ${isHot} THEN clock_timestamp() + ${hotMs} * interval '1 millisecond' ELSE hot_until END
    WHERE kind = ${kind}`)
  await tx.query(sql`
    INSERT INTO corpus_commit_log (kind, number, rows, superseded, source, first_entity_id)
    VALUES (${kind}, ${number}, ${result.rows}, ${result.superseded}, ${result.source}, ${firstEntityId})`)
  await tx.query(sql`SELECT pg_notify('corpus_commits', ${kind})`)
}
