import { setTimeout as delay } from 'node:timers/promises'
import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formatKey } from '../../src/platform/keys/index.ts'
import { verifies } from '../conformance/verifies.ts'
import { openCommands, type Commands } from './command-runner.ts'
import { expectDrain } from './drain.ts'
import {
  ask,
  packagedNode,
  projectRoot,
  ready,
  said,
  startAlmanac,
  startProcess,
  storeProcesses,
  type RunningServer,
  type Start,
} from './running-server.ts'

const works = (program: string, ...args: string[]) => spawnSync(program, args).status === 0
const canChangeUser = process.getuid?.() === 0 && works('setpriv', '--version') && works('id', 'nobody')
const hasTerminal = works('script', '--version')

/** Becomes the user without any right of the administrator. */
const asNobody = [
  'setpriv',
  '--reuid=nobody',
  '--regid=nogroup',
  '--clear-groups',
  '--no-new-privs',
  '--inh-caps=-all',
]
const through = canChangeUser ? asNobody : []
const user = canChangeUser ? 'nobody' : execFileSync('id', ['-un']).toString().trim()
/** A terminal of its own, so that Ctrl-C reaches every process of the group, stores included. */
const onTerminal = (line: string[]) => [
  'script',
  '--quiet',
  '--return',
  '--command',
  `exec ${line.join(' ')}`,
  '/dev/null',
]

// Where it can, as an ordinary user who has a clone of their own.
describe(`the first starts of ${user} in a clone`, () => {
  let root: string
  let start: Start
  let commands: Commands
  let server: RunningServer
  let end = (): unknown => undefined
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'almanac-clone-'))
    for (const part of ['src', 'data', 'migrations', 'package.json', 'test/e2e/command-process.ts'])
      await cp(join(projectRoot, part), join(root, part), { recursive: true })
    await symlink(join(projectRoot, 'node_modules'), join(root, 'node_modules'))
    if (canChangeUser) execFileSync('chown', ['-R', 'nobody:nogroup', root])
    // What it compiles lies where it may write.
    const env = { ALMANAC_SAMPLE: 'none', NODE_COMPILE_CACHE: join(root, 'compiled') }
    start = { dataDir: join(root, '.almanac'), root, through, env }
    commands = openCommands(start)
  })
  afterAll(async () => {
    end()
    commands?.close()
    const { postmaster } = await storeProcesses(start.dataDir)
    if (postmaster !== undefined) process.kill(postmaster, 'SIGQUIT')
    await rm(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  })

  test('a command that is interrupted while it opens the stores leaves them usable', async () => {
    const interrupted = startAlmanac(['org', 'create', 'Never'], start)
    await once(interrupted.child, 'spawn')
    const postmaster = async () => (await storeProcesses(start.dataDir)).postmaster
    await expect.poll(postmaster, { interval: 20 }).toBeDefined()
    interrupted.child.kill('SIGKILL')
    await interrupted.ended
    const { code, stdout } = await commands.run('org', 'list', '--json')
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toEqual([])
  })

  test('without a server commands open the stores themselves, one at a time', async () => {
    const alone = startAlmanac(['ledger', 'verify'], start)
    const [{ code }, { code: other, stderr }] = await Promise.all([
      alone.ended,
      commands.run('ledger', 'verify'),
    ])
    const codes = [code, other].toSorted()
    // Both in turn, or the one that came second is told who is there.
    if (codes[1] === 1) expect(alone.stderr() + stderr).toMatch(/is in use by process \d+/)
    expect(codes[0]).toBe(0)
    expect(await storeProcesses(start.dataDir)).toEqual({})
  })

  test('ALMANAC_BOOTSTRAP_KEY that is no key is refused with a sentence', async () => {
    const refused = await commands.runWith({ ALMANAC_BOOTSTRAP_KEY: 'secret-but-wrong' }, 'serve')
    expect(refused.code).toBe(1)
    expect(refused.stderr).toMatch(/^ALMANAC_BOOTSTRAP_KEY is not a well-formed API key/m)
    expect(refused.stderr + refused.stdout).not.toMatch(/\n +at |secret-but-wrong/)
    expect(await storeProcesses(start.dataDir)).toEqual({})
  })

  const key = formatKey('live')
  const bootstrap = { ALMANAC_BOOTSTRAP_KEY: key, ALMANAC_BOOTSTRAP_CREDITS: '7', ALMANAC_SAMPLE: '100' }

  test('SIGTERM while the sample is loading ends the start with 0', async () => {
    const first = startAlmanac(['serve'], { ...start, env: { ...start.env, ...bootstrap } })
    await said(first, /loading the sample/)
    first.child.kill('SIGTERM')
    expect(await first.ended).toEqual({ code: 0, signal: null })
    expect(first.stdout()).not.toContain('almanac ready')
    expect(first.stdout()).not.toContain(key)
    expect(first.stdout()).toContain('the key of ALMANAC_BOOTSTRAP_KEY')
  })

  test('the next start loads the rest, and a command works beside it', async () => {
    verifies('promise.run.ready-line', 'promise.run.bootstrap-key')
    const line = [...through, packagedNode, 'src/cli/almanac.ts', 'serve']
    const address = 'https://almanac.example/enrich'
    const env = { ...start.env, ...bootstrap, ALMANAC_BASE_URL: address }
    const how: Start = { ...start, env, spawn: { stdio: 'pipe' } }
    const started = startProcess(hasTerminal ? onTerminal(line) : line, how)
    end = () => started.child.kill('SIGKILL')
    server = await ready(started)
    console.log(`as ${user}: ready after ${server.startMs} ms`)
    const counted = await ask(server.url, 'POST /v1/company-count', { key, body: { searchParams: {} } })
    expect(counted.body.output).toEqual({ count: 100 })
    expect(counted.headers.get('x-credits-remaining')).toBe('7')
    // Clients are generated from it, and call what it names.
    const description = (await (await fetch(`${server.url}/openapi.json`)).json()) as object
    expect(description).toMatchObject({ servers: [{ url: address }] })
    const { pid } = JSON.parse(await readFile(join(start.dataDir, 'running.json'), 'utf8')) as { pid: number }
    const owners = execFileSync('stat', ['-c', '%U', join(start.dataDir, 'postgres/data'), `/proc/${pid}`])
    expect(owners.toString().trim().split('\n')).toEqual([user, user])
    expect((await commands.run('ledger', 'verify')).code).toBe(0)
  })

  test('Ctrl-C on its terminal, or SIGINT, lets a running call finish and ends it with 0 and all its processes', async () => {
    verifies('promise.run.drain')
    const { child } = server
    // Pressed three times, as by somebody who waits.
    const press = () => void (hasTerminal ? child.stdin?.write('\u0003') : child.kill('SIGINT'))
    const askToEnd = async () => {
      for (const afterMs of [0, 50, 300]) {
        await delay(afterMs)
        press()
      }
    }
    await expectDrain(server, { dataDir: start.dataDir, key, askToEnd })
    // A person reads a terminal, a program what is piped.
    const shown = server.stdout() + server.stderr()
    expect(shown).toMatch(hasTerminal ? /\d\d:\d\d:\d\d stopping \(reason SIGINT\)/ : /"msg":"stopping"/)
    if (hasTerminal) expect(shown).not.toContain('"msg"')
  })

  test.skipIf(!canChangeUser)('a data directory it may not write is refused with a sentence', async () => {
    const foreign = await mkdtemp(join(tmpdir(), 'almanac-foreign-'))
    const dataDir = join(foreign, 'data')
    const { code, stderr } = await commands.runWith({ ALMANAC_DATA_DIR: dataDir }, 'serve')
    expect(code).toBe(1)
    expect(stderr).toContain(dataDir)
    expect(stderr).not.toMatch(/\n +at /)
    await rm(foreign, { recursive: true })
  })
})
