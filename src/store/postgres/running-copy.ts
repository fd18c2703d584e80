import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openPostgres } from './open-postgres.ts'
import { column, rowShape } from './row-shape.ts'
import { sql } from './sql.ts'

/** Takes a folder or file of a store into a backup, under a path of its own there. */
export interface BackupSink {
  folder(path: string): Promise<void>
  /** A file deleted meanwhile is left out; any other is copied as it is at the moment of reading. */
  copy(path: string, from: string): Promise<void>
  write(path: string, text: string): Promise<void>
}

/** Contents that a server recreates; the folders must exist. */
const emptied = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pgsql_tmp',
])
const leftOut = /^(postmaster\.(pid|opts)|pg_internal\.init.*|backup_(label|manifest).*|.*\.almanac-.*)$/

/**
 * Copies the embedded server's files while it runs, by the server's own protocol for file-level backups (it ships no
 * pg_basebackup): whatever is torn in the copies is mended from the log at the first start. `atEnd` is called when all but
 * the log is copied, and says by calling `stop` at which moment the copy shall stand; the log up to there follows.
 */
export async function copyRunningServer(
  { url, storeDir, to }: { url: string; storeDir: string; to: BackupSink },
  atEnd: (stop: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const data = join(storeDir, 'data')
  // Its own session: when it ends, however it ends, the server forgets the backup and lets go of the log.
  const session = await openPostgres({
    url,
    dataDir: storeDir,
    poolSize: 1,
    applicationName: 'almanac backup',
    log: () => {},
    statementTimeoutMs: 0,
  })
  try {
    await session.transact(
      async (tx) => {
        await tx.query(sql`SET LOCAL idle_in_transaction_session_timeout = 0`)
        await tx.query(
          sql`SELECT pg_create_physical_replication_slot('almanac_backup_' || pg_backend_pid(), true, true)`,
        )
        await tx.query(sql`SELECT pg_backup_start('almanac backup', true)`)
        await copyTree(data, 'postgres/data', to)
        let log: LogRange | undefined
        await atEnd(async () => {
          const [end] = await tx.query(sql.rows(logRangeRow)`
            SELECT labelfile AS label, pg_walfile_name(lsn) AS last FROM pg_backup_stop(false)`)
          log = end
        })
        if (log === undefined) throw new Error('the backup of Postgres was not ended')
        await copyLog(data, log, to)
        await to.write('postgres/data/backup_label', log.label)
      },
      { statementTimeoutMs: 0 },
    )
  } finally {
    await session.close()
  }
  await to.copy('postgres/password', join(storeDir, 'password'))
}

interface LogRange {
  /** What tells a server that starts on the copy where in its log to begin. */
  label: string
  /** The last file of the log that it needs. */
  last: string
}

const logRangeRow = rowShape<LogRange>({ label: column.text(), last: column.text() })

async function copyTree(from: string, path: string, to: BackupSink): Promise<void> {
  await to.folder(path)
  for (const entry of await readdir(from, { withFileTypes: true }).catch(ignoreMissing)) {
    const [source, target] = [join(from, entry.name), `${path}/${entry.name}`]
    if (leftOut.test(entry.name)) continue
    if (!entry.isDirectory()) await to.copy(target, source)
    else if (emptied.has(entry.name)) await to.folder(target)
    else await copyTree(source, target, to)
  }
}

async function copyLog(data: string, { label, last }: LogRange, to: BackupSink): Promise<void> {
  const first = /\(file ([0-9A-F]{24})\)/.exec(label)?.[1]
  if (first === undefined) throw new Error(`the label of the backup names no file: ${label}`)
  const files = (await readdir(join(data, 'pg_wal'))).filter((name) => /^[0-9A-F]{24}$/.test(name))
  const needed = files.filter((name) => name >= first && name <= last)
  if (!needed.includes(first) || !needed.includes(last))
    throw new Error(`the log of Postgres lacks ${first} to ${last}`)
  for (const folder of ['archive_status', 'summaries']) await to.folder(`postgres/data/pg_wal/${folder}`)
  for (const name of needed) await to.copy(`postgres/data/pg_wal/${name}`, join(data, 'pg_wal', name))
}

function ignoreMissing(error: unknown): [] {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
  throw error
}
