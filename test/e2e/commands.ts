import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../conformance/verifies.ts'
import type { Beside } from './beside.ts'
import type { Commands } from './command-runner.ts'
import { ask, runAlmanac, type RunningServer } from './running-server.ts'

let dataDir: string
let server: RunningServer
let commands: Commands

/** Runs one command beside the server; what it printed as JSON. */
async function command(...args: string[]) {
  const { code, stdout, stderr } = await commands.run(...args)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const lines = args.includes('--json') ? stdout.trim().split('\n') : [JSON.stringify(stdout)]
  return lines.map((line) => JSON.parse(line))
}

/** The server has nobody but its first organization. */
export function describeCommands(beside: () => Beside): void {
  describe('commands beside a running server', () => {
    beforeAll(() => void ({ dataDir, server, commands } = beside()))
    let org: string
    let key: string
    let keyId: string

    test('make an organization and a key that the server takes at once', async () => {
      // One by a process of its own, as operators run them all.
      const made = await runAlmanac(['org', 'create', 'Acme', '--credits', '100', '--json'], { dataDir })
      expect(made).toMatchObject({ code: 0, stderr: '' })
      org = JSON.parse(made.stdout).id
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
        (await ask(server.url, 'POST /v1/company-count', { key, body: { searchParams: {} } })).body.output
          .count
      const before = await counted()
      for (let time = 0; time < 2; time++) {
        const { code } = await commands.run('import', 'companies', file)
        expect(code).toBe(0)
        await expect.poll(counted, { timeout: 1_000, interval: 20 }).toBe(before + 50)
      }
      const page = await ask(server.url, 'POST /v1/company-search', {
        key,
        body: { searchParams: { domains: ['acme-7.example'] } },
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
      await expect.poll(credits, soon).toMatchObject({
        available: 999,
        creditsPerOperation: { getCompanyFromDb: { levels: [{ centiCreditCost: 150 }] } },
      })
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
      const { code, stdout } = await commands.runWith(env, 'config')
      expect(code).toBe(0)
      expect(stdout).toContain(`ALMANAC_DATA_DIR=${dataDir}\n`)
      expect(stdout).toContain('DATABASE_URL=postgres://me:********@db.example/x\n')
      expect(stdout).not.toContain('hunter2')
    })

    test('say a mistake in one sentence with exit code 1, or 2 for half an import', async () => {
      const mistakes: [string[], RegExp][] = [
        [['key', 'list', 'org_none'], /^There is no organization org_none/],
        [['credits', 'revoke', org, '5000'], /^Nothing was moved: at most 999 credits can be moved\.$/m],
        [['limit', 'set', org, 'noSuchOperation', '1'], /^There is no operation noSuchOperation\.$/m],
        [['import', 'companies', join(dataDir, 'missing.jsonl')], /missing\.jsonl/],
      ]
      for (const [args, sentence] of mistakes) {
        const { code, stderr } = await commands.run(...args)
        expect(code, args.join(' ')).toBe(1)
        expect(stderr).toMatch(sentence)
        expect(stderr).not.toMatch(/\n +at /)
      }
      const half = join(dataDir, 'half.jsonl')
      await writeFile(half, '{"preferred_name":"Half","domains":["half.example"]}\n{"domains":7}\n')
      expect((await commands.run('import', 'companies', half)).code).toBe(2)
    })
  })
}
