import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { processStart } from '../../process-identity.ts'
import { eventually } from '../fixtures/eventually.ts'
import { answersAsOurs } from './own-server-check.ts'
import { type ClusterDirectory, prepareCluster, sharedBuffersMb } from './cluster-directory.ts'
import { readPostmasterFile } from './postmaster-file.ts'
import { findRunnableServer, type RunnableServer } from './runnable-server.ts'
import { SupervisedServer } from './supervised-server.ts'

let dir: string
let server: RunnableServer
let cluster: ClusterDirectory
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'almanac-supervised-'))
  server = await findRunnableServer(dir, undefined, () => undefined)
  cluster = await prepareCluster(dir, server)
})
afterAll(async () => {
  await rm(dir, { recursive: true, force: true })
})

test('a server that must come back on another port tells its listeners, and lets in only with the password', async () => {
  const squatter = createServer()
  await new Promise<void>((resolve) => squatter.listen({ host: '127.0.0.1', port: 0 }, resolve))
  const address = squatter.address()
  const taken = typeof address === 'object' ? (address?.port ?? 0) : 0
  const supervised = new SupervisedServer({ server, cluster, maxConnections: 20, log: () => undefined })
  const moved: string[] = []
  supervised.onMoved((url) => moved.push(url))
  // Stands for a server whose port somebody else took the moment it died.
  const predecessor = spawn('sleep', ['60'], { stdio: 'ignore' })
  try {
    supervised.adopt({ pid: predecessor.pid ?? 0, port: taken })
    predecessor.kill('SIGKILL')
    await eventually('it moves', () => moved.length === 1)
    const port = (await readPostmasterFile(cluster.data))?.port ?? 0
    expect(port).not.toBe(taken)
    expect(moved).toEqual([supervised.url])
    expect(supervised.url).toContain(`@127.0.0.1:${port}/`)
    expect(await answersAsOurs(port, cluster.password)).toBe(true)
    expect(await answersAsOurs(port, 'a wrong password')).toBe(false)
  } finally {
    await supervised.stop()
    squatter.close()
  }
  expect(await readPostmasterFile(cluster.data)).toBeUndefined()
})

test('buffers are a sixteenth of the memory, within bounds, and written where the operator may change them', async () => {
  expect([0.5, 2, 4, 24, 256].map((gib) => sharedBuffersMb(gib * 1024 ** 3))).toEqual([
    128, 128, 256, 1_536, 4_096,
  ])
  const settings = await readFile(join(cluster.data, 'postgresql.conf'), 'utf8')
  expect(settings).toMatch(new RegExp(`^shared_buffers = ${sharedBuffersMb(totalmem())}MB`, 'm'))
})

test('a second server on the same directory is refused while the first runs', async () => {
  const first = new SupervisedServer({ server, cluster, maxConnections: 20, log: () => undefined })
  await first.start()
  try {
    const second = new SupervisedServer({ server, cluster, maxConnections: 20, log: () => undefined })
    await expect(second.start()).rejects.toThrow('already runs')
    const port = (await readPostmasterFile(cluster.data))?.port ?? 0
    expect(await answersAsOurs(port, cluster.password)).toBe(true)
  } finally {
    await first.stop()
  }
})

test('a process that ends without closing takes its server along, an adopted one too', async () => {
  const code = `
    const load = (file) => import(new URL(file, ${JSON.stringify(import.meta.url)}))
    const { openEmbeddedServer } = await load('./open-embedded-server.ts')
    await openEmbeddedServer({ dataDir: process.argv[1], poolSize: 2, log: () => {} })
    if (process.argv[2] === 'killed') process.kill(process.pid, 'SIGKILL')
    process.exit(7)`
  const dataDir = join(dir, 'ended')
  const run = (how: string) =>
    spawnSync(process.execPath, ['--input-type=module', '-e', code, dataDir, how], { encoding: 'utf8' })
  expect(run('killed').signal).toBe('SIGKILL')
  const left = await readPostmasterFile(join(dataDir, 'postgres/data'))
  expect(left).toBeDefined()
  const ended = run('exit')
  expect([ended.status, ended.stderr]).toEqual([7, ''])
  const isGone = () => processStart(left?.pid ?? 0) === undefined
  await eventually('the adopted server ends', isGone)
  expect(run('exit').status).toBe(7)
  const gone = async () => (await readPostmasterFile(join(dataDir, 'postgres/data'))) === undefined
  await expect.poll(gone).toBe(true)
})
