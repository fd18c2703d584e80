import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { isCurrentIndex, readIndexState, versionsBetween } from '../../corpus/commits/index.ts'
import { allKinds } from '../../corpus/kinds/index.ts'
import type { Clock } from '../../lib/clock.ts'
import { hourMs } from '../../lib/time.ts'
import { version } from '../../lib/version.ts'
import { requireKeySecret } from '../../platform/keys/index.ts'
import type { RunningServer } from '../../running-server.ts'
import { planClickHouse } from '../../store/clickhouse/index.ts'
import { freeBytes } from '../../store/disk-room.ts'
import { readLastBackup } from '../../store/last-backup.ts'
import {
  column,
  planPostgres,
  rowShape,
  sql,
  type PlannedMigration,
  type Postgres,
} from '../../store/postgres/index.ts'
import { migrations, type Stores } from '../../stores.ts'
import { byteText, durationText } from '../progress.ts'
import type { Finding } from './finding.ts'

/** What `doctor --upgrade` needs of the machine. */
export interface UpgradeContext {
  clock: Clock
  config(): Pick<Config, 'dataDir' | 'DATABASE_URL' | 'RECORDS_URL' | 'CLICKHOUSE_URL'>
  /** The service of any version that has the data directory open. */
  findService(dataDir: string): Promise<Pick<RunningServer, 'pid'> | undefined>
  /** The stores with the tables they have, of whichever version; the caller closes them. */
  openUnchanged(): Promise<Pick<Stores, 'db' | 'engine' | 'corpus' | 'close'>>
}

export interface UpgradeFinding extends Omit<Finding, 'state'> {
  /** `TO DO` is for the operator before the new version is started; `WRONG` is an obstacle. */
  state: 'ok' | 'TO DO' | 'WRONG'
}

/** Assumed of a slow disk, so that a migration is rather done before its time. */
const migratedBytesASecond = 20_000_000
/** Search rows that two cores build in a second (docs/guide/scale-out.md). */
const builtRowsASecond = 4_000
/** Stores need this beside what is built again. */
const leastFreeBytes = 2_000_000_000
/** Disk that a search row takes, of the longest kind. */
const rowBytes = 800

/** What the start of this version would do to an installation of an earlier one; changes nothing. */
export async function examineUpgrade(
  context: UpgradeContext,
  { backupHours }: { backupHours: number },
): Promise<UpgradeFinding[]> {
  const findings: UpgradeFinding[] = [{ check: 'program', state: 'ok', found: version }]
  const look = lookInto(findings)
  const config = context.config()
  const isThere = await look('installation', () => findInstallation(config))
  if (!isThere) return findings
  await look('service', () => findRunning(context, config))
  let stores: Awaited<ReturnType<UpgradeContext['openUnchanged']>> | undefined
  await look('stores', async () => {
    stores = await context.openUnchanged()
    return { found: 'opened with the tables that they have' }
  })
  if (stores === undefined) return findings
  const plan: UpgradePlan = { steps: 0, postgresBytes: 0, rows: 0, isWhole: true }
  try {
    await lookAtTables(look, stores, plan)
  } finally {
    await stores.close()
  }
  await look('disk', () => roomFor(plan, config.dataDir))
  await look('backup', () => backupBefore(plan, context, { config, backupHours }))
  return findings
}

/** What was found to be done, added up. */
interface UpgradePlan {
  steps: number
  postgresBytes: number
  rows: number
  /** False where a store could not say what is to be done with it. */
  isWhole: boolean
}

type Look = (
  check: string,
  work: () => Promise<Omit<UpgradeFinding, 'check' | 'state'> & Partial<UpgradeFinding>>,
) => Promise<boolean>

function lookInto(findings: UpgradeFinding[]): Look {
  return async (check, work) => {
    try {
      const finding: UpgradeFinding = { check, state: 'ok', ...(await work()) }
      findings.push(finding)
      return finding.state !== 'WRONG'
    } catch (error) {
      findings.push({ check, state: 'WRONG', found: error instanceof Error ? error.message : String(error) })
      return false
    }
  }
}

async function lookAtTables(
  look: Look,
  { db, engine, corpus }: Awaited<ReturnType<UpgradeContext['openUnchanged']>>,
  plan: UpgradePlan,
): Promise<void> {
  let isKnown = await look('postgres', () => postgresSteps(db, plan))
  if (corpus.db !== db) isKnown = (await look('records', () => postgresSteps(corpus.db, plan))) && isKnown
  const isEngineKnown = await look('clickhouse', async () => {
    const names = await planClickHouse(engine, migrations('clickhouse'))
    plan.steps += names.length
    return { found: names.length === 0 ? 'up to date' : `will apply ${names.join(', ')}` }
  })
  plan.isWhole = isKnown && isEngineKnown
  // Tables of which nothing is known may lack the columns that say it.
  if (isKnown) await look('search rows', () => rowsToBuild(corpus.db, plan))
}

async function findInstallation({ dataDir, DATABASE_URL }: ReturnType<UpgradeContext['config']>) {
  const isThere = DATABASE_URL !== undefined || existsSync(join(dataDir, 'postgres/data'))
  if (!isThere)
    throw new Error(
      `${dataDir} holds no installation, so there is nothing to upgrade: set ALMANAC_DATA_DIR to the directory of the old version`,
    )
  await requireKeySecret(dataDir)
  return { found: `data in ${dataDir}` }
}

async function findRunning(context: UpgradeContext, config: ReturnType<UpgradeContext['config']>) {
  const service = await context.findService(config.dataDir)
  if (service === undefined) return { found: 'none runs on this data directory' }
  return {
    state: 'TO DO' as const,
    found: `process ${service.pid} has the data directory open: stop it (SIGTERM) before this version is started on it`,
  }
}

async function postgresSteps(db: Postgres, plan: UpgradePlan) {
  const { migrations: missing, functions } = await planPostgres(db, migrations('postgres'))
  plan.steps += missing.length + functions.length
  const bytes = missing.reduce((sum, one) => sum + one.bytes, 0)
  plan.postgresBytes += bytes
  if (missing.length + functions.length === 0) return { found: 'up to date' }
  const parts = missing.map(describeMigration)
  if (functions.length > 0)
    parts.push(`${functions.length} ${functions.length === 1 ? 'function' : 'functions'}`)
  const seconds = missing.length + bytes / migratedBytesASecond
  return { found: `will apply ${parts.join(', ')}: about ${durationText(Math.max(1, seconds))} at most` }
}

const describeMigration = ({ name, bytes }: PlannedMigration) =>
  bytes === 0 ? name : `${name} (tables of ${byteText(bytes)})`

const existsRow = rowShape({ exists: column.bool() })

async function rowsToBuild(db: Postgres, plan: UpgradePlan) {
  const [corpus] = await db.query(
    sql.rows(existsRow)`SELECT to_regclass('corpus_commits') IS NOT NULL AS "exists"`,
  )
  if (corpus?.exists !== true) return { found: 'there are none' }
  const late: string[] = []
  for (const { name } of allKinds) {
    const state = await readIndexState(db, name)
    if (isCurrentIndex(name, state)) continue
    const rows = await versionsBetween(db, name, { from: 0, to: state.last_number })
    plan.rows += rows
    late.push(`${rows.toLocaleString('en')} ${name}`)
  }
  if (late.length === 0) return { found: 'built by the rules of this version' }
  const seconds = plan.rows / builtRowsASecond
  return {
    found: `will be built again beside requests, of ${late.join(', ')}: about ${durationText(Math.max(1, seconds))} on two cores; searches that use what old rows lack answer 503 meanwhile`,
  }
}

async function roomFor({ postgresBytes, rows }: UpgradePlan, dataDir: string) {
  const needed = leastFreeBytes + postgresBytes + rows * rowBytes
  const free = await freeBytes(dataDir)
  if (free < needed)
    throw new Error(
      `${byteText(free)} free, and the upgrade may need ${byteText(needed)}: free some room first`,
    )
  return { found: `${byteText(free)} free; may need ${byteText(needed)}` }
}

async function backupBefore(
  { steps, rows, isWhole }: UpgradePlan,
  { clock }: UpgradeContext,
  { config, backupHours }: { config: ReturnType<UpgradeContext['config']>; backupHours: number },
) {
  const { dataDir, DATABASE_URL, RECORDS_URL, CLICKHOUSE_URL } = config
  const servers = Object.entries({ DATABASE_URL, RECORDS_URL, CLICKHOUSE_URL }).filter(
    ([, url]) => url !== undefined,
  )
  if (servers.length > 0) {
    const names = servers.map(([name]) => name).join(', ')
    return {
      state: 'TO DO' as const,
      found: `back up the servers of ${names} with their own tools (docs/guide/backup.md)`,
    }
  }
  const madeAt = await readLastBackup(dataDir)
  const ageMs = madeAt === undefined ? undefined : clock.now() - madeAt.getTime()
  const age =
    ageMs === undefined ? 'no backup was made' : `the last backup is ${durationText(ageMs / 1_000)} old`
  if (ageMs !== undefined && ageMs <= backupHours * hourMs) return { found: age }
  if (isWhole && steps === 0 && rows === 0) return { found: `${age}; nothing is going to change` }
  throw new Error(
    `${age}, and the way back from an upgrade is a restore: make one with the old version (almanac backup TARGET)`,
  )
}
