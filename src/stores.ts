import type { Log } from './lib/log.ts'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './config.ts'
import type { Clock } from './lib/clock.ts'
import { loadKeySecret } from './platform/keys/index.ts'
import {
  engineAddress,
  EngineUnavailable,
  migrateClickHouse,
  openClickHouse,
  type ClickHouse,
} from './store/clickhouse/index.ts'
import { openBlobs, type Blobs } from './store/blobs/index.ts'
import { prepareDataDir } from './store/data-dir.ts'
import { checkOpenFiles } from './store/open-files.ts'
import { processStart } from './store/process-identity.ts'
import { migratePostgres, openPostgres, type Postgres } from './store/postgres/index.ts'

/** Both stores of one installation, open. */
export interface Stores {
  db: Postgres
  engine: ClickHouse
  /** Hashes API keys and signs cursors. */
  secret: Buffer
  /** True when the stores belong to a running server and are only visited. */
  visiting: boolean
  /** False where it may fail and did: its tables may still be those of an earlier version when it comes. */
  hasEngine?: boolean
  close(): Promise<void>
}

/** Where the migrations of a store lie. */
export const migrations = (store: 'postgres' | 'clickhouse') =>
  join(import.meta.dirname, '../migrations', store)

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

const runningFile = (config: Config) => join(config.dataDir, 'running.json')

/**
 * Opens the stores of a data directory: starts them, or joins the server that has them open (commands beside a running
 * server). The caller of a server publishes them with `publishStores`.
 */
export async function openStores(
  config: Config,
  log: Log,
  { visit, engineMayFail = false }: { visit: boolean; engineMayFail?: boolean },
): Promise<Stores> {
  await prepareDataDir(config.dataDir)
  if (config.DATABASE_URL === undefined || config.CLICKHOUSE_URL === undefined) await checkOpenFiles()
  const running = visit ? await readRunning(config) : undefined
  const postgresUrl = config.DATABASE_URL ?? running?.postgresUrl
  const engineUrl =
    config.CLICKHOUSE_URL ?? (running === undefined ? undefined : (await engineAddress(config.dataDir))?.url)
  const db = await openPostgres({
    dataDir: config.dataDir,
    ...(postgresUrl === undefined ? {} : { url: postgresUrl }),
    poolSize: visit ? 4 : 16,
    applicationName: visit ? 'almanac command' : 'almanac',
    log,
  })
  try {
    const engine = await openClickHouse({
      dataDir: config.dataDir,
      ...(engineUrl === undefined ? {} : { url: engineUrl }),
      ...(config.CLICKHOUSE_CLUSTER === undefined ? {} : { cluster: config.CLICKHOUSE_CLUSTER }),
      ...(config.ALMANAC_ENGINE_MEMORY_MB === undefined
        ? {}
        : { memoryBytes: config.ALMANAC_ENGINE_MEMORY_MB * 1024 * 1024 }),
      log,
      mayFail: engineMayFail,
    })
    try {
      await migratePostgres(db, migrations('postgres'))
      const hasEngine = await migrateClickHouse(engine, migrations('clickhouse')).then(
        () => true,
        (cause: unknown) => {
          if (engineMayFail && cause instanceof EngineUnavailable) return false
          throw cause
        },
      )
      const secret = await loadKeySecret(config.dataDir)
      return {
        db,
        engine,
        secret,
        visiting: running !== undefined,
        hasEngine,
        async close() {
          await engine.close()
          await db.close()
        },
      }
    } catch (cause) {
      await engine.close()
      throw cause
    }
  } catch (cause) {
    await db.close()
    throw cause
  }
}

interface Running {
  pid: number
  postgresUrl: string
}

/** As written: the start time tells the server from a later process with its pid. */
interface PublishedRunning extends Running {
  start: string | undefined
}

/** Tells commands where this server's stores are. Readable by the owner alone: the addresses hold passwords. */
export async function publishStores(config: Config, running: Running): Promise<() => Promise<void>> {
  const file = runningFile(config)
  const published: PublishedRunning = { ...running, start: processStart(running.pid) }
  await writeFile(`${file}.new`, JSON.stringify(published), { mode: 0o600 })
  await rename(`${file}.new`, file)
  return () => rm(file, { force: true })
}

/** Undefined when no server runs; a file left behind by a killed one is not believed. */
async function readRunning(config: Config): Promise<Running | undefined> {
  try {
    const running = JSON.parse(await readFile(runningFile(config), 'utf8')) as PublishedRunning
    const start = processStart(running.pid)
    return start !== undefined && start === running.start ? running : undefined
  } catch {
    return undefined
  }
}
