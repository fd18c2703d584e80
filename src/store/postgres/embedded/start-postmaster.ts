import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { type ClusterDirectory, directoryArgument } from './cluster-directory.ts'
import { endWithProcess } from './end-with-process.ts'
import { clusterName } from './leftover-backends.ts'
import { directoryMark, readPostmasterFile } from './postmaster-file.ts'
import type { RunnableServer } from './runnable-server.ts'
import { serverEnvironment } from './server-account.ts'

const pollMs = 15
/** After a kill -9 the server replays its log first; a large one takes a while. */
const startTimeoutMs = 60_000
const largeLogBytes = 8 * 1024 * 1024

export interface StartOptions {
  server: RunnableServer
  cluster: ClusterDirectory
  port: number
  maxConnections: number
}

/** Starts the server and waits until it accepts connections. Throws with the end of its log when it gives up. */
export async function startPostmaster(options: StartOptions): Promise<ChildProcess> {
  const { cluster } = options
  rotateLog(cluster.logFile)
  const logStart = measureSize(cluster.logFile)
  const child = spawnPostmaster(options)
  const exit = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(signal ?? `code ${code}`))
  })
  let ended: string | undefined
  void exit.then((how) => (ended = how))
  for (let waitedMs = 0; waitedMs < startTimeoutMs; waitedMs += pollMs) {
    const postmaster = await readPostmasterFile(cluster.data)
    if (postmaster && postmaster.pid === child.pid && postmaster.status === 'ready') return child
    if (ended !== undefined) {
      throw new Error(
        `the embedded Postgres ended at start (${ended}): ${logTail(cluster.logFile, logStart)}`,
      )
    }
    await delay(pollMs)
  }
  child.kill('SIGQUIT')
  throw new Error(
    `the embedded Postgres was not ready within ${startTimeoutMs} ms: ${logTail(cluster.logFile, logStart)}`,
  )
}

function spawnPostmaster({ server, cluster, port, maxConnections }: StartOptions): ChildProcess {
  const settings = [
    directoryMark(cluster.data),
    `cluster_name=${clusterName(cluster.data)}`,
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    // No socket file: its path is limited to 107 bytes, and a data directory may lie deeper than that.
    'unix_socket_directories=',
    `max_connections=${maxConnections}`,
    'logging_collector=off',
    'log_destination=stderr',
    'log_line_prefix=%m [%p] ',
  ]
  const [command, args] = server.account.command(server.postgres, [
    '-D',
    directoryArgument(cluster.data, server.account),
    ...settings.flatMap((setting) => ['-c', setting]),
  ])
  // A file, not a pipe: the server outlives a killed Almanac and must still have somewhere to write.
  const log = openSync(cluster.logFile, 'a', 0o600)
  try {
    const child = spawn(command, args, {
      ...server.account.spawnAs,
      cwd: cluster.data,
      env: serverEnvironment,
      // A session of its own: Ctrl-C on the terminal reaches Almanac only, which drains before it stops the server.
      detached: true,
      stdio: ['ignore', log, log],
    })
    child.unref()
    if (child.pid !== undefined) endWithProcess(child.pid, cluster.data)
    return child
  } finally {
    closeSync(log)
  }
}

function rotateLog(file: string): void {
  if (measureSize(file) > largeLogBytes) renameSync(file, `${file}.1`)
}

function measureSize(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

function logTail(file: string, from: number): string {
  try {
    return readFileSync(file).subarray(from).toString('utf8').trim().slice(-1_500)
  } catch {
    return 'no log'
  }
}
