import { Command, CommanderError } from 'commander'
import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../store/postgres/index.ts'
import { testDatabase } from '../../../test/support/postgres.ts'
import { anOrg, openTestPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { OperatorError, type CliContext } from '../context.ts'
import { registerCredits } from './credits.ts'
import { registerKey } from './key.ts'
import { registerLedger } from './ledger.ts'
import { registerLimit } from './limit.ts'
import { registerOrg } from './org.ts'
import { registerPrice } from './price.ts'
import { registerSubscription } from './subscription.ts'

let platform: TestPlatform
let opened = 0

beforeAll(async () => {
  platform = openTestPlatform(await testDatabase())
})

/** Runs one command line; what it printed, line by line. */
async function run(...line: string[]): Promise<(object | string)[]> {
  const printed: (object | string)[] = []
  const context: CliContext = {
    async open() {
      opened += 1
      const close = async () => {
        opened -= 1
      }
      return { db: platform.db, clock: platform.clock, secret: Buffer.alloc(32, 7), close }
    },
    print: (value) => printed.push(value),
    operationIds: async () => ['companySearch', 'companyCount'],
  }
  const program = new Command('almanac').exitOverride().configureOutput({ writeErr: () => undefined })
  for (const register of [
    registerOrg,
    registerKey,
    registerCredits,
    registerPrice,
    registerLimit,
    registerLedger,
    registerSubscription,
  ]) {
    register(program, context)
  }
  for (const command of program.commands.flatMap((one) => [one, ...one.commands])) {
    command.exitOverride().configureOutput({ writeErr: () => undefined })
  }
  try {
    await program.parseAsync(line, { from: 'user' })
  } finally {
    expect(opened).toBe(0)
  }
  return printed
}

const text = async (...line: string[]) => (await run(...line)).join('\n')
const json = async (...line: string[]) => (await run(...line, '--json'))[0] as Record<string, unknown>

describe('org', () => {
  it('switches search by age off and on again', async () => {
    const { id } = await json('org', 'create', 'Ageless')
    expect(await text('org', 'age-search', String(id), 'off')).toBe(
      `Searching by age is switched off for ${id}.`,
    )
    expect(await platform.organizations.mayAskAge(String(id))).toBe(false)
    await text('org', 'age-search', String(id), 'on')
    expect(await platform.organizations.mayAskAge(String(id))).toBe(true)
    await expect(run('org', 'age-search', 'org_nobody', 'off')).rejects.toThrow(OperatorError)
    await expect(run('org', 'age-search', String(id), 'maybe')).rejects.toThrow(CommanderError)
  })

  it('creates an organization that is listed with its credits', async () => {
    const created = await json('org', 'create', 'Acme', '--credits', '12.5')
    expect(created).toMatchObject({ name: 'Acme', credits: 12.5 })
    const listed = (await json('org', 'list')) as unknown as { id: string }[]
    expect(listed.find((one) => one.id === created.id)).toMatchObject({ name: 'Acme', available: 12.5 })
    expect(await text('org', 'list')).toMatch(/^id +name +created +available\n/)
    expect(await text('org', 'create', 'Beta')).toMatch(/^Created org_\w{26} \(Beta\) with 0 credits\./)
  })

  it.each([
    [['org', 'create', ' ']],
    [['org', 'create', 'A', '--credits', '-1']],
    [['org', 'create', 'A', '--credits', '1.2345']],
  ])('refuses %j', async (line) => {
    await expect(run(...line)).rejects.toThrow(CommanderError)
  })
})

describe('key', () => {
  it('prints a new key once, and it works', async () => {
    const { organizationId } = await anOrg(platform)
    const lines = await run(
      'key',
      'create',
      organizationId,
      '--name',
      'crm',
      '--credits',
      '3',
      '--expires',
      '90d',
    )
    const rawKey = String(lines.at(-1))
    expect(rawKey).toMatch(/^alm_live_/)
    expect(lines.filter((line) => String(line).includes(rawKey))).toHaveLength(1)
    const caller = await platform.keys.authenticate(rawKey)
    const record = await platform.keys.getKey(organizationId, caller?.keyId ?? '')
    expect(record).toMatchObject({ name: 'crm', maxCredits: 3_000 })
    expect(record?.expiresAt?.getTime()).toBe(platform.clock.now() + 90 * 86_400_000)
    expect(await text('key', 'list', organizationId)).not.toContain(rawKey)
    expect(await json('key', 'create', organizationId, '--name', 't', '--mode', 'test')).toMatchObject({
      key: expect.stringMatching(/^alm_test_/),
    })
  })

  it('limits, expires and revokes', async () => {
    const { organizationId, caller, rawKey } = await anOrg(platform)
    expect(await text('key', 'limit', caller.keyId, '7.5')).toBe(
      `${caller.keyId} may spend 7.5 credits in total.`,
    )
    expect(await json('key', 'limit', caller.keyId, 'none')).toMatchObject({ maxCredits: null })
    expect(await text('key', 'expire', caller.keyId, '2030-01-01')).toBe(
      `${caller.keyId} expires at 2030-01-01T00:00:00Z.`,
    )
    expect(await text('key', 'expire', caller.keyId, 'never')).toBe(`${caller.keyId} does not expire.`)
    expect(await text('key', 'revoke', caller.keyId)).toBe(`Revoked ${caller.keyId} (test key).`)
    platform.clock.advance(1_000)
    expect(await platform.keys.authenticate(rawKey)).toBeUndefined()
    expect(await text('key', 'list', organizationId)).toBe('No keys.')
    expect(await text('key', 'list', organizationId, '--all')).toContain(caller.keyId)
  })

  it.each([['revoke'], ['limit', '1'], ['expire', 'never']])(
    '%s names an unknown key',
    async (command, ...more) => {
      await expect(run('key', command, 'key_x', ...more)).rejects.toThrow(
        new OperatorError(
          "There is no key key_x. List an organization's keys with: almanac key list ORGANIZATION",
        ),
      )
    },
  )
})

describe('credits', () => {
  it('a grant with a reference moves once, also when the interface has moved it', async () => {
    const { organizationId } = await anOrg(platform, { credits: 0 })
    const grant = ['credits', 'grant', organizationId, '5', '--reference', 'invoice 1']
    expect(await text(...grant)).toMatch(/^Granted 5 credits\./)
    expect(await text(...grant)).toMatch(/^invoice 1 was done before: nothing was moved\./)
    expect((await platform.ledger.balance(organizationId)).available).toBe(5_000)
    const other = ['credits', 'grant', organizationId, '6', '--reference', 'invoice 1']
    await expect(run(...other)).rejects.toThrow(/stands for another movement: grant of 5 credits/)
    expect(await text('org', 'rename', organizationId, 'Renamed')).toBe(
      `${organizationId} is called Renamed.`,
    )
  })

  it('grants, refunds, takes back and shows', async () => {
    const { organizationId, subscriptionId } = await anOrg(platform, { credits: 10_000 })
    expect(await text('credits', 'grant', organizationId, '5', '--note', 'sorry')).toContain(
      'Granted 5 credits.',
    )
    await run('credits', 'revoke', organizationId, '2.5')
    expect(await json('credits', 'show', organizationId)).toEqual([
      {
        subscription: subscriptionId,
        status: 'active',
        max: 12.5,
        used: 0,
        held: 0,
        available: 12.5,
        suspended: 0,
        resets: expect.any(String),
      },
    ])
    await expect(run('credits', 'refund', organizationId, '1')).rejects.toThrow(
      new OperatorError('Nothing was moved: at most 0 credits can be moved.'),
    )
  })

  it('of a paused subscription are shown as suspended', async () => {
    const { organizationId, subscriptionId } = await anOrg(platform, { credits: 10_000 })
    await run('subscription', 'pause', organizationId, subscriptionId)
    expect(await json('credits', 'show', organizationId)).toMatchObject([
      { status: 'paused', max: 10, available: 0, suspended: 10 },
    ])
    expect(await json('subscription', 'list', organizationId)).toMatchObject([{ status: 'paused' }])
  })

  it('refunds one request, at most its charge', async () => {
    const org = await anOrg(platform, { credits: 10_000 })
    const request = {
      caller: org.caller,
      requestId: 'req_refund',
      operationId: 'companySearch',
      lines: [{ key: 'companySearchResult' as const, units: 3 }],
      partial: false,
      expiresAtMs: platform.clock.now() + 1_000,
    }
    const outcome = await platform.ledger.hold(request)
    if (outcome.ok) await platform.ledger.settle({ ...request, hold: outcome.hold })
    const refund = (amount: string, id: string) =>
      run('credits', 'refund', org.organizationId, amount, '--request', id)
    await refund('2', 'req_refund')
    await expect(refund('2', 'req_refund')).rejects.toThrow('at most 1 credits')
    await expect(refund('1', 'req_other')).rejects.toThrow(
      `${org.organizationId} was not charged for a request req_other.`,
    )
  })

  it.each(['0', '-5', 'abc', '1e3'])('refuses %s credits', async (amount) => {
    await expect(run('credits', 'grant', 'org_x', amount)).rejects.toThrow(CommanderError)
  })

  it("refuses another organization's subscription", async () => {
    const [mine, other] = [await anOrg(platform), await anOrg(platform)]
    await expect(
      run('credits', 'grant', mine.organizationId, '1', '--subscription', other.subscriptionId),
    ).rejects.toThrow(`There is no subscription ${other.subscriptionId} in ${mine.organizationId}.`)
  })
})

describe('price and limit', () => {
  it('set, list and clear prices', async () => {
    const { organizationId } = await anOrg(platform)
    expect(await text('price', 'set', organizationId, 'kitchenSinkPerson', '1.5')).toBe(
      `${organizationId} pays 1.5 credits per person lookup with a match.`,
    )
    expect(await text('price', 'list', organizationId)).toMatch(
      /kitchenSinkPerson +1\.5 +person lookup with a match +own price/,
    )
    expect(await text('price', 'clear', organizationId, 'kitchenSinkPerson')).toContain(
      'as in the price list.',
    )
    expect(await text('price', 'clear', organizationId, 'kitchenSinkPerson')).toContain('no price of its own')
    await expect(run('price', 'set', organizationId, 'nothing', '1')).rejects.toThrow(CommanderError)
  })

  it('set, list and clear limits, of operations there are', async () => {
    const { organizationId } = await anOrg(platform)
    await run('limit', 'set', organizationId, 'companySearch', '500')
    expect(await json('limit', 'list', organizationId)).toEqual([{ operation: 'companySearch', max: 500 }])
    await run('limit', 'clear', organizationId, 'companySearch')
    expect(await text('limit', 'list', organizationId)).toBe('No limits of its own.')
    await expect(run('limit', 'clear', organizationId, 'companySearch')).rejects.toThrow(
      'has no limit of its own',
    )
    await expect(run('limit', 'set', organizationId, 'companysearch', '5')).rejects.toThrow(
      'There is no operation companysearch.',
    )
    await expect(run('limit', 'set', organizationId, 'companySearch', '0')).rejects.toThrow(CommanderError)
  })
})

describe('ledger', () => {
  it('lists entries and verifies balances', async () => {
    const { organizationId, subscriptionId } = await anOrg(platform, { credits: 10_000 })
    await run('credits', 'grant', organizationId, '1', '--note', 'sorry')
    const entries = (await run('ledger', 'list', organizationId, '--json')) as {
      kind: string
      amount: number
      note: string
    }[]
    expect(entries.map(({ kind, amount, note }) => [kind, amount, note])).toEqual([
      ['grant', 10, 'start of the subscription'],
      ['grant', 1, 'sorry'],
    ])
    expect((await run('ledger', 'list', organizationId, '--limit', '1'))[0]).not.toContain('sorry')
    expect(await text('ledger', 'verify', organizationId)).toBe(
      'Organizations checked: 1. Every balance is the sum of its entries.',
    )
    await platform.db.query(sql`
      UPDATE subscription_balances SET spent = spent + 1, issued = issued + 1 WHERE subscription_id = ${subscriptionId}`)
    await expect(run('ledger', 'verify')).rejects.toThrow('2 balances do not match their entries.')
  })
})

describe('every command about an organization', () => {
  it.each([
    ['key', 'create', 'org_x', '--name', 'n'],
    ['key', 'list', 'org_x'],
    ['credits', 'grant', 'org_x', '1'],
    ['credits', 'refund', 'org_x', '1'],
    ['credits', 'revoke', 'org_x', '1'],
    ['credits', 'show', 'org_x'],
    ['price', 'set', 'org_x', 'personResolve', '1'],
    ['price', 'clear', 'org_x', 'personResolve'],
    ['price', 'list', 'org_x'],
    ['limit', 'set', 'org_x', 'companySearch', '1'],
    ['limit', 'clear', 'org_x', 'companySearch'],
    ['limit', 'list', 'org_x'],
    ['ledger', 'list', 'org_x'],
    ['ledger', 'verify', 'org_x'],
  ])('names an unknown one: %s %s', async (...line) => {
    await expect(run(...line)).rejects.toThrow(
      new OperatorError('There is no organization org_x. List them with: almanac org list'),
    )
  })
})

describe('the audit', () => {
  it('has an entry of every change of money and limits, and none of what was refused', async () => {
    const { organizationId: id, subscriptionId } = await anOrg(platform, { credits: 9_000 })
    await run('subscription', 'add', id, '5')
    await run('credits', 'grant', id, '2', '--subscription', subscriptionId, '--note', 'sorry')
    await run('credits', 'revoke', id, '1', '--subscription', subscriptionId)
    await expect(run('credits', 'revoke', id, '1000')).rejects.toThrow(OperatorError)
    await expect(run('credits', 'refund', id, '1')).rejects.toThrow(OperatorError)
    await run('price', 'set', id, 'companySearchResult', '0.5')
    await run('price', 'set', id, 'companySearchResult', '0.25', '--tier', '1000')
    await run('price', 'clear', id, 'companySearchResult')
    await run('price', 'clear', id, 'companySearchResult')
    await run('limit', 'set', id, 'companySearch', '7')
    await run('limit', 'clear', id, 'companySearch')
    await expect(run('limit', 'clear', id, 'companySearch')).rejects.toThrow(OperatorError)
    await run('subscription', 'set', id, subscriptionId, '--grace-days', '3', '--export-rows', '0')
    await run('subscription', 'set', id, subscriptionId, '--export-rows', 'default')
    await run('subscription', 'pause', id, subscriptionId)
    await run('subscription', 'reset', id, subscriptionId)
    const entries = []
    for await (const entry of platform.audit.list(id)) entries.push(entry)
    // Its key was made before.
    expect(entries.filter(({ action }) => !action.startsWith('key.'))).toMatchObject([
      { action: 'subscription.added', detail: { allocation: 5 } },
      { action: 'credits.granted', subject: subscriptionId, detail: { credits: 2 } },
      { action: 'credits.revoked', subject: subscriptionId, detail: { credits: 1 } },
      { action: 'price.set', subject: 'companySearchResult', detail: { credits: 0.5 } },
      { action: 'price.set', detail: { credits: 0.25, fromUnits: 1000 } },
      { action: 'price.cleared', subject: 'companySearchResult' },
      { action: 'limit.set', subject: 'companySearch', detail: { max: 7 } },
      { action: 'limit.cleared', subject: 'companySearch' },
      { action: 'subscription.configured', detail: { graceDays: 3, exportRows: 0 } },
      { action: 'subscription.configured', subject: subscriptionId, detail: { exportRows: null } },
      { action: 'subscription.paused', subject: subscriptionId },
      { action: 'subscription.reset', subject: subscriptionId },
    ])
    const act = entries.find(({ action }) => action === 'credits.granted')
    expect(act?.actor).toMatch(/^operator:/)
    const moved = await platform.ledger.pageOfTransfers(id, { requestId: act?.requestId ?? '' }, 10)
    expect(moved).toMatchObject([{ kind: 'grant', amount: 2_000, note: 'sorry' }])
    expect((await platform.audit.verify(id)).bad).toBeUndefined()
  })
})
