import { execFileSync, spawnSync } from 'node:child_process'
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { verifies } from '../conformance/verifies.ts'
import {
  ask,
  packagedNode,
  projectRoot,
  runAlmanac,
  startProcess,
  startServer,
  storeProcesses,
} from './running-server.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const canChangeUser =
  process.getuid?.() === 0 &&
  spawnSync('setpriv', ['--version']).status === 0 &&
  spawnSync('id', ['nobody']).status === 0

/** Becomes the user without any right of the administrator. */
const asNobody = [
  'setpriv',
  '--reuid=nobody',
  '--regid=nogroup',
  '--clear-groups',
  '--no-new-privs',
  '--inh-caps=-all',
]

describe.skipIf(!canChangeUser)(
  'as an ordinary user in a clone of its own (needs to be root to become one)',
  () => {
    let root: string
    beforeAll(async () => {
      root = await mkdtemp(join(tmpdir(), 'almanac-clone-'))
      for (const part of ['src', 'migrations', 'package.json'])
        await cp(join(projectRoot, part), join(root, part), { recursive: true })
      await symlink(join(projectRoot, 'node_modules'), join(root, 'node_modules'))
      execFileSync('chown', ['-R', 'nobody:nogroup', root])
    })
    afterAll(async () => {
      const { postmaster } = await storeProcesses(join(root, '.almanac'))
      if (postmaster !== undefined) process.kill(postmaster, 'SIGQUIT')
      await rm(root, { recursive: true, force: true })
    })

    test('the first start, a later one, commands beside it and SIGTERM work', async () => {
      verifies('promise.run.ready-line', 'promise.run.bootstrap-key')
      const dataDir = join(root, '.almanac')
      const start = { dataDir, root, through: asNobody, env: { ALMANAC_SAMPLE: '10' } }
      const first = await startServer(start)
      console.log(`as an ordinary user: ready after ${first.startMs} ms`)
      const { key } = first
      const counted = async (url: string) =>
        (await ask(url, 'POST /v1/company-count', { key, body: { searchParams: {} } })).body.output.count
      expect(await counted(first.url)).toBe(10)
      const owner = execFileSync('stat', [
        '-c',
        '%U',
        join(dataDir, 'postgres/data'),
        `/proc/${first.child.pid}`,
      ])
      expect(owner.toString().trim().split('\n')).toEqual(['nobody', 'nobody'])
      expect((await runAlmanac(['ledger', 'verify'], start)).code).toBe(0)
      expect((await first.stop()).code).toBe(0)
      const later = await startServer(start)
      expect(await counted(later.url)).toBe(10)
      expect((await later.stop()).code).toBe(0)
      expect(await storeProcesses(dataDir)).toEqual({})
    })

    test('a data directory it may not write is refused with a sentence', async () => {
      const foreign = await mkdtemp(join(tmpdir(), 'almanac-foreign-'))
      const dataDir = join(foreign, 'data')
      const { code, stderr } = await runAlmanac(['serve'], { dataDir, root, through: asNobody })
      expect(code).toBe(1)
      expect(stderr).toContain(dataDir)
      expect(stderr).not.toMatch(/\n +at /)
      await rm(foreign, { recursive: true })
    })
  },
)

const hasTerminal = spawnSync('script', ['--version']).status === 0

test.skipIf(!hasTerminal)(
  'on a terminal Ctrl-C ends the service in order (needs the program script)',
  async () => {
    verifies('promise.run.drain')
    const dataDir = await mkdtemp(join(tmpdir(), 'almanac-terminal-'))
    // A terminal of its own, so that Ctrl-C reaches every process of the group, stores included.
    const line = [
      'script',
      '--quiet',
      '--return',
      '--command',
      `exec ${packagedNode} src/cli/almanac.ts serve`,
      '/dev/null',
    ]
    const started = startProcess(line, { dataDir, spawn: { stdio: 'pipe' } })
    await expect.poll(started.stdout, { timeout: 60_000 }).toContain('almanac ready on')
    const before = await storeProcesses(dataDir)
    expect(Object.keys(before)).toHaveLength(2)
    started.child.stdin?.write('\u0003')
    expect((await started.ended).code).toBe(0)
    expect(await storeProcesses(dataDir)).toEqual({})
    await rm(dataDir, { recursive: true, force: true })
  },
)
