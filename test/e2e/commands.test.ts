import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { verifies } from '../conformance/verifies.ts'
import {
  ask,
  runAlmanac,
  startAlmanac,
  startServer,
  storeProcesses,
  temporaryDataDir,
  type RunningServer,
} from './running-server.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

let dataDir: string
let remove: () => Promise<void>
let server: RunningServer
beforeAll(async () => {
  ;({ dataDir, remove } = await temporaryDataDir())
  server = await startServer({ dataDir, env: { ALMANAC_SAMPLE: 'none' } })
})
afterAll(async () => {
  await server?.stop()
  await remove()
})

/** Runs one command beside the server; what it printed as JSON. */
async function command(...args: string[]) {
  const { code, stdout, stderr } = await runAlmanac(args, { dataDir })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const lines = args.includes('--json') ? stdout.trim().split('\n') : [JSON.stringify(stdout)]
  return lines.map((line) => JSON.parse(line))
}

describe('commands beside a running server', () => {
  let org: string
  let key: string
  let keyId: string

  test('make an organization and a key that the server takes at once', async () => {
    const [made] = await command('org', 'create', 'Acme', '--credits', '100', '--json')
    org = made.id
    const [created] = await command('key', 'create', org, '--name', 'crm', '--json')
    ;({ key, id: keyId } = created)
    const { status, body } = await ask(server.url, 'POST /v1/api-keys/current', { key })
    expect(status).toBe(200)
    expect(body.output).toMatchObject({ id: keyId, name: 'crm' })
    const [listed] = await command('org', 'list', '--json')
    expect(listed.map(({ id }: { id: string }) => id)).toEqual([server.organizationId, org])
  })

  test('import records that the server finds within a second, and the same file again changes nothing', async () => {
    verifies('promise.corpus.visible-in-1s')
    const file = join(dataDir, 'companies.jsonl')
    const rows = Array.from({ length: 50 }, (_, index) =>
      JSON.stringify({ preferred_name: `Acme ${index}`, domains: [`acme-${index}.example`] }),
    )
    await writeFile(file, `${rows.join('\n')}\n`)
    const counted = async () =>
      (await ask(server.url, 'POST /v1/company-count', { key, body: { searchParams: {} } })).body.output.count
    for (let time = 0; time < 2; time++) {
      const { code } = await runAlmanac(['import', 'companies', file], { dataDir })
      expect(code).toBe(0)
      await expect.poll(counted, { timeout: 1_000, interval: 20 }).toBe(50)
    }
    const page = await ask(server.url, 'POST /v1/company-search', {
      ...{ key, body: { searchParams: { domains: ['acme-7.example'] } } },
    })
    expect(page.body.output.data).toMatchObject([{ preferred_name: 'Acme 7' }])
    expect(page.body.chargeInfo.creditsCharged).toBe(1)
  })

  test('grant, price, limit and revoke hold for the running server within a second', async () => {
    verifies('promise.keys.revoke-at-once', 'limit.custom', 'price.organization-price-supersedes')
    await command('credits', 'grant', org, '900')
    await command('price', 'set', org, 'companySearchResult', '1.5')
    await command('limit', 'set', org, 'companyCount', '2')
    const soon = { timeout: 2_000, interval: 50 }
    const credits = async () =>
      (await ask(server.url, 'GET /v1/get-org-credits', { key })).body.output.balances[0]
    await expect
      .poll(credits, soon)
      .toMatchObject({ available: 999, creditsPerOperation: { companySearchResult: 1.5 } })
    const limits = async () =>
      (await ask(server.url, 'GET /v1/rate-limits', { key })).body.output.rateLimits.filter(
        ({ isCustom }: { isCustom: boolean }) => isCustom,
      )
    await expect.poll(limits, soon).toMatchObject([{ path: '/v1/company-count', max: 2 }])
    await command('key', 'revoke', keyId)
    const status = async () => (await ask(server.url, 'GET /v1/get-org-credits', { key })).status
    await expect.poll(status, soon).toBe(401)
  })

  test('show the journal, and find that every balance is the sum of its entries', async () => {
    verifies('promise.ledger.sum-equals-balance')
    const journal = await command('ledger', 'list', org, '--json')
    expect(journal.filter(({ kind }) => kind === 'capture')).toMatchObject([{ amount: 1 }])
    expect(await command('ledger', 'verify')).toEqual([
      'Organizations checked: 2. Every balance is the sum of its entries.\n',
    ])
    const [shown] = await command('credits', 'show', org, '--json')
    expect(shown).toMatchObject([{ max: 1_000, used: 1, held: 0, available: 999 }])
  })

  test('print the settings in force with secrets masked', async () => {
    const env = {
      DATABASE_URL: 'postgres://me:hunter2@db.example/x',
      ALMANAC_OPERATOR_TOKEN: 'hunter2-hunter2-hunter2',
    }
    const { code, stdout } = await runAlmanac(['config'], { dataDir, env })
    expect(code).toBe(0)
    expect(stdout).toContain(`ALMANAC_DATA_DIR=${dataDir}\n`)
    expect(stdout).toContain('DATABASE_URL=postgres://me:********@db.example/x\n')
    expect(stdout).not.toContain('hunter2')
  })

  test('say a mistake in one sentence with exit code 1, or 2 for half an import', async () => {
    const mistakes: [string[], RegExp][] = [
      [['key', 'list', 'org_none'], /^There is no organization org_none/],
      [['credits', 'revoke', org, '5000'], /^Nothing was moved: at most 999 credits can be\.$/m],
      [['limit', 'set', org, 'noSuchOperation', '1'], /^There is no operation noSuchOperation\.$/m],
      [['import', 'companies', join(dataDir, 'missing.jsonl')], /missing\.jsonl/],
    ]
    for (const [args, sentence] of mistakes) {
      const { code, stderr } = await runAlmanac(args, { dataDir })
      expect(code, args.join(' ')).toBe(1)
      expect(stderr).toMatch(sentence)
      expect(stderr).not.toMatch(/\n +at /)
    }
    const half = join(dataDir, 'half.jsonl')
    await writeFile(half, '{"preferred_name":"Half","domains":["half.example"]}\n{"domains":7}\n')
    expect((await runAlmanac(['import', 'companies', half], { dataDir })).code).toBe(2)
  })
})

test('without a server commands open the stores themselves, one at a time', async () => {
  const own = await temporaryDataDir()
  const env = { ALMANAC_SAMPLE: 'none' }
  const created = await runAlmanac(['org', 'create', 'Alone', '--json'], { dataDir: own.dataDir, env })
  expect(created.code).toBe(0)
  const first = startAlmanac(['ledger', 'verify'], { dataDir: own.dataDir, env })
  const second = startAlmanac(['ledger', 'verify'], { dataDir: own.dataDir, env })
  const codes = [(await first.ended).code, (await second.ended).code].toSorted()
  // Both in turn, or the one that came second is told who is there.
  if (codes[1] === 1) expect(first.stderr() + second.stderr()).toMatch(/is in use by process \d+/)
  expect(codes[0]).toBe(0)
  await own.remove()
})

test('a command that is interrupted while it opens the stores leaves them usable', async () => {
  const own = await temporaryDataDir()
  const env = { ALMANAC_SAMPLE: 'none' }
  const interrupted = startAlmanac(['org', 'create', 'Never'], { dataDir: own.dataDir, env })
  await once(interrupted.child, 'spawn')
  const postmaster = async () => (await storeProcesses(own.dataDir)).postmaster
  await expect.poll(postmaster, { timeout: 30_000, interval: 20 }).toBeDefined()
  interrupted.child.kill('SIGKILL')
  await interrupted.ended
  const { code, stdout } = await runAlmanac(['org', 'list', '--json'], { dataDir: own.dataDir, env })
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toEqual([])
  await own.remove()
})
