import type { Log } from './lib/log.ts'
import { join } from 'node:path'
import type { Config } from './config.ts'
import type { Clock } from './lib/clock.ts'
import { useExchangeRates } from './corpus/reference/index.ts'
import { loadKeySecret, requireKeySecret } from './platform/keys/index.ts'
import { publishServer, runningServer, serviceOfAnyVersion, type RunningServer } from './running-server.ts'
import {
  checkClickHouse,
  engineAddress,
  EngineUnavailable,
  migrateClickHouse,
  openClickHouse,
  type ClickHouse,
} from './store/clickhouse/index.ts'
import { openBlobs, type Blobs } from './store/blobs/index.ts'
import { prepareDataDir } from './store/data-dir.ts'
import { checkOpenFiles } from './store/open-files.ts'
import {
  column,
  migratePostgres,
  openPostgres,
  rowShape,
  sql,
  type Postgres,
} from './store/postgres/index.ts'

/** Where the corpus is: records and identifiers, and search rows. */
export interface CorpusStores {
  db: Postgres
  engine: ClickHouse
  /** Where entity sets are, with the lists of customers that change them; default `db`. */
  accounts?: Postgres
}

/** Both stores of one installation, open. */
export interface Stores {
  /** The control plane: accounts, credits, jobs. */
  db: Postgres
  engine: ClickHouse
  /** The same unless RECORDS_URL names a database of its own for records. */
  corpus: CorpusStores
  /** Hashes API keys and signs cursors. */
  secret: Buffer
  /** True when the stores belong to a running server and are only visited. */
  visiting: boolean
  /** True while the engine does not answer: its tables may still be those of an earlier version (`bringUpToDate`). */
  isEngineLate: boolean
  close(): Promise<void>
}

/** Where the migrations of a store lie. */
export const migrations = (store: 'postgres' | 'clickhouse') =>
  join(import.meta.dirname, '../migrations', store)

/** What tells the tables of one version from those of another. */
const allMigrations = [migrations('postgres'), migrations('clickhouse')]

/** The files of an installation: in its bucket, or in its data directory. */
export async function openFiles(config: Config, clock: Clock): Promise<Blobs> {
  const { ALMANAC_S3_BUCKET: bucket, ALMANAC_S3_ACCESS_KEY_ID, ALMANAC_S3_SECRET_ACCESS_KEY } = config
  const s3 =
    bucket === undefined
      ? undefined
      : {
          bucket,
          region: config.ALMANAC_S3_REGION,
          endpoint: config.ALMANAC_S3_ENDPOINT,
          accessKeyId: ALMANAC_S3_ACCESS_KEY_ID ?? '',
          secretAccessKey: ALMANAC_S3_SECRET_ACCESS_KEY ?? '',
          pathStyle: config.ALMANAC_S3_PATH_STYLE,
        }
  return openBlobs({ dir: join(config.dataDir, 'blobs'), s3, clock })
}

interface OpenOptions {
  visit: boolean
  engineMayFail?: boolean
  /** The tables stay those of whichever version made them; default false. */
  isUnchanged?: boolean
  /** Refuses a directory that holds no installation with NoKeySecret, before anything is made; default false. */
  mustExist?: boolean
}

/**
 * Opens the stores of a data directory: starts them, or joins the server that has them open (commands beside a running
 * server). The caller of a server publishes them with `publishStores`.
 */
export async function openStores(
  config: Config,
  log: Log,
  { visit, engineMayFail = false, isUnchanged = false, mustExist = false }: OpenOptions,
): Promise<Stores> {
  useExchangeRates(config.exchangeRates)
  if (mustExist) await requireKeySecret(config.dataDir)
  await prepareDataDir(config.dataDir)
  if (config.DATABASE_URL === undefined || config.CLICKHOUSE_URL === undefined) await checkOpenFiles()
  const running = visit ? await findRunning(config, isUnchanged) : undefined
  const postgresUrl = config.DATABASE_URL ?? running?.postgresUrl
  const db = await openPostgres({
    dataDir: config.dataDir,
    ...(postgresUrl === undefined ? {} : { url: postgresUrl }),
    poolSize: visit ? 4 : 16,
    applicationName: visit ? 'almanac command' : 'almanac',
    log,
  })
  const records = await openRecords(config, { db, visit, log })
  const opened: { close(): Promise<void> }[] = records === db ? [db] : [db, records]
  try {
    const engine = await openEngine(config, log, { engineMayFail, isVisiting: running !== undefined })
    opened.unshift(engine)
    const isUpToDate = isUnchanged || (await migrateStores({ db, records, engine }, engineMayFail))
    return {
      db,
      engine,
      corpus: { db: records, engine, accounts: db },
      secret: await openSecret(config.dataDir, { db, visit }),
      visiting: running !== undefined,
      isEngineLate: !isUpToDate,
      close: () => closeAll(opened),
    }
  } catch (cause) {
    await closeAll(opened)
    throw cause
  }
}

const usedRow = rowShape({ used: column.bool() })

/**
 * A command makes no second secret for servers that an installation uses: what it hashed nobody could match. The start of a
 * process does, because a lost secret is lost.
 */
async function openSecret(dataDir: string, { db, visit }: { db: Postgres; visit: boolean }): Promise<Buffer> {
  try {
    if (visit) await requireKeySecret(dataDir)
  } catch (missing) {
    const [row] = await db.query(
      sql.rows(
        usedRow,
      )`SELECT EXISTS (SELECT FROM organizations) OR EXISTS (SELECT FROM suppressions) AS used`,
    )
    if (row?.used === true) throw missing
  }
  return loadKeySecret(dataDir)
}

const findRunning = ({ dataDir }: Config, isOfAnyVersion: boolean) =>
  isOfAnyVersion ? serviceOfAnyVersion(dataDir) : runningServer(dataDir, allMigrations)

/** The engine first, then the databases. */
async function closeAll([first, ...others]: readonly { close(): Promise<void> }[]): Promise<void> {
  await first?.close()
  await Promise.all(others.map((store) => store.close()))
}

/** Where a server of this data directory runs, its engine. */
async function openEngine(
  config: Config,
  log: Log,
  { engineMayFail, isVisiting }: { engineMayFail: boolean; isVisiting: boolean },
): Promise<ClickHouse> {
  const url = config.CLICKHOUSE_URL ?? (isVisiting ? (await engineAddress(config.dataDir))?.url : undefined)
  const { CLICKHOUSE_CLUSTER: cluster, ALMANAC_ENGINE_MEMORY_MB: memoryMb } = config
  return openClickHouse({
    dataDir: config.dataDir,
    ...(url === undefined ? {} : { url }),
    ...(cluster === undefined ? {} : { cluster }),
    ...(memoryMb === undefined ? {} : { memoryBytes: memoryMb * 1024 * 1024 }),
    log,
    mayFail: engineMayFail,
  })
}

/** Brings the tables of all stores up to date; false where the engine did not answer and may be late. */
async function migrateStores(
  { db, records, engine }: { db: Postgres; records: Postgres; engine: ClickHouse },
  engineMayFail: boolean,
): Promise<boolean> {
  const unlessAway = ifEngineAnswers(engineMayFail)
  // Before either store is changed: one that is refused leaves both to the version that they are of.
  await unlessAway(checkClickHouse(engine, migrations('clickhouse')))
  await migratePostgres(db, migrations('postgres'))
  // The same tables: those of the control plane stay empty there.
  if (records !== db) await migratePostgres(records, migrations('postgres'))
  return unlessAway(bringUpToDate({ db: records, engine, accounts: db }))
}

/** The database of records: that of the control plane unless it has an address of its own. */
async function openRecords(
  config: Config,
  { db, visit, log }: { db: Postgres; visit: boolean; log: Log },
): Promise<Postgres> {
  if (config.RECORDS_URL === undefined) return db
  try {
    return await openPostgres({
      dataDir: config.dataDir,
      url: config.RECORDS_URL,
      poolSize: visit ? 4 : 16,
      applicationName: visit ? 'almanac command' : 'almanac',
      log,
    })
  } catch (cause) {
    await db.close()
    throw cause
  }
}

/** Whether work on the engine was done; where `mayFail`, an engine that does not answer leaves it for later. */
const ifEngineAnswers = (mayFail: boolean) => async (work: Promise<void>) => {
  try {
    await work
    return true
  } catch (cause) {
    if (mayFail && cause instanceof EngineUnavailable) return false
    throw cause
  }
}

/** Brings the engine's tables up to date; of several processes one does it, and the others wait. */
export async function bringUpToDate(stores: CorpusStores): Promise<void> {
  await stores.db.transact(
    async (lock) => {
      await lock.query(sql`SET LOCAL idle_in_transaction_session_timeout = 0`)
      await lock.query(sql`SELECT pg_advisory_xact_lock(hashtextextended('almanac.engine-tables', 0))`)
      await migrateClickHouse(stores.engine, migrations('clickhouse'))
    },
    { statementTimeoutMs: 0 },
  )
}

/** Tells commands where this server's stores are, until what it answers is called. */
export const publishStores = ({ dataDir }: Config, service: RunningServer): Promise<() => Promise<void>> =>
  publishServer({ dataDir, migrations: allMigrations }, service)
