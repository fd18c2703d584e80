import type { Log } from '../../../lib/log.ts'
import { mkdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { lockDataDir } from '../../data-dir-lock.ts'
import { adoptPostmaster } from './adopt-postmaster.ts'
import { prepareCluster } from './cluster-directory.ts'
import { findRunnableServer } from './runnable-server.ts'
import { SupervisedServer } from './supervised-server.ts'

export interface EmbeddedSettings {
  dataDir: string
  poolSize: number
  log: Log
}

/** The running embedded server, as the pool sees it. */
export interface EmbeddedServer {
  readonly url: string
  /** Calls back with the new URL when a restart had to take another port. */
  onMoved(listener: (url: string) => void): void
  /** Stops the server and gives the directory free. */
  stop(): Promise<void>
}

/** Room for the pool, the listener, the liveness probe and an operator's own session. */
const maxConnections = (poolSize: number): number => Math.max(60, poolSize + 20)

/**
 * Opens `dataDir`/postgres: creates the cluster on first use, adopts a server left running by a killed process, starts
 * one otherwise. Throws DataDirLocked when another process has it open.
 */
export async function openEmbeddedServer(settings: EmbeddedSettings): Promise<EmbeddedServer> {
  if (process.platform === 'win32')
    throw new Error('the embedded Postgres needs Linux or macOS; set DATABASE_URL')
  const wanted = join(settings.dataDir, 'postgres')
  await mkdir(wanted, { recursive: true })
  // The real path is what the server's command line carries; two spellings must mean one server.
  const storeDir = await realpath(wanted)
  const lock = await lockDataDir(storeDir)
  try {
    const owner = await stat(join(storeDir, 'data')).then(
      (stats) => stats.uid,
      () => undefined,
    )
    const server = await findRunnableServer(storeDir, owner, settings.log)
    const cluster = await prepareCluster(storeDir, server)
    const supervised = new SupervisedServer({
      server,
      cluster,
      maxConnections: maxConnections(settings.poolSize),
      log: settings.log,
    })
    const running = await adoptPostmaster(cluster)
    if (running) {
      supervised.adopt(running)
      settings.log('postgres: adopted the server an earlier process left running', { pid: running.pid })
    } else {
      await supervised.start()
    }
    return {
      get url() {
        return supervised.url
      },
      onMoved: (listener) => supervised.onMoved(listener),
      async stop() {
        await supervised.stop()
        await lock.release()
      },
    }
  } catch (error) {
    await lock.release()
    throw error
  }
}
