import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { bundleProgram } from '../support/bundle-program.ts'
import { enriching } from '../support/enriching.ts'
import { testAlmanac, type TestAlmanac } from '../support/harness.ts'
import { runs } from '../support/long.ts'
import { systemClock } from '../../src/lib/clock.ts'
import type { EnrichOrder } from './enrich-process.ts'

const program = await bundleProgram(join(import.meta.dirname, 'enrich-process.ts'))

let service: TestAlmanac
let stores: Pick<EnrichOrder, 'url' | 'engine'>
beforeAll(async () => {
  service = await testAlmanac()
  service.clock.set(systemClock.now())
  const companies = Array.from({ length: 40 }, (_, index) => ({
    li_org_id: String(9_000 + index),
    preferred_name: `Company ${index}`,
    domains: [`company-${index}.example`],
  }))
  await service.write('companies', companies)
  const [row] = await service.engine.query<{ name: string }>({
    tag: 'test',
    sql: 'SELECT currentDatabase() AS name',
  })
  stores = { url: service.db.url, engine: { url: inject('engineUrl'), name: row?.name ?? '' } }
})

const domains = Array.from({ length: 1_600 }, (_, index) =>
  // Every company is named by many rows, far from each other, and a third of the rows by none.
  index % 3 === 2 ? `unknown-${index}.example` : `company-${index % 40}.example`,
)
const list = ['domain,number', ...domains.map((domain, index) => `${domain},${index}`), ''].join('\n')
const known = domains.filter((domain) => domain.startsWith('company'))

async function folder(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'almanac-enrich-killed-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  return dir
}

/** Works in a process that kills itself where the order says; answers whether it did. */
async function work(order: Omit<EnrichOrder, 'url' | 'engine'>): Promise<boolean> {
  const child = fork(program, [JSON.stringify({ ...stores, ...order })], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
  if (code !== 0 && signal !== 'SIGKILL') throw new Error(`exit ${code}`)
  return signal === 'SIGKILL'
}

function expectWhole(text: string): void {
  const rows = parse(text, { columns: true }) as Record<string, string>[]
  expect(rows.map(({ domain, number }) => `${domain},${number}`)).toEqual(list.trimEnd().split('\n').slice(1))
  const expected = domains.map((domain) => (domain.startsWith('company') ? domain : ''))
  expect(rows.map((row) => row['found_domains'])).toEqual(expected)
  const first = (domain: string) => domains.indexOf(domain)
  const again = domains.map((domain, index) =>
    domain.startsWith('company') && first(domain) < index
      ? `the same as row ${first(domain) + 1}`
      : undefined,
  )
  expect(rows.map((row) => /the same as row \d+$/.exec(row['match_reason'] ?? '')?.[0])).toEqual(again)
}

describe('a list whose process is killed', () => {
  const KILLS = runs(6, 24)
  test(`${KILLS} times has every row once, and charges each company once`, async () => {
    const org = await service.org()
    const { start, poll } = enriching(service)
    const { runId } = (await start(org, { inlineCsv: list, as: 'companies' })).body.output
    const dir = await folder()
    const order = { dir, work: { taskId: runId } }
    for (let kill = 0; kill < KILLS; kill++) {
      // Before, between and after the statements that store a batch.
      const isKilled = await work({ ...order, death: { answers: 2 + ((kill * 3) % 11) } })
      expect(isKilled, `done after ${kill} kills`).toBe(true)
    }
    expect(await work(order)).toBe(false)
    const { run } = (await poll(org, runId)).body.output
    expect(run).toMatchObject({ status: 'done', stats: { matched: known.length, unsure: 0 } })
    const charged = new Set(known).size * 2_000
    expect(await service.captured(org)).toBe(charged)
    expect(await service.available(org)).toBe(100_000_000 - charged)
    expect(await service.almanac.ledger.reconcile(org.organizationId)).toEqual([])
    const files = (await readdir(dir, { recursive: true, withFileTypes: true })).filter((entry) =>
      entry.isFile(),
    )
    const texts = await Promise.all(
      files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'utf8')),
    )
    expectWhole(texts.find((text) => text.startsWith('domain,number')) ?? '')
  })

  test('as a command goes on where it was, and its file is whole', async () => {
    const dir = await folder()
    const [file, out] = [join(dir, 'list.csv'), join(dir, 'out.csv')]
    await writeFile(file, list)
    const order = { dir, work: { file, out } }
    // In the first chunk, in the second while the first is written, and in the third: each asks twice.
    for (const lookups of [1, 3, 5]) expect(await work({ ...order, death: { lookups } })).toBe(true)
    const { rows } = JSON.parse(await readFile(`${out}.part.json`, 'utf8')) as { rows: number }
    expect(rows).toBeGreaterThan(0)
    expect(await work(order)).toBe(false)
    expectWhole(await readFile(out, 'utf8'))
  })
})
