import { beforeAll, describe, expect, test } from 'vitest'
import { frozenClock } from '../../lib/clock.ts'
import { formatKey } from '../keys/index.ts'
import { sql, type Postgres, type Queryable } from '../../store/postgres/index.ts'
import { testDatabase } from '../../../test/support/postgres.ts'
import type { AuditRecord } from './audit-rows.ts'
import { openAudit, type Audit } from './open-audit.ts'

const clock = frozenClock()
const secret = Buffer.alloc(32, 7)
const by = { actor: 'operator:test' }
let db: Postgres
let audit: Audit
let made = 0

beforeAll(async () => {
  db = await testDatabase()
  audit = openAudit({ db, clock, secret })
})

/** An organization with so many entries. */
async function chainOf(entries: number): Promise<string> {
  const organizationId = `org_${(made += 1)}`
  for (let i = 1; i <= entries; i++) {
    clock.advance(1_000)
    await db.transact((tx) =>
      audit.append(tx, {
        organizationId,
        by,
        action: 'key.renamed',
        subject: `key_${i}`,
        detail: {
          from: 'a',
          to: `b ${i}`,
          left: undefined,
          at: new Date(clock.now()),
        },
      }),
    )
  }
  return organizationId
}

/** What a hand on the database can do, triggers off. */
async function tamper(work: (tx: Queryable) => Promise<unknown>): Promise<void> {
  await db.transact(async (tx) => {
    await tx.query(sql`ALTER TABLE audit_entries DISABLE TRIGGER ALL`)
    await work(tx)
    await tx.query(sql`ALTER TABLE audit_entries ENABLE ALWAYS TRIGGER audit_entries_append_only`)
  })
}

const collected = async (organizationId: string, after?: number) => {
  const entries: AuditRecord[] = []
  for await (const entry of audit.list(organizationId, after === undefined ? {} : { after }))
    entries.push(entry)
  return entries
}

describe('append', () => {
  test('keeps who, when, from where and what, in order', async () => {
    const organizationId = `org_${(made += 1)}`
    const from = { actor: 'key:key_1', address: '198.51.100.7', requestId: 'req_1' }
    await db.transact((tx) =>
      audit.append(tx, {
        organizationId,
        by: from,
        action: 'key.revoked',
        subject: 'key_2',
        detail: { x: 1.5 },
      }),
    )
    expect(await collected(organizationId)).toMatchObject([
      {
        organizationId,
        sequence: 1,
        at: new Date(clock.now()),
        ...from,
        action: 'key.revoked',
        subject: 'key_2',
        detail: { x: 1.5 },
      },
    ])
  })

  test('goes with the transaction it is in', async () => {
    const organizationId = await chainOf(1)
    const failing = db.transact(async (tx) => {
      await audit.append(tx, { organizationId, by, action: 'a.b', subject: 's' })
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect(await collected(organizationId)).toHaveLength(1)
    expect(await audit.verify(organizationId)).not.toHaveProperty('bad')
  })

  test('makes one chain of entries written at the same time', async () => {
    const organizationId = `org_${(made += 1)}`
    await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        db.transact((tx) => audit.append(tx, { organizationId, by, action: 'a.b', subject: `s${i}` })),
      ),
    )
    expect(await audit.verify(organizationId)).toMatchObject({ entries: 20 })
    expect((await collected(organizationId)).map((entry) => entry.sequence)).toEqual(
      Array.from({ length: 20 }, (_, i) => i + 1),
    )
  })

  test('refuses what looks like a key', async () => {
    const organizationId = `org_${(made += 1)}`
    const detail = { name: `my ${formatKey('live')}` }
    const refused = db.transact((tx) =>
      audit.append(tx, { organizationId, by, action: 'a.b', subject: 's', detail }),
    )
    await expect(refused).rejects.toThrow('holds an API key')
    expect(await collected(organizationId)).toEqual([])
  })
})

describe('the table', () => {
  test.each([
    ['change', sql`UPDATE audit_entries SET actor = 'operator:other'`],
    ['removal', sql`DELETE FROM audit_entries`],
    ['emptying', sql`TRUNCATE audit_entries`],
  ])('refuses %s', async (_, statement) => {
    const organizationId = await chainOf(2)
    await expect(db.query(statement)).rejects.toThrow()
    expect(await collected(organizationId)).toHaveLength(2)
  })
})

describe('verify', () => {
  test('finds nothing in a chain that was left alone, and prints its head', async () => {
    const organizationId = await chainOf(3)
    const first = await audit.verify(organizationId)
    expect(first).toEqual({ organizationId, entries: 3, head: expect.stringMatching(/^3:[0-9a-f]{64}$/) })
    await db.transact((tx) => audit.append(tx, { organizationId, by, action: 'a.b', subject: 's' }))
    expect(await audit.verify(organizationId, first.head)).not.toHaveProperty('bad')
  })

  test.each([
    ['a changed actor', 2, sql`UPDATE audit_entries SET actor = 'operator:eve' WHERE sequence = 2`],
    ['a changed detail', 1, sql`UPDATE audit_entries SET detail = '{"from":"z"}' WHERE sequence = 1`],
    ['a changed instant', 3, sql`UPDATE audit_entries SET at = at + interval '1 ms' WHERE sequence = 3`],
    ['a removed entry', 2, sql`DELETE FROM audit_entries WHERE sequence = 2`],
    ['a removed end', 4, sql`DELETE FROM audit_entries WHERE sequence = 4`],
    ['a head turned back', 5, sql`UPDATE audit_heads SET sequence = 2`],
  ])('names the first bad entry: %s', async (_, sequence, statement) => {
    const organizationId = await chainOf(4)
    await tamper((tx) => tx.query(sql`${statement}`))
    const found = await audit.verify(organizationId)
    expect(found.bad?.sequence).toBe(sequence)
    await db.query(sql`DELETE FROM audit_heads`)
    await tamper((tx) => tx.query(sql`DELETE FROM audit_entries`))
  })

  test('finds an end cut off with its head only against a head noted earlier', async () => {
    const organizationId = await chainOf(3)
    const { head } = await audit.verify(organizationId)
    await tamper((tx) =>
      tx.query(sql`DELETE FROM audit_entries WHERE organization_id = ${organizationId} AND sequence = 3`),
    )
    await db.query(sql`
      UPDATE audit_heads h SET sequence = e.sequence, hash = e.hash FROM audit_entries e
      WHERE h.organization_id = ${organizationId} AND e.organization_id = h.organization_id AND e.sequence = 2`)
    expect(await audit.verify(organizationId)).toMatchObject({ entries: 2 })
    expect((await audit.verify(organizationId, head)).bad).toMatchObject({ sequence: 3 })
  })

  test('believes no chain that was made without the secret', async () => {
    const organizationId = `org_${(made += 1)}`
    const forger = openAudit({ db, clock, secret: Buffer.alloc(32, 8) })
    await db.transact((tx) => forger.append(tx, { organizationId, by, action: 'a.b', subject: 's' }))
    expect(await audit.verify(organizationId)).toMatchObject({ entries: 0, bad: { sequence: 1 } })
  })

  test('reads chains longer than a page, and lists from any entry on', async () => {
    const organizationId = `org_${(made += 1)}`
    await db.transact(async (tx) => {
      for (let i = 0; i < 620; i++)
        await audit.append(tx, { organizationId, by, action: 'a.b', subject: `s${i}` })
    })
    expect(await audit.verify(organizationId)).toMatchObject({ entries: 620 })
    expect((await collected(organizationId, 618)).map((entry) => entry.subject)).toEqual(['s618', 's619'])
    expect(await audit.chains()).toContain(organizationId)
  })
})
