import { setTimeout as delay } from 'node:timers/promises'
import { monotonicMs } from '../../lib/clock.ts'
import { kinds, type EntityKind } from '../kinds/index.ts'
import { BeingRebuilt, findLacks, type StoredRules } from './stored-rules.ts'
import { sql, type Postgres, type Queryable, type Transaction } from '../../store/postgres/index.ts'

/** A commit being written. */
export interface Commit {
  number: number
  /** First of the entity ids this commit may use. */
  firstEntityId: number
}

/** Settles when every reader knows that rows may come: to be awaited before the first row is sent. */
export type Heard = () => Promise<void>

/** How a commit ended. */
export interface CommitResult {
  rows: number
  superseded: number
  source: string
}

/**
 * Readers poll the state this often; a writer that turns a quiet table hot sends its first row `quietMs` later, so that
 * every reader has heard of it and none trusts "everything there is is visible" any more. One without a row need not wait.
 */
export const pollMs = 200
export const quietMs = 450
const hotMs = 3_000

/** The newest commit of a kind; 0 before its first. */
export async function readPublishedCommit(db: Queryable, kind: EntityKind): Promise<number> {
  const [state] = await db.query<{ published: number }>(
    sql`SELECT published FROM corpus_commits WHERE kind = ${kind}`,
  )
  return state?.published ?? 0
}

/** Where a commit is written. */
export interface CommitStores {
  db: Postgres
  abandon(kind: EntityKind, number: number): Promise<void>
  /**
   * The only reader of these stores, where there is one: it learns of the first row instead of getting `quietMs` to hear
   * of it. Not for processes others read beside, and no search may be under way while they write.
   */
  onlyReader?: { refresh(): Promise<void> }
}

/** The published state of a kind, and the rules its rows were built by. */
export interface IndexState extends StoredRules {
  published: number
  /** Counts the times search rows were to be built again. */
  index_build: number
  /** Versions stored. */
  versions: number
}

interface StateRow extends IndexState {
  pending: number | null
  hot: boolean
}

/**
 * Runs one commit: takes the writers' lock of the kind, clears what a crashed writer left behind, hands out a number
 * and ids, and publishes the number when `write` returns. What `write` stores through its transaction is published with
 * the number, at once; of what it sends to the engine no search sees a row before. When it throws, or the process dies,
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
 * Entities are recognised by identifiers, and records tied to entities of other kinds by theirs: until they are of the
 * rules of this program a writer would not know again what is stored, and write it twice.
 */
async function requireIdentifiers(db: Queryable, kind: EntityKind, state: StateRow): Promise<void> {
  const states = new Map<EntityKind, StoredRules>([[kind, state]])
  for (const linked of kinds[kind].links?.to ?? []) states.set(linked, await readState(db, linked))
  for (const [name, rules] of states)
    if (findLacks(name, rules).identifiers !== undefined) throw new BeingRebuilt(`the identifiers of ${name}`)
}

/** The published state of a kind, and its rules. */
export const readIndexState = (db: Queryable, kind: EntityKind): Promise<IndexState> => readState(db, kind)

/** The newest commit of each kind, and when it was published; null before the first. */
export function readCommitStates(
  db: Queryable,
): Promise<{ kind: EntityKind; published: number; publishedAt: Date | null }[]> {
  return db.query(sql`
    SELECT c.kind, c.published, (
      SELECT l.published_at FROM corpus_commit_log l WHERE l.kind = c.kind ORDER BY l.published_at DESC LIMIT 1
    ) AS "publishedAt" FROM corpus_commits c ORDER BY c.kind`)
}

/** How many versions some commits wrote. */
export async function versionsBetween(
  db: Queryable,
  kind: EntityKind,
  { from, to }: { from: number; to: number },
): Promise<number> {
  const [row] = await db.query<{ rows: number }>(sql`
    SELECT COALESCE(sum(rows), 0)::bigint AS rows FROM corpus_commit_log
    WHERE kind = ${kind} AND number > ${from} AND number <= ${to}`)
  return row?.rows ?? 0
}

/** Runs `work` while no writer of a kind can, with nothing left of one that died. */
export function holdWriters<T>(
  stores: CommitStores,
  kind: EntityKind,
  work: (state: IndexState) => Promise<T>,
): Promise<T> {
  return withWritersLock(stores, kind, work)
}

/** Search rows and identifiers of a kind are of the rules of this program from now on; readers hear of it. */
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
  // The lock ends with the connection, and with it all that was stored: a killed writer leaves search rows alone.
  return db.transact(
    async (lock) => {
      await lock.query(sql`SET LOCAL idle_in_transaction_session_timeout = 0`)
      await lock.query(sql`SELECT pg_advisory_xact_lock(hashtext(${`corpus_commits:${kind}`}))`)
      return work(await clearedState(stores, kind), lock)
    },
    { statementTimeoutMs: 0 },
  )
}

/** The state of a kind without what an earlier writer left; for who holds the writers' lock. */
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

/**
 * Removes what a failed commit sent to the engine, unless the next writer is there already, which does it first. One whose
 * publishing went through, only its answer being lost, is not pending and left alone. Answers what was cleared.
 */
async function giveUp(stores: CommitStores, kind: EntityKind): Promise<number | null> {
  return stores.db.transact(
    async (lock) => {
      await lock.query(sql`SET LOCAL idle_in_transaction_session_timeout = 0`)
      const [row] = await lock.query<{ free: boolean }>(
        sql`SELECT pg_try_advisory_xact_lock(hashtext(${`corpus_commits:${kind}`})) AS free`,
      )
      return row?.free === true ? (await clearedState(stores, kind)).pending : null
    },
    { statementTimeoutMs: 0 },
  )
}

/**
 * A writer that loses its lock on the way (Postgres restarts) goes on sending while the next one clears its number: what it
 * sent after that would be seen with the next commit. Whoever fails clears its own number last; nobody else has it.
 */
async function clearOwn({ db, abandon }: CommitStores, kind: EntityKind, number: number): Promise<void> {
  const published = await db.query(
    sql`SELECT number FROM corpus_commit_log WHERE kind = ${kind} AND number = ${number}`,
  )
  const state = await readState(db, kind)
  if (published.length === 0 && state.pending !== number) await abandon(kind, number)
}

// If something cannot be cleared now (the engine is down), the next writer finds it pending and clears it.
const ignore = () => {}

async function readState(db: Queryable, kind: EntityKind): Promise<StateRow> {
  const [row] = await db.query<StateRow>(sql`
    SELECT published, last_number, pending, search_index, identifier_index, index_build, versions,
      hot_until > clock_timestamp() AS hot
    FROM corpus_commits WHERE kind = ${kind}`)
  return row as StateRow
}

async function begin(db: Queryable, kind: EntityKind, entityIds: number): Promise<Commit> {
  const rules = kinds[kind].indexVersion
  const [row] = await db.query<{ last_number: number; next_entity_id: number }>(sql`
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
  // A commit that sent no row did not wait either: the next one has to.
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
