import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  ask,
  runAlmanac,
  startAlmanac,
  startServer,
  storeProcesses,
  type RunningServer,
} from './running-server.ts'

/** A small disk of its own, where this account may mount one. */
const disk = mkdtempSync(join(tmpdir(), 'almanac-disk-'))
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=400m', 'tmpfs', disk]).status === 0
const dataDir = join(disk, 'data')
const env = { ALMANAC_DISK_RESERVE_MB: '40', ALMANAC_LOG_LEVEL: 'info' }

let server: RunningServer
beforeAll(async () => {
  server = await startServer({ dataDir, env })
})
afterAll(async () => {
  await server?.stop()
  const { postmaster } = await storeProcesses(dataDir)
  if (postmaster !== undefined) process.kill(postmaster, 'SIGQUIT')
  if (mounted) execFileSync('umount', ['--lazy', disk])
  await rm(disk, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
})

let key: string | undefined
const count = () => ask(server.url, 'POST /v1/company-count', { key, body: { searchParams: {} } })
/** A file below the engine's folder whose path matches. */
async function stored(path: RegExp): Promise<string> {
  const store = join(dataDir, 'corpus/store')
  const found = (await readdir(store, { recursive: true })).find((name) => path.test(name))
  return join(store, found ?? 'none')
}

test('a change that was being written down when the disk was full is set aside, and the engine starts', async () => {
  key = server.key
  expect((await count()).body.output).toEqual({ count: 20 })
  await server.stop()
  const left = join(await stored(/^\w+\/[\w-]+\/format_version.txt$/), '../mutation_77.txt')
  await writeFile(left, '')
  const other = join(left, '../mutation_78.txt')
  await writeFile(other, 'format version: 1\ncreate time: 2026-')
  server = await startServer({ dataDir, env })
  expect((await count()).body.output).toEqual({ count: 20 })
  const aside = await readdir(join(dataDir, 'corpus-set-aside'), { recursive: true })
  expect(aside.filter((name) => name.endsWith('.txt')).map((name) => name.split('/').at(-1))).toEqual(
    expect.arrayContaining(['mutation_77.txt', 'mutation_78.txt']),
  )
  expect(server.stderr()).toMatch(/mutation_77\.txt.*never written whole are set aside/)
})

test('the service starts without an engine that does not: searches answer 503, accounts work, and it comes back by itself', async () => {
  await server.stop()
  const definition = await stored(/post_reactions\.sql$/)
  const good = await readFile(definition)
  await writeFile(definition, 'nonsense')
  server = await startServer({ dataDir, env })
  const refused = await count()
  expect(refused.status).toBe(503)
  expect(refused.headers.get('retry-after')).not.toBeNull()
  expect(refused.text).not.toMatch(/post_reactions|DB::/)
  const credits = await ask(server.url, 'GET /v1/get-org-credits', { key })
  expect(credits.status).toBe(200)
  expect(credits.body.output.balances).toMatchObject([{ available: 500 }])
  expect((await ask(server.url, 'GET /ready')).status).toBe(503)
  expect((await ask(server.url, 'GET /health')).status).toBe(200)
  expect((await runAlmanac(['org', 'list'], { dataDir, env })).code).toBe(0)

  const doctor = await runAlmanac(['doctor'], { dataDir, env })
  expect(doctor.code).toBe(1)
  expect(doctor.stdout).toMatch(/^stores +WRONG +engine is not running.*post_reactions.*restore a backup/m)
  expect(doctor.stdout).toMatch(/^ledger +ok/m)

  await writeFile(definition, good)
  await expect.poll(async () => (await count()).status, { interval: 500 }).toBe(200)
  expect((await count()).body.output).toEqual({ count: 20 })
  await expect.poll(() => server.stderr()).toContain('the engine is back')
})

test.skipIf(!mounted)(
  'on a full disk an upload answers 503 and an import waits, and both go on when there is room',
  async () => {
    const filler = join(disk, 'filler')
    const fill = async (leaveBytes: number) => {
      const { bavail, bsize } = await statfs(disk)
      execFileSync(
        'dd',
        [
          'if=/dev/zero',
          `of=${filler}`,
          'bs=65536',
          `count=${Math.floor((bavail * bsize - leaveBytes) / 65_536)}`,
        ],
        {
          stdio: 'ignore',
        },
      )
    }
    const rows = join(tmpdir(), `almanac-rows-${process.pid}.jsonl`)
    await writeFile(rows, '{"preferred_name":"Late","domains":["late.example"]}\n')
    await fill(30_000_000)
    const waiting = startAlmanac(['import', 'companies', rows], { dataDir, env })
    await expect
      .poll(() => waiting.stderr())
      .toMatch(/^Waiting: \d+ MB of disk space are free, and 40 MB are reserved/m)
    expect((await count()).body.output).toEqual({ count: 20 })

    await rm(filler)
    await fill(200_000)
    const rowsOfList = Array.from(
      { length: 2_000 },
      (_, row) => `Ada ${row},a${row}@acme.example,${'x'.repeat(500)}`,
    )
    const list = `name,email,note\n${rowsOfList.join('\n')}\n`
    const upload = () =>
      fetch(`${server.url}/v1/mosaic/upload`, {
        method: 'PUT',
        headers: { 'x-api-key': key ?? '' },
        body: list,
      })
    expect((await upload()).status).toBe(503)

    await rm(filler)
    expect((await waiting.ended).code).toBe(0)
    expect(waiting.stdout()).toContain('1 created')
    await expect.poll(async () => (await count()).body.output?.count).toBe(21)
    expect((await upload()).status).toBe(200)
    await rm(rows)
  },
)

test('a start that may open 64 files at once says so', async () => {
  const other = join(disk, 'other')
  await mkdir(other)
  const through = ['bash', '-c', 'ulimit -n 64; exec "$@"', 'bash']
  const { code, stderr } = await runAlmanac(['serve'], { dataDir: other, env, through })
  expect(code).toBe(1)
  expect(stderr).toMatch(/^this account may open 64 files at once, .*ulimit -n 65536.*\n$/)
})
