import type { Log } from '../../lib/log.ts'
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { notInstalled } from './engine-addon.ts'
import { removeEngineAddress, writeEngineAddress } from './engine-address.ts'
import { writeEngineConfig } from './engine-config.ts'
import type { EngineConfig } from './engine-config.ts'
import { engineUser } from './engine-protocol.ts'
import type { EngineReady, EngineStart } from './engine-protocol.ts'
import { EngineUnavailable } from './errors.ts'
import { setAsideFailedMutations } from './failed-mutations.ts'
import { HttpTransport } from './http-transport.ts'

export interface EngineProcessSettings {
  dataDir: string
  config: EngineConfig
  log: Log
  /** Whether to go on without an engine that does not start, and to try again like with one that ended. */
  mayFail: boolean
}

const startMs = 60_000
/** A directory stays locked for a moment after its last holder was killed. */
const lockWaitMs = 3_000
const backOffMs = [100, 200, 500, 1000, 2000, 5000, 10_000]
const steadyMs = 30_000

/** Starts the engine's process, keeps it running until closed, and knows the way to it. */
export class EngineProcess {
  readonly #settings: EngineProcessSettings
  readonly #token = randomBytes(24).toString('base64url')
  #child: ChildProcess | undefined
  #transport: HttpTransport | undefined
  #crashes = 0
  #timer: NodeJS.Timeout | undefined
  #closed = false
  #trouble: string | undefined

  private constructor(settings: EngineProcessSettings) {
    this.#settings = settings
  }

  /** Resolves when the engine answers. */
  static async start(settings: EngineProcessSettings): Promise<EngineProcess> {
    const engine = new EngineProcess(settings)
    await mkdir(settings.dataDir, { recursive: true, mode: 0o700 })
    const startedAt = performance.now()
    for (;;) {
      try {
        await engine.#launch()
        return engine
      } catch (error) {
        if (!/Cannot lock file|CANNOT_OPEN_FILE/.test(String(error))) {
          if (!settings.mayFail || String(error).includes(notInstalled)) throw error
          engine.#crashed({ output: String(error), ranMs: 0 })
          return engine
        }
        if (performance.now() - startedAt > lockWaitMs) {
          throw new Error(`another process uses ${settings.dataDir}`, { cause: error })
        }
        await new Promise((done) => setTimeout(done, 200))
      }
    }
  }

  /** The way to the engine, undefined while it is down. */
  transport(): HttpTransport | undefined {
    return this.#transport
  }

  /** Why there is none; what it said last. */
  get trouble(): string | undefined {
    return this.#transport === undefined ? this.#trouble : undefined
  }

  /** Process id of the running engine. */
  get pid(): number | undefined {
    return this.#child?.pid
  }

  /** Stops the engine. Acknowledged writes stay. */
  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    clearTimeout(this.#timer)
    this.#down()
    const child = this.#child
    if (child && !ended(child)) {
      const exited = new Promise((done) => child.once('exit', done))
      child.kill('SIGKILL')
      await exited
    }
    await removeEngineAddress(this.#settings.dataDir)
  }

  get #configFile(): string {
    return join(this.#settings.dataDir, 'engine.xml')
  }

  #down(): void {
    this.#transport?.close()
    this.#transport = undefined
  }

  async #launch(): Promise<void> {
    const { dataDir, config, log } = this.#settings
    const aside = join(dataDir, 'corpus-set-aside')
    const moved = await setAsideFailedMutations(join(dataDir, 'corpus'), aside)
    if (moved.length > 0)
      log('engine: changes that were never written whole are set aside', { level: 'warn', moved, aside })
    await writeEngineConfig(this.#configFile, config)
    if (this.#closed) return
    const startedAt = performance.now()
    const child = spawn(process.execPath, [childScript()], {
      stdio: ['pipe', 'pipe', 'pipe'],
      // A session of its own: Ctrl-C reaches a child that has no handlers yet, too. It goes when its input ends.
      detached: true,
      // None of the service's settings, least of all its secrets. The addon runs each statement on a thread of
      // libuv's pool, which has 4 by default.
      env: { TZ: 'UTC', UV_THREADPOOL_SIZE: '64' },
    })
    this.#child = child
    child.stdin.on('error', () => {}) // its end is seen as the exit
    child.stdin.write(`${JSON.stringify(this.#instructions())}\n`)
    const readOutput = lastWords(child)
    const { port } = await ready(child, readOutput)
    const login = { user: engineUser, password: this.#token, database: 'default' }
    const url = `http://${engineUser}:${this.#token}@127.0.0.1:${port}/default`
    await writeEngineAddress(dataDir, { url, pid: child.pid ?? 0 })
    if (this.#closed) return removeEngineAddress(dataDir)
    if (ended(child)) throw new EngineUnavailable(`engine ended at start: ${readOutput()}`)
    this.#transport = new HttpTransport({ origin: `http://127.0.0.1:${port}`, ...login })
    this.#settings.log('engine ready', { ms: Math.round(performance.now() - startedAt), pid: child.pid })
    child.once('close', (code, signal) => {
      this.#crashed({ code, signal, output: readOutput(), ranMs: Math.round(performance.now() - startedAt) })
    })
  }

  #instructions(): EngineStart {
    const { dataDir } = this.#settings
    return {
      path: resolve(dataDir, 'corpus'),
      spool: resolve(dataDir, 'corpus-spool'),
      configFile: resolve(this.#configFile),
      token: this.#token,
    }
  }

  #crashed(end: { code?: number | null; signal?: string | null; output: string; ranMs: number }): void {
    this.#down()
    if (this.#closed) return
    this.#trouble = end.output
    if (end.ranMs > steadyMs) this.#crashes = 0
    const wait = backOffMs[Math.min(this.#crashes, backOffMs.length - 1)] ?? 100
    this.#crashes += 1
    this.#settings.log('engine ended, restarting', { level: 'error', ...end, inMs: wait })
    this.#timer = setTimeout(() => {
      this.#launch().catch((error: unknown) => {
        if (this.#closed) return
        this.#child?.kill('SIGKILL')
        this.#crashed({ output: String(error), ranMs: 0 })
      })
    }, wait)
  }
}

function childScript(): string {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
  return fileURLToPath(new URL(`./engine-child.${extension}`, import.meta.url))
}

const ended = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null

/** What the child wrote to stderr last. */
function lastWords(child: ChildProcess): () => string {
  let output = ''
  child.stderr?.on('data', (text: Buffer) => {
    output = (output + text.toString()).slice(-2000)
  })
  return () => output.trim()
}

/** Waits for the child's one line; rejects with what it said instead. */
function ready(child: ChildProcess, readOutput: () => string): Promise<EngineReady> {
  return new Promise((done, fail) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      fail(new EngineUnavailable('engine did not start in time'))
    }, startMs)
    const lines = createInterface({ input: child.stdout! })
    lines.once('line', (line) => {
      clearTimeout(timer)
      done(JSON.parse(line) as EngineReady)
    })
    child.once('error', fail)
    child.once('close', (code, signal) => {
      clearTimeout(timer)
      fail(new EngineUnavailable(`engine ended at start (${code ?? signal}): ${readOutput()}`))
    })
  })
}
