import { Command } from 'commander'
import { beforeAll, describe, expect, test } from 'vitest'
import { openAudit } from '../../platform/audit/index.ts'
import { frozenClock } from '../../lib/clock.ts'
import { sql, type Postgres } from '../../store/postgres/index.ts'
import { testDatabase } from '../../../test/support/postgres.ts'
import { OperatorError } from '../context.ts'
import { registerAudit } from './audit.ts'

const clock = frozenClock()
const secret = Buffer.alloc(32, 7)
let db: Postgres

beforeAll(async () => {
  db = await testDatabase()
  const audit = openAudit({ db, clock, secret })
  await db.transact(async (tx) => {
    for (const organizationId of ['org_1', 'org_2', '']) {
      const by = { actor: 'operator:ann', address: '192.0.2.1' }
      for (const subject of ['key_1', 'key_2']) {
        const entry = { organizationId, by, action: 'key.limited', subject, detail: { maxCredits: 5 } }
        await audit.append(tx, entry)
      }
    }
  })
})

async function run(...line: string[]): Promise<(object | string)[]> {
  const printed: (object | string)[] = []
  const program = new Command('almanac').exitOverride()
  registerAudit(program, {
    open: async () => ({ db, clock, secret, close: async () => undefined }),
    print: (value) => printed.push(value),
  })
  await program.parseAsync(['audit', ...line], { from: 'user' })
  return printed
}

describe('audit list', () => {
  test('prints one line an entry, from any entry on', async () => {
    const time = new Date(clock.now()).toISOString()
    expect(await run('list', 'org_1', '--after', '1')).toEqual([
      `2  ${time}  operator:ann from 192.0.2.1  key.limited  key_2  {"maxCredits":5}`,
    ])
    expect(await run('list', 'installation', '--json')).toMatchObject([{ sequence: 1 }, { sequence: 2 }])
    expect(await run('list', 'org_unknown')).toEqual([])
  })
})

describe('audit verify', () => {
  test('prints the head of every chain, and fails naming the first bad entry', async () => {
    const good = await run('verify')
    expect(good).toHaveLength(3)
    expect(good).toContainEqual(expect.stringMatching(/^org_1: 2 entries, head 2:[0-9a-f]{64}$/))
    const head = String(good.find((line) => String(line).startsWith('org_2')))
      .split('head ')
      .at(-1)
    expect(await run('verify', 'org_2', '--expect', head ?? '')).toHaveLength(1)
    await expect(run('verify', 'org_1', '--expect', head ?? '')).rejects.toThrow('1 audit chain is broken')
    await db.transact(async (tx) => {
      await tx.query(sql`ALTER TABLE audit_entries DISABLE TRIGGER ALL`)
      await tx.query(
        sql`UPDATE audit_entries SET actor = 'system' WHERE organization_id = 'org_1' AND sequence = 2`,
      )
      await tx.query(sql`ALTER TABLE audit_entries ENABLE ALWAYS TRIGGER audit_entries_append_only`)
    })
    await expect(run('verify')).rejects.toThrow(OperatorError)
    await expect(run('verify', '--expect', head ?? '')).rejects.toThrow('needs the organization')
  })
})
