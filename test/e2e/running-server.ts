import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { processCommandLine } from '../../src/store/process-identity.ts'

export const projectRoot = join(import.meta.dirname, '../..')
/** The Node that npm scripts run on, whatever Node runs the tests. */
export const packagedNode = join(projectRoot, 'node_modules/.bin/node')

export interface Ended {
  code: number | null
  signal: NodeJS.Signals | null
}

/** One process of ours, with all it said. */
export interface StartedProcess {
  child: ChildProcess
  stdout(): string
  stderr(): string
  ended: Promise<Ended>
}

interface Start {
  dataDir: string
  env?: Record<string, string>
  /** Where the project lies; default: this tree. */
  root?: string
  /** Program and arguments in front of Node, such as one that changes the account. */
  through?: string[]
  spawn?: SpawnOptions
}

/** Starts `almanac ARGUMENTS` with nothing of this process's environment but the path. */
export function startAlmanac(args: string[], start: Start): StartedProcess {
  return startProcess([...(start.through ?? []), packagedNode, 'src/cli/almanac.ts', ...args], start)
}

/** Starts any command line in the environment of `startAlmanac`. */
export function startProcess(line: string[], { dataDir, env, root, spawn: how }: Start): StartedProcess {
  const [program = '', ...args] = line
  const child = spawn(program, args, {
    cwd: root ?? projectRoot,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...how,
    env: {
      PATH: process.env['PATH'],
      HOME: dataDir,
      ALMANAC_DATA_DIR: dataDir,
      ALMANAC_SAMPLE: '20',
      ALMANAC_ENGINE_MEMORY_MB: '1024',
      PORT: '0',
      ...env,
    },
  })
  let [out, err] = ['', '']
  child.stdout?.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (err += chunk.toString()))
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve({ code, signal }))
  })
  return { child, stdout: () => out, stderr: () => err, ended }
}

/** Runs one command to its end. */
export async function runAlmanac(args: string[], start: Start) {
  const process = startAlmanac(args, start)
  const { code } = await process.ended
  return { code, stdout: process.stdout(), stderr: process.stderr() }
}

export interface RunningServer extends StartedProcess {
  url: string
  /** The key a first start printed. */
  key: string | undefined
  organizationId: string | undefined
  /** From spawn to the ready line. */
  startMs: number
  /** SIGTERM, then the end. */
  stop(): Promise<Ended>
  /** SIGKILL, then the end. */
  kill(): Promise<Ended>
}

/** Starts a server and resolves at its ready line; rejects with what it said when it ends before. */
export async function startServer(start: Start): Promise<RunningServer> {
  const startedMs = performance.now()
  const started = startAlmanac(['serve'], start)
  const { child, ended, stdout, stderr } = started
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', () => {
      const found = /^almanac ready on (http:\S+)$/m.exec(stdout())?.[1]
      if (found !== undefined) resolve(found)
    })
    void ended.then(({ code }) => reject(new Error(`ended with ${code}: ${stdout()}${stderr()}`)), reject)
  })
  const signalled = (signal: NodeJS.Signals) => () => {
    child.kill(signal)
    return ended
  }
  return {
    ...started,
    url,
    startMs: Math.round(performance.now() - startedMs),
    key: /^API key \(shown once\): (\S+)$/m.exec(stdout())?.[1],
    organizationId: /^first organization (\S+)$/m.exec(stdout())?.[1],
    stop: signalled('SIGTERM'),
    kill: signalled('SIGKILL'),
  }
}

/** Sends JSON with a key; the answer's status, headers and parsed body. */
export async function ask(
  url: string,
  route: string,
  {
    key,
    body,
    headers = {},
  }: { key?: string | undefined; body?: object; headers?: Record<string, string> } = {},
) {
  const [method, path] = route.split(' ') as [string, string]
  const answer = await fetch(url + path, {
    method,
    headers: { ...(key !== undefined && { 'x-api-key': key }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  // Tests look into answers of every shape; their assertions are the check.
  // oxlint-disable-next-line typescript/no-explicit-any
  return { status: answer.status, headers: answer.headers, text, body: JSON.parse(text) as any }
}

/** Processes that serve a data directory besides the one that was started; undefined where none is alive. */
export async function storeProcesses(dataDir: string): Promise<{ postmaster?: number; engine?: number }> {
  const postmaster = Number.parseInt(await textOf(join(dataDir, 'postgres/data/postmaster.pid')), 10)
  const { pid } = JSON.parse((await textOf(join(dataDir, 'engine.json'))) || '{}') as { pid?: number }
  return {
    ...(isAlive(postmaster, 'postgres') && { postmaster }),
    ...(isAlive(pid, 'engine-child') && { engine: pid }),
  }
}

const textOf = (file: string) => readFile(file, 'utf8').catch(() => '')

export function isAlive(pid: number | undefined, name: string): pid is number {
  return pid !== undefined && pid > 0 && processCommandLine(pid)?.includes(name) === true
}

/** A data directory of one test file; what still runs in it at the end is ended. */
export async function temporaryDataDir(): Promise<{ dataDir: string; remove(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'almanac-e2e-'))
  return {
    dataDir,
    async remove() {
      const { postmaster } = await storeProcesses(dataDir)
      if (postmaster !== undefined) process.kill(postmaster, 'SIGQUIT')
      await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    },
  }
}
