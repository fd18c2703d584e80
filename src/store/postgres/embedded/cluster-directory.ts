import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, lchown, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { type ServerAccount, serverEnvironment } from './server-account.ts'
import type { RunnableServer } from './runnable-server.ts'

/** What lies under `dataDir`/postgres. */
export interface ClusterDirectory {
  /** The server's own data directory. */
  data: string
  password: string
  logFile: string
}

export const superuser = 'almanac'

/**
 * A sixteenth of the machine's memory: look-ups read identifiers from all over an index of a third of a gigabyte a million
 * people, and what is not here is copied from the system's cache, two pages for each.
 */
export function sharedBuffersMb(machineBytes: number): number {
  return Math.min(4_096, Math.max(128, Math.floor(machineBytes / 16 / 1024 ** 2)))
}

/** Written to postgresql.conf once, where the operator may change them; connection settings are given at each start. */
const initialSettings: Record<string, string> = {
  shared_buffers: `${sharedBuffersMb(totalmem())}MB`,
  jit: 'off',
  // Recovery after a kill under load: 2.4 to 2.8 s, instead of 8 s with a thousand fsync calls.
  ...(process.platform === 'linux' ? { recovery_init_sync_method: 'syncfs' } : {}),
  // Room for an online file-level backup; streaming replication is what DATABASE_URL is for.
  wal_level: 'replica',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  io_method: 'sync',
  // Key details and statement texts may be personal data and do not belong in a log.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
}

/** Creates the cluster unless it exists. A half-finished attempt of a killed process is thrown away. */
export async function prepareCluster(storeDir: string, server: RunnableServer): Promise<ClusterDirectory> {
  const cluster = { data: join(storeDir, 'data'), logFile: join(storeDir, 'server.log') }
  const exists = existsSync(cluster.data)
  const password = await readOrCreatePassword(join(storeDir, 'password'), exists)
  if (exists) {
    await takeOwnership(cluster.data, server.account)
  } else {
    const draft = join(storeDir, 'data.partial')
    await rm(draft, { recursive: true, force: true })
    await mkdir(draft, { mode: 0o700 })
    if (process.getuid?.() === 0) await chown(draft, server.account.uid, server.account.gid)
    await runInitdb(storeDir, draft, server, password)
    await rename(draft, cluster.data)
    await syncDirectory(storeDir)
  }
  return { ...cluster, password }
}

/** The directory argument for a program started in `data`: its own working directory needs no walk down the tree. */
export function directoryArgument(data: string, account: ServerAccount): string {
  return account.walled ? '/proc/self/cwd' : data
}

async function readOrCreatePassword(file: string, clusterExists: boolean): Promise<string> {
  const version = (await readFile(file, 'utf8').catch(() => '')).trim()
  if (version !== '') return version
  if (clusterExists)
    throw new Error(`${file} is missing or empty: the embedded Postgres cannot be entered without it`)
  const password = randomBytes(24).toString('base64url')
  const draft = `${file}.partial`
  await rm(draft, { force: true })
  const handle = await open(draft, 'wx', 0o600)
  await handle.writeFile(`${password}\n`)
  await handle.sync()
  await handle.close()
  await rename(draft, file)
  return password
}

async function runInitdb(
  storeDir: string,
  data: string,
  server: RunnableServer,
  password: string,
): Promise<void> {
  const { account } = server
  // Handed over as standard input: an account that cannot reach our files can still reopen its own descriptors.
  const passwordFile = join(storeDir, 'password.initdb')
  await rm(passwordFile, { force: true })
  const input = await open(passwordFile, 'wx+', 0o600)
  try {
    await input.writeFile(`${password}\n`)
    if (process.getuid?.() === 0) await input.chown(account.uid, account.gid)
    const reading = await open(passwordFile, 'r')
    try {
      await runToEnd(server, data, reading.fd)
    } finally {
      await reading.close()
    }
  } finally {
    await input.close()
    await rm(passwordFile, { force: true })
  }
}

async function runToEnd(server: RunnableServer, data: string, passwordFd: number): Promise<void> {
  const settings = Object.entries(initialSettings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const [command, args] = server.account.command(server.initdb, [
    `--pgdata=${directoryArgument(data, server.account)}`,
    `--username=${superuser}`,
    '--pwfile=/dev/stdin',
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--no-locale',
    // The built-in provider sorts by code point on every machine; a C library upgrade cannot corrupt an index.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    ...settings,
  ])
  const child = spawn(command, args, {
    ...server.account.spawnAs,
    cwd: data,
    env: serverEnvironment,
    // Ctrl-C on the terminal must not end it half-way: a start that is to end ends by itself.
    detached: true,
    stdio: [passwordFd, 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0) throw new Error(`initdb failed as ${server.account.title}: ${output.trim().slice(-2_000)}`)
}

/** The account may differ from the last run's (root once, another user later); root can hand the files over. */
async function takeOwnership(data: string, account: ServerAccount): Promise<void> {
  const { uid } = await stat(data)
  if (uid === account.uid) return
  if (process.getuid?.() !== 0) {
    throw new Error(
      `${data} belongs to uid ${uid}; run as that user or as root, or chown it to uid ${account.uid}`,
    )
  }
  for (const entry of await readdir(data, { recursive: true })) {
    await lchown(join(data, entry), account.uid, account.gid)
  }
  // The directory itself last: an interrupted hand-over is taken up again.
  await chown(data, account.uid, account.gid)
}

async function syncDirectory(dir: string): Promise<void> {
  const handle = await open(dir, 'r')
  await handle.sync()
  await handle.close()
}
