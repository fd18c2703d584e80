import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { loadConfig } from '../src/config.ts'
import { openStores, type Stores } from '../src/stores.ts'
import { processorTime, type ProcessorTime } from './process-tree.ts'

const ownRoot = join(import.meta.dirname, '..')

/** Settings that keep an operator's own stores and `.env` out of a benchmark. */
const settingsFor = (dataDir: string): Record<string, string> => ({
  ALMANAC_DATA_DIR: dataDir,
  DATABASE_URL: '',
  CLICKHOUSE_URL: '',
  CLICKHOUSE_CLUSTER: '',
  ALMANAC_SAMPLE: 'none',
  ALMANAC_ROLES: 'api,worker,scheduler',
  ALMANAC_CHECK_OUTPUTS: 'false',
  ALMANAC_LOG_LEVEL: 'warn',
  HOST: '127.0.0.1',
  PORT: '0',
  ALMANAC_BOOTSTRAP_KEY: '',
})

/** A service that is not ready by then will not be. */
const readyMs = 120_000

interface Place {
  /** Absolute. */
  dataDir: string
  /** Folder of the version to run; default this one. */
  root?: string | undefined
  /** Core the process is kept on, where `taskset` is to be had. */
  core?: number | undefined
  /** Where to write how late the event loop is, when the process is sent SIGUSR2. */
  loopFile?: string | undefined
}

/** `node …` as it is, or kept on one core. */
export function nodeCommand(args: readonly string[], core?: number): [string, string[]] {
  return core === undefined
    ? [process.execPath, [...args]]
    : ['taskset', ['-c', String(core), process.execPath, ...args]]
}

function start(args: readonly string[], { dataDir, core, loopFile, root = ownRoot }: Place): ChildProcess {
  const monitor = pathToFileURL(join(import.meta.dirname, 'loop-monitor.ts'))
  monitor.searchParams.set('to', loopFile ?? '')
  const watched = loopFile === undefined ? [] : ['--import', monitor.href]
  const [command, rest] = nodeCommand([...watched, join(root, 'src/cli/almanac.ts'), ...args], core)
  return spawn(command, rest, {
    cwd: root,
    env: { ...process.env, ...settingsFor(dataDir) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

/** Runs one command of Almanac to its end and answers what it printed. Throws when it fails. */
export async function almanac(place: string | Place, ...args: string[]): Promise<string> {
  return (await almanacCosts(place, ...args)).told
}

/** Between two looks at what a command has used: what it uses after the last one is not counted. */
const lookMs = 250

/** The same, with the processor time of the command and of the stores it opened, in milliseconds. */
export async function almanacCosts(
  at: string | Place,
  ...args: string[]
): Promise<{ told: string; used: ProcessorTime }> {
  const place = typeof at === 'string' ? { dataDir: at } : at
  await mkdir(place.dataDir, { recursive: true })
  const child = start(args, place)
  const used: ProcessorTime = { service: 0, engine: 0, postgres: 0 }
  const look = async () => {
    const now = await processorTime(child.pid ?? 0)
    for (const part of ['service', 'engine', 'postgres'] as const)
      used[part] = Math.max(used[part], now[part])
  }
  const looking = setInterval(() => void look(), lookMs)
  let text = ''
  child.stdout?.on('data', (part: Buffer) => (text += part.toString()))
  const [code] = (await once(child, 'close').finally(() => clearInterval(looking))) as [number | null]
  if (code !== 0) throw new Error(`almanac ${args.join(' ')} ended with ${code}: ${text}`)
  return { told: text, used }
}

export interface Service {
  url: string
  pid: number
  stop(): Promise<void>
}

/** Starts the service in a process of its own and waits until it is ready. */
export async function startService(place: Place): Promise<Service> {
  const child = start(['serve'], place)
  const ended = once(child, 'close')
  const late = setTimeout(() => child.kill('SIGKILL'), readyMs)
  const url = await new Promise<string>((resolve, reject) => {
    let text = ''
    child.stdout?.on('data', (part: Buffer) => {
      text += part.toString()
      const ready = /almanac ready on (\S+)/.exec(text)?.[1]
      if (ready !== undefined) resolve(ready)
    })
    child.once('error', reject)
    ended.then(() => reject(new Error(`the service ended before it was ready: ${text}`)), reject)
  }).finally(() => clearTimeout(late))
  return {
    url,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Joins the stores of the service that runs on a data directory. */
export function visitStores(dataDir: string): Promise<Stores> {
  const config = loadConfig({ ALMANAC_DATA_DIR: dataDir, ALMANAC_SAMPLE: 'none' })
  return openStores(config, () => undefined, { visit: true })
}
