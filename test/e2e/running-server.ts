import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { processCommandLine } from '../../src/store/process-identity.ts'
import { compiled } from '../support/compiled.ts'
import { fastFolder } from '../support/fast-folder.ts'

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

export interface Start {
  dataDir: string
  env?: Record<string, string>
  /** Where the project lies; default: this tree. */
  root?: string
  /** Program and arguments in front of Node, such as one that changes the account. */
  through?: string[]
  spawn?: SpawnOptions
}

/** Starts `almanac ARGUMENTS` in the environment of `environmentOf`. */
export function startAlmanac(args: string[], start: Start): StartedProcess {
  return startProcess([...(start.through ?? []), packagedNode, 'src/cli/almanac.ts', ...args], start)
}

/** Nothing of this process's environment but the path. */
export function environmentOf({ dataDir, env }: Pick<Start, 'dataDir'> & { env?: Start['env'] | undefined }) {
  return {
    PATH: process.env['PATH'],
    HOME: dataDir,
    ...compiled,
    ALMANAC_DATA_DIR: dataDir,
    ALMANAC_SAMPLE: '20',
    ALMANAC_ENGINE_MEMORY_MB: '1024',
    PORT: '0',
    ...env,
  }
}

/** Starts any command line in that environment. */
export function startProcess(line: string[], { dataDir, env, root, spawn: how }: Start): StartedProcess {
  const [program = '', ...args] = line
  const child = spawn(program, args, {
    cwd: root ?? projectRoot,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...how,
    env: environmentOf({ dataDir, env }),
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

/** Resolves when a process has said something on its standard output; rejects when it ends before. */
export function said({ child, ended, stdout, stderr }: StartedProcess, text: RegExp): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => void (text.test(stdout()) && resolve())
    look()
    child.stdout?.on('data', look)
    void ended.then(({ code }) => reject(new Error(`ended with ${code}: ${stdout()}${stderr()}`)), reject)
  })
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
export const startServer = (start: Start) => ready(startAlmanac(['serve'], start))

/** On a terminal the line of the progress was there before, and is cleared. */
const readyLine = /^(?:\S\[2K)?almanac ready on (http:\S+)$/m

/** Resolves at the ready line of a server that was started. */
export async function ready(started: StartedProcess): Promise<RunningServer> {
  const { child, ended, stdout } = started
  const startedMs = performance.now()
  await said(started, readyLine)
  const signalled = (signal: NodeJS.Signals) => () => {
    child.kill(signal)
    return ended
  }
  return {
    ...started,
    url: readyLine.exec(stdout())?.[1] ?? '',
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

/**
 * A data directory of one test file, in memory where there is enough: a killed process takes nothing of what it wrote
 * along. What still runs in it at the end is ended.
 */
export async function temporaryDataDir(): Promise<{ dataDir: string; remove(): Promise<void> }> {
  const dataDir = await fastFolder('e2e')
  return {
    dataDir,
    async remove() {
      const { postmaster } = await storeProcesses(dataDir)
      if (postmaster !== undefined) process.kill(postmaster, 'SIGQUIT')
      await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    },
  }
}
