import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { testAlmanac } from '../../../support/harness.ts'
import { Failure } from '../../../../src/operation/index.ts'
import { sql } from '../../../../src/store/postgres/index.ts'
import { always, openCursors } from '../../../../src/corpus/search/index.ts'
import { compact } from '../../../../src/corpus/write/compact.ts'

const { almanac, db, engine } = await testAlmanac()
const { search, snapshots, writer } = almanac

const company = (slug: string, employees: number) => ({
  pnet_primary_slug: slug,
  preferred_name: slug,
  employee_count_consensus: { gte: employees, lte: employees },
})
const write = (employees: number) =>
  writer.write(
    'companies',
    [
      { line: 1, record: company('a', employees) },
      { line: 2, record: company('b', 5) },
    ],
    {
      source: 'test',
      observedAt: new Date(Date.UTC(2026, 0, 1) + employees),
    },
  )

test('compaction removes superseded versions, keeps answers the same and lets old cursors expire', async () => {
  await write(10)
  const old = await snapshots.newest('companies')
  await write(20)
  const newest = await snapshots.newest('companies')
  const before = await search.page('companies', { condition: always, limit: 10, snapshot: newest })
  const rows = async () =>
    Number(
      (await engine.query<{ n: string }>({ tag: 'test', sql: 'SELECT count() AS n FROM companies' }))[0]?.n,
    )
  expect(await rows()).toBe(3)

  expect(await compact({ db, engine }, 'companies', { nowMs: Date.now(), wait: async () => {} })).toBe(0)
  expect(await rows()).toBe(3)

  await db.query(sql`UPDATE corpus_commit_log SET published_at = published_at - interval '2 hours'`)
  expect(
    await compact({ db, engine }, 'companies', { nowMs: Date.now(), wait: (ms) => delay(ms / 10) }),
  ).toBe(1)
  await snapshots.refresh()
  expect(await rows()).toBe(2)
  const after = await search.page('companies', {
    condition: always,
    limit: 10,
    snapshot: await snapshots.newest('companies'),
  })
  expect(after.bodies).toEqual(before.bodies)
  expect((await snapshots.newest('companies')).mayHoldSuperseded).toBe(false)

  const cursors = openCursors(Buffer.alloc(32, 1), snapshots)
  const question = { kind: 'companies', organizationId: 'org', question: 'q' } as const
  const cursor = cursors.seal({ ...question, snapshot: old, position: { rank: 0, id: '0' } })
  await expect(cursors.open(cursor, question)).rejects.toThrow(new Failure('cursor-expired').message)
})

test('rows of a companion go with the version they are of, and stay with the others', async () => {
  const writePeople = (employer: string, day: string) =>
    writer.write(
      'people',
      ['ada', 'bob'].map((slug, line) => ({
        line,
        record: {
          primary_slug: slug,
          experiences: [
            {
              company_name: slug === 'ada' ? employer : 'Steady',
              start_date: '2020-01-01',
              is_current: true,
            },
          ],
        },
      })),
      { source: 'test', observedAt: new Date(day) },
    )
  const tenures = async () =>
    engine.query({ tag: 'test', sql: 'SELECT id, born FROM tenures ORDER BY id, born' })
  await writePeople('Before', '2026-01-01')
  await writePeople('After', '2026-02-01')
  const all = await tenures()
  expect(all).toHaveLength(3)
  await db.query(sql`UPDATE corpus_commit_log SET published_at = published_at - interval '2 hours'`)
  expect(await compact({ db, engine }, 'people', { nowMs: Date.now(), wait: async () => {} })).toBe(1)
  const left = await engine.query({ tag: 'test', sql: 'SELECT id, born FROM people ORDER BY id, born' })
  expect(await tenures()).toEqual(left)
  await snapshots.refresh()
})
