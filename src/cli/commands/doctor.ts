import type { Command } from 'commander'
import { entityKinds, kinds, type EntityKind, type Sealed } from '../../corpus/kinds/index.ts'
import {
  countRecords,
  openNameWords,
  readOwners,
  readVersions,
  recordStore,
  sampleRecords,
} from '../../corpus/record-store/index.ts'
import type { Clock } from '../../lib/clock.ts'
import { NoKeySecret } from '../../platform/keys/index.ts'
import { EngineUnavailable, type ClickHouse } from '../../store/clickhouse/index.ts'
import { freeBytes } from '../../store/disk-room.ts'
import { column, nullable, rowShape, sql, type Postgres } from '../../store/postgres/index.ts'
import { OperatorError, type CliContext } from '../context.ts'
import { operate } from '../operate.ts'
import { byteText } from '../progress.ts'
import { table } from '../table.ts'
import { backupFacts } from './doctor-backup.ts'
import { examineUpgrade, type UpgradeContext } from './doctor-upgrade.ts'
import { appliedMigrations, type StoresContext } from './migrate.ts'
import type { Finding } from './finding.ts'

/** What `doctor` needs of the machine. */
export interface DoctorContext extends StoresContext {
  clock: Clock
  /** The absolute path; throws when the settings are invalid. */
  dataDir(): string
  /** `24.21.0` */
  nodeVersion: string
}

/** With less than this the engine soon cannot merge its parts. */
const minFreeBytes = 2_000_000_000
const oldestNode = 24

/** `almanac doctor`: checks what an installation depends on; changes nothing except outdated tables, and makes none. */
export function registerDoctor(
  program: Command,
  context: DoctorContext & { upgrade: UpgradeContext },
): Command {
  return program
    .command('doctor')
    .description('check Node, disk, stores, migrations, corpus and ledger; exit code 1 if something is wrong')
    .option('--json', 'print JSON')
    .option(
      '--upgrade',
      'say what the start of this version would change and how long it takes; change nothing',
    )
    .option('--backup-hours <hours>', 'with --upgrade: how old the last backup may be', readHours, 24)
    .action(async (options: { json?: true; upgrade?: true; backupHours: number }) => {
      const findings = options.upgrade
        ? await examineUpgrade(context.upgrade, options)
        : await examine(context)
      context.print(
        options.json
          ? findings
          : table(
              findings.map((finding) => ({ ...finding })),
              '',
            ),
      )
      const wrong = findings.filter(({ state }) => state === 'WRONG').length
      if (wrong > 0) throw new OperatorError(`${wrong} of ${findings.length} checks found something wrong.`)
    })
}

function readHours(text: string): number {
  const hours = Number(text)
  if (text.trim() === '' || !Number.isFinite(hours) || hours < 0)
    throw new OperatorError(`--backup-hours: ${text} is not a number of hours; give one such as 24.`)
  return hours
}

/** All checks, one after the other. */
export async function examine(context: DoctorContext): Promise<Finding[]> {
  const findings = [nodeFinding(context.nodeVersion)]
  const look = async (check: string, work: () => Promise<string>): Promise<boolean> => {
    try {
      findings.push({ check, state: 'ok', found: await work() })
      return true
    } catch (error) {
      const found = error instanceof Error ? error.message : String(error)
      findings.push({ check: error instanceof NoKeySecret ? 'installation' : check, state: 'WRONG', found })
      return false
    }
  }
  const settled = await look('settings', async () => `data in ${context.dataDir()}`)
  if (!settled) return findings
  let stores: Awaited<ReturnType<DoctorContext['openStores']>> | undefined
  const reachable = await look('stores', async () => {
    stores = await context.openStores()
    return storeFacts(stores)
  })
  if (findings.at(-1)?.check === 'installation') return findings
  await look('disk', () => freeDisk(context.dataDir()))
  await look('backup', () => backupFacts(context.dataDir(), context.clock))
  if (stores === undefined) return findings
  const { db, engine, corpus, secret } = stores
  try {
    // Without the engine only the ledger can be checked.
    if (reachable) await look('migrations', () => migrationFacts({ db, engine }))
    for (const kind of reachable ? entityKinds : []) {
      await look(`${kind}: commits`, () => noDeadCommit(corpus.db, kind))
      await look(`${kind}: rows`, () => rowsAgree(corpus, kind))
      await look(`${kind}: index`, () => indexAgrees(engine, kind))
    }
    const borrowed = { db, clock: context.clock, secret, close: async () => {} }
    await look('ledger', () => everyBalance({ open: async () => borrowed, print: context.print }))
  } finally {
    await stores.close()
  }
  return findings
}

function nodeFinding(version: string): Finding {
  const good = Number(version.split('.')[0]) >= oldestNode
  return {
    check: 'node',
    state: good ? 'ok' : 'WRONG',
    found: good ? version : `${version}; ${oldestNode} or later is needed`,
  }
}

async function freeDisk(dataDir: string): Promise<string> {
  const free = await freeBytes(dataDir)
  if (free < minFreeBytes)
    throw new Error(`${byteText(free)} free; at least ${byteText(minFreeBytes)} needed`)
  return `${byteText(free)} free`
}

const versionRow = rowShape({ version: column.text() })

async function storeFacts({ db, engine }: { db: Postgres; engine: ClickHouse }): Promise<string> {
  const [postgres] = await db.query(sql.rows(versionRow)`SELECT current_setting('server_version') AS version`)
  const [clickhouse] = await engine
    .query<{ version: string; memory: string }>({
      tag: 'doctor',
      sql: `SELECT version() AS version, toString(value) AS memory FROM system.server_settings
        WHERE name = 'max_server_memory_usage'`,
    })
    .catch((cause: unknown) => {
      throw cause instanceof EngineUnavailable ? new Error(sickEngine(cause.message), { cause }) : cause
    })
  const memory = Number(clickhouse?.memory ?? 0)
  const limit = memory > 0 ? `, ${byteText(memory)} of memory` : ''
  return `Postgres ${postgres?.version}, ClickHouse ${clickhouse?.version}${limit}`
}

/** Long messages of the engine repeat themselves, so the first sentence is enough. */
function sickEngine(message: string): string {
  const text = message.replace(/\s+/g, ' ').slice(0, 600)
  const isFull = /no space left|disk is full|ENOSPC|NOT_ENOUGH_SPACE/i.test(message)
  return (
    `${text}. Accounts and credits keep working. ` +
    (isFull
      ? 'The disk is full: free some space and the engine recovers by itself.'
      : 'If the disk is full, free some space; otherwise restore a backup (`almanac restore`), or move the folder corpus away and load the files again.')
  )
}

async function migrationFacts(stores: { db: Postgres; engine: ClickHouse }): Promise<string> {
  const applied = await appliedMigrations(stores)
  const newest = (store: string) => applied.findLast((row) => row.store === store)?.migration
  return `current: ${newest('postgres')}, ${newest('clickhouse')}`
}

interface CommitState {
  versions: number
  published: number
  pending: number | null
}

const commitStateRow = rowShape<CommitState>({
  versions: column.int(),
  published: column.int(),
  pending: nullable(column.int()),
})

const freeRow = rowShape({ free: column.bool() })

/**
 * A pending commit of a dead writer stays until the next write, and meanwhile every search has to compare commit numbers.
 */
async function noDeadCommit(db: Postgres, kind: EntityKind): Promise<string> {
  return db.transact(async (tx) => {
    const [lock] = await tx.query(
      sql.rows(freeRow)`SELECT pg_try_advisory_xact_lock(hashtext(${`corpus_commits:${kind}`})) AS free`,
    )
    const { published, pending } = await commitState(tx, kind)
    if (lock?.free !== true) return `${published} published, one being written`
    if (pending !== null) {
      throw new Error(`commit ${pending} was left by a writer that died; the next import or sample clears it`)
    }
    return `${published} published, none pending`
  })
}

async function commitState(db: Pick<Postgres, 'query'>, kind: EntityKind): Promise<CommitState> {
  const [state] = await db.query(
    sql.rows(commitStateRow)`SELECT published, pending, versions FROM corpus_commits WHERE kind = ${kind}`,
  )
  if (state === undefined) throw new Error(`corpus_commits has no row for ${kind}`)
  return state
}

/** Number of records checked one by one. */
const sampled = 1_000

/** Every published version has its record, its search row and its share of the commits' counts; a sample is looked up. */
async function rowsAgree(
  { db, engine }: { db: Postgres; engine: ClickHouse },
  kind: EntityKind,
): Promise<string> {
  const { published, versions } = await commitState(db, kind)
  const store = recordStore(db)
  const { versions: records } = await countRecords(store, kind, published)
  const { table: search } = kinds[kind]
  const [counts] = await engine.query<{ rows: string }>({
    tag: 'doctor',
    sql: `SELECT count() AS rows FROM ${search} WHERE born <= {published:UInt32}`,
    params: { published },
    maxMs: 60_000,
  })
  const counted = `${counts?.rows} search rows, ${records} records, ${versions} versions`
  if (Number(counts?.rows) !== records || records !== versions) throw new Error(`${counted}: they differ`)
  const some = await engine.query<{ id: string; born: string }>({
    tag: 'doctor',
    sql: `SELECT toString(r.id) AS id, toString(r.born) AS born FROM ${search} AS r WHERE r.born <= {published:UInt32}
      ORDER BY cityHash64(r.id, r.born) LIMIT {sampled:UInt32}`,
    params: { published, sampled },
    maxMs: 60_000,
  })
  const stored = await readVersions(store, kind, { keys: some })
  if (stored.length !== some.length)
    throw new Error(`of ${some.length} search rows ${some.length - stored.length} have no record`)
  const looked = await recordsFound({ db, engine }, kind, published)
  return `${counted}; ${some.length} rows and ${looked} records looked up`
}

/**
 * Checks a sample of records from the whole corpus: each has its search row at its rank and is found by one of its
 * identifiers and names.
 */
async function recordsFound(
  { db, engine }: { db: Postgres; engine: ClickHouse },
  kind: EntityKind,
  published: number,
): Promise<number> {
  const spec = kinds[kind]
  const store = recordStore(db)
  const records = await sampleRecords(store, kind, { asOf: published, most: sampled })
  const rows = await engine.query<{ id: string; born: number; rank: number }>({
    tag: 'doctor',
    sql: `SELECT toString(r.id) AS id, r.born AS born, r.rank AS rank FROM ${spec.table} AS r
      WHERE r.rank IN {ranks:Array(UInt32)} AND r.id IN {ids:Array(UInt64)}`,
    params: { ranks: records.map(({ rank }) => rank), ids: records.map(({ id }) => BigInt(id)) },
    maxMs: 60_000,
  })
  const rowKeys = new Set(rows.map(({ id, born, rank }) => `${id} ${born} ${rank}`))
  const missing = records.filter(({ id, born, rank }) => !rowKeys.has(`${id} ${born} ${rank}`))
  if (missing.length > 0)
    throw new Error(
      `of ${records.length} records ${missing.length} have no search row, ${missing[0]?.id} among them`,
    )
  const parsed = records.map(({ id, body, sealed }) => ({
    id,
    record: JSON.parse(body) as Record<string, unknown>,
    sealed: JSON.parse(sealed) as Sealed,
  }))
  const named = parsed.flatMap(({ id, record, sealed }) => {
    const [token] = spec.identifiers(record, sealed)
    return token === undefined ? [] : [{ id, token }]
  })
  const tokens = [...new Set(named.map(({ token }) => token))]
  const owners = await readOwners(store, kind, { tokens, asOf: published, most: 32 })
  const lost = named.filter(({ id, token }) => owners.get(token)?.includes(id) !== true)
  if (lost.length > 0)
    throw new Error(
      `of ${named.length} records ${lost.length} are not found by an identifier, ${lost[0]?.id} among them`,
    )
  const { nameWords } = spec
  // 16 MB, which no kind reads for another.
  const occurs = nameWords === undefined ? undefined : await openNameWords(store).readTest()
  const unheard =
    occurs === undefined ? [] : parsed.filter(({ record }) => nameWords?.(record).every(occurs) === false)
  if (unheard.length > 0)
    throw new Error(
      `of ${records.length} records ${unheard.length} have words of names that searches leave out, ${unheard[0]?.id} among them`,
    )
  return records.length
}

/** When the text index is not used, the engine falls back to another tokenizer and answers wrongly without an error. */
async function indexAgrees(engine: ClickHouse, kind: EntityKind): Promise<string> {
  const { table: search } = kinds[kind]
  const [first] = await engine.query<{ token: string }>({
    tag: 'doctor',
    sql: `SELECT splitByChar(' ', facets)[1] AS token FROM ${search} WHERE facets != '' LIMIT 1`,
  })
  if (first === undefined) return 'no rows'
  const [counts] = await engine.query<{ indexed: string; read: string }>({
    tag: 'doctor',
    sql: `SELECT (SELECT count() FROM ${search} WHERE hasAllTokens(facets, {tokens:Array(String)})) AS indexed,
      (SELECT count() FROM ${search} WHERE has(splitByChar(' ', facets), {token:String})) AS read`,
    params: { tokens: [first.token], token: first.token },
    maxMs: 60_000,
  })
  if (counts?.indexed !== counts?.read) {
    throw new Error(`${first.token}: ${counts?.indexed} by the index, ${counts?.read} by reading`)
  }
  return `${first.token}: ${counts?.read}, by the index and by reading`
}

async function everyBalance(context: CliContext): Promise<string> {
  return operate(context, async ({ ledger, organizations }) => {
    const all = await organizations.listOrganizations()
    const broken: string[] = []
    for (const { id } of all) if ((await ledger.reconcile(id)).length > 0) broken.push(id)
    if (broken.length > 0) throw new Error(`balances differ from their entries in ${broken.join(', ')}`)
    return `${all.length} ${all.length === 1 ? 'organization' : 'organizations'}, every balance is the sum of its entries`
  })
}
