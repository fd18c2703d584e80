import { Command, CommanderError } from 'commander'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { anOrg, openTestPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { testDatabase } from '../../../test/support/postgres.ts'
import { OperatorError } from '../context.ts'
import { registerAudit } from './audit.ts'
import { registerKey } from './key.ts'

let platform: TestPlatform
let org: Awaited<ReturnType<typeof anOrg>>
let keyId: string

beforeAll(async () => {
  platform = openTestPlatform(await testDatabase())
})
beforeEach(async () => {
  org = await anOrg(platform, { credits: 10_000 })
  keyId = org.caller.keyId
})

/** Runs one command line; what it printed, line by line. */
async function run(...line: string[]): Promise<(object | string)[]> {
  const printed: (object | string)[] = []
  let opened = 0
  const context = {
    async open() {
      opened += 1
      const close = async () => {
        opened -= 1
      }
      return { db: platform.db, clock: platform.clock, secret: Buffer.alloc(32, 7), close }
    },
    print: (value: object | string) => printed.push(value),
  }
  const program = new Command('almanac').exitOverride()
  registerKey(program, context)
  registerAudit(program, context)
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

const key = async (...line: string[]) => (await run('key', ...line)).join('\n')
const stored = () => platform.keys.getKey(org.organizationId, keyId)
const lastEntry = async () => (await run('audit', 'list', org.organizationId, '--json')).at(-1)

describe('key scope', () => {
  test('sets patterns and read-only, and takes both away', async () => {
    expect(await key('scope', keyId, 'company*', 'getOrgCredits', '--read-only')).toBe(
      `${keyId} may use company*, getOrgCredits that changes nothing.`,
    )
    expect(await stored()).toMatchObject({ scopes: ['company*', 'getOrgCredits'], isReadOnly: true })
    platform.clock.advance(1_000)
    expect((await platform.keys.authenticate(org.rawKey))?.restrictions).toMatchObject({
      scopes: ['company*', 'getOrgCredits'],
      isReadOnly: true,
    })
    expect(await lastEntry()).toMatchObject({
      actor: expect.stringMatching(/^operator:./),
      subject: keyId,
      detail: {
        scopes: { from: [], to: ['company*', 'getOrgCredits'] },
        isReadOnly: { from: false, to: true },
      },
    })
    expect(await key('scope', keyId)).toBe(`${keyId} may use every operation.`)
    expect(await stored()).toMatchObject({ scopes: [], isReadOnly: false })
  })

  test.each(['company search', 'a-b', '', '../x'])(
    'refuses the pattern %j and changes nothing',
    async (pattern) => {
      await expect(key('scope', keyId, pattern)).rejects.toThrow(CommanderError)
      expect(await stored()).toMatchObject({ scopes: [] })
    },
  )
})

describe('key allow', () => {
  test('sets addresses in their normal form, and takes them away', async () => {
    expect(await key('allow', keyId, '192.0.2.7/24', '2001:DB8::1')).toBe(
      `${keyId} may be used from 192.0.2.0/24, 2001:db8::1.`,
    )
    expect(await stored()).toMatchObject({ allowedAddresses: ['192.0.2.0/24', '2001:db8::1'] })
    expect(await lastEntry()).toMatchObject({
      detail: { allowedAddresses: { from: [], to: ['192.0.2.0/24', '2001:db8::1'] } },
    })
    expect(await key('allow', keyId)).toBe(`${keyId} may be used from anywhere.`)
    expect(await stored()).toMatchObject({ allowedAddresses: [] })
  })

  test.each(['office', '10.0.0.0/33', '10.1'])('refuses %j and changes nothing', async (address) => {
    await expect(key('allow', keyId, '192.0.2.7', address)).rejects.toThrow(CommanderError)
    expect(await stored()).toMatchObject({ allowedAddresses: [] })
  })
})

describe('key rename', () => {
  test('changes the name', async () => {
    expect(await key('rename', keyId, ' CRM sync ')).toBe(`${keyId} is called CRM sync.`)
    expect(await run('key', 'rename', keyId, 'other', '--json')).toMatchObject([{ id: keyId, name: 'other' }])
    expect(await lastEntry()).toMatchObject({
      subject: keyId,
      detail: { name: { from: 'CRM sync', to: 'other' } },
    })
  })

  test.each(['', ' ', 'a\u0007b', 'x'.repeat(201)])('refuses %j', async (name) => {
    await expect(key('rename', keyId, name)).rejects.toThrow(CommanderError)
  })
})

describe('key reset', () => {
  test('sets the used credits to 0, and the limit holds again', async () => {
    await key('limit', keyId, '2')
    const request = {
      caller: org.caller,
      requestId: 'req_1',
      operationId: 'companySearch',
      lines: [{ key: 'companySearchResult' as const, units: 2 }],
      partial: false,
      expiresAtMs: platform.clock.now() + 1_000,
    }
    const outcome = await platform.ledger.hold(request)
    if (!outcome.ok) throw new Error(outcome.reason)
    await platform.ledger.settle({ ...request, hold: outcome.hold })
    expect(await stored()).toMatchObject({ creditsUsed: 2_000 })
    const another = { ...request, requestId: 'req_2' }
    expect(await platform.ledger.hold(another)).toMatchObject({ ok: false })
    expect(await key('reset', keyId)).toBe(`${keyId} has used 0 credits.`)
    expect(await stored()).toMatchObject({ creditsUsed: 0, maxCredits: 2_000 })
    expect(await platform.ledger.hold({ ...request, requestId: 'req_3' })).toMatchObject({ ok: true })
  })
})

describe('key rotate', () => {
  test('prints the new secret once; the one before works for a day', async () => {
    const lines = (await run('key', 'rotate', keyId)).map(String)
    const next = lines.at(-1) ?? ''
    expect(next).toMatch(/^alm_live_\w{36}$/)
    const until = new Date(platform.clock.now() + 86_400_000).toISOString().slice(0, 10)
    expect(lines[0]).toContain(`The old key works until ${until}`)
    expect(lines).toHaveLength(2)
    const works = async (raw: string) => (await platform.keys.authenticate(raw))?.keyId
    expect([await works(org.rawKey), await works(next)]).toEqual([keyId, keyId])
    platform.clock.advance(86_400_000)
    expect([await works(org.rawKey), await works(next)]).toEqual([undefined, keyId])
    const [entry] = (await run('audit', 'list', org.organizationId)).slice(-1)
    expect(entry).toContain('key.rotated')
    expect(entry).not.toContain(next.slice(13))
  })

  test('--until says how long, with 0d not at all, and never is refused', async () => {
    const [shown] = await run('key', 'rotate', keyId, '--until', '0d', '--json')
    expect(shown).toMatchObject({ id: keyId, key: expect.stringMatching(/^alm_live_/) })
    platform.clock.advance(1_000)
    expect(await platform.keys.authenticate(org.rawKey)).toBeUndefined()
    await expect(key('rotate', keyId, '--until', 'never')).rejects.toThrow(OperatorError)
    await expect(key('rotate', keyId, '--until', 'soon')).rejects.toThrow(CommanderError)
  })
})

test.each([['scope'], ['allow'], ['rename', 'n'], ['reset'], ['rotate']])(
  '%s names an unknown key',
  async (command, ...more) => {
    await expect(key(command, 'key_x', ...more)).rejects.toThrow(
      new OperatorError(
        "There is no key key_x. List an organization's keys with: almanac key list ORGANIZATION",
      ),
    )
  },
)

test.each([
  ['scope', 'get*'],
  ['allow', '192.0.2.1'],
  ['rename', 'n'],
  ['reset'],
  ['rotate'],
  ['limit', '5'],
  ['expire', 'never'],
])('%s of a revoked key is refused and changes nothing', async (command, ...more) => {
  await key('revoke', keyId)
  const before = await stored()
  await expect(key(command, keyId, ...more)).rejects.toThrow(/was revoked at 2\d{3}-.*, for good/)
  expect(await stored()).toEqual(before)
  expect(await platform.keys.rotateKey(org.organizationId, keyId, { overlapMs: 0 })).toBeUndefined()
  expect(await lastEntry()).toMatchObject({ action: 'key.revoked' })
})

test('the audit of a new key tells what it may do', async () => {
  const settings = ['--credits', '2.5', '--scope', 'get*', '--read-only', '--allow', '192.0.2.1']
  await key('create', org.organizationId, '--name', 'narrow', ...settings)
  expect(await lastEntry()).toMatchObject({
    action: 'key.created',
    detail: {
      name: 'narrow',
      maxCredits: 2.5,
      scopes: ['get*'],
      isReadOnly: true,
      allowedAddresses: ['192.0.2.1'],
    },
  })
})

test('audit verify finds the changes of every command in one whole chain', async () => {
  await key('rename', keyId, 'b')
  await key('rotate', keyId)
  const entries = await run('audit', 'list', org.organizationId, '--json')
  expect(await run('audit', 'verify', org.organizationId)).toEqual([
    expect.stringMatching(
      new RegExp(`^${org.organizationId}: ${entries.length} entries, head ${entries.length}:`),
    ),
  ])
})
