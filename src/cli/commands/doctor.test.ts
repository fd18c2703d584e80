import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { beforeEach, describe, expect, it } from 'vitest'
import { testEngine } from '../../../test/support/engine.ts'
import { anOrg, openTestPlatform } from '../../../test/support/platform.ts'
import { testDatabase } from '../../../test/support/postgres.ts'
import { noUpgrade } from '../../../test/support/no-upgrade.ts'
import { entityKinds } from '../../corpus/kinds/index.ts'
import { openWriter } from '../../corpus/write/index.ts'
import { frozenClock } from '../../lib/clock.ts'
import { NoKeySecret } from '../../platform/keys/index.ts'
import { sql, StoreUnavailable } from '../../store/postgres/index.ts'
import { OperatorError } from '../context.ts'
import { registerDoctor, type DoctorContext } from './doctor.ts'
import { registerMigrate } from './migrate.ts'

const db = await testDatabase()
const engine = await testEngine()

let opened = 0
beforeEach(async () => {
  await db.query(sql`UPDATE corpus_commits SET pending = NULL`)
})

/** Runs one command line; what it printed, and the sentence it failed with. */
async function run(name: string, changes: Partial<DoctorContext> = {}) {
  const printed: unknown[] = []
  const context: DoctorContext = {
    async openStores() {
      opened++
      return {
        db,
        engine,
        corpus: { db, engine },
        secret: Buffer.alloc(32, 7),
        close: async () => void opened--,
      }
    },
    print: (value) => printed.push(value),
    dataDir: () => tmpdir(),
    clock: frozenClock(),
    nodeVersion: '24.21.0',
    ...changes,
  }
  const program = new Command('almanac').exitOverride()
  registerDoctor(program, { ...context, upgrade: noUpgrade })
  registerMigrate(program, context)
  const failure: unknown = await program.parseAsync([name, '--json'], { from: 'user' }).then(
    () => undefined,
    (error: unknown) => error,
  )
  if (failure !== undefined && !(failure instanceof OperatorError)) throw failure
  expect(opened).toBe(0)
  return { printed: printed[0] as Record<string, string>[], failure: failure?.message }
}

/** Checks of a run that found something wrong, with what they found. */
async function wrongs(changes: Partial<DoctorContext> = {}): Promise<Record<string, string>> {
  const { printed, failure } = await run('doctor', changes)
  const wrong = printed.filter(({ state }) => state === 'WRONG')
  expect(failure).toBe(
    wrong.length === 0 ? undefined : `${wrong.length} of ${printed.length} checks found something wrong.`,
  )
  return Object.fromEntries(wrong.map(({ check, found }) => [check, found]))
}

describe('almanac doctor', () => {
  it('finds nothing wrong in a sound installation, and looks at all of it', async () => {
    await anOrg(openTestPlatform(db))
    const { printed, failure } = await run('doctor')
    expect(failure).toBeUndefined()
    expect(printed.map(({ check, state }) => `${check} ${state}`)).toEqual([
      'node ok',
      'settings ok',
      'stores ok',
      'disk ok',
      'backup ok',
      'migrations ok',
      ...entityKinds.flatMap((kind) => [`${kind}: commits ok`, `${kind}: rows ok`, `${kind}: index ok`]),
      'ledger ok',
    ])
  })

  it('an old Node, settings that are not valid and a store that is away are findings, not crashes', async () => {
    expect(await wrongs({ nodeVersion: '20.20.2' })).toEqual({ node: '20.20.2; 24 or later is needed' })
    const dataDir = () => {
      throw new Error('PORT: too big')
    }
    expect(await wrongs({ dataDir })).toEqual({ settings: 'PORT: too big' })
    const openStores = () => Promise.reject(new StoreUnavailable('no server at 127.0.0.1:1'))
    expect(await wrongs({ openStores })).toEqual({ stores: 'no server at 127.0.0.1:1' })
    const notThere = new NoKeySecret('/srv/other')
    expect(await wrongs({ openStores: () => Promise.reject(notThere) })).toEqual({
      installation: notThere.message,
    })
  })

  it('tells a commit that a dead writer left from one that is being written', async () => {
    await db.query(
      sql`UPDATE corpus_commits SET last_number = last_number + 1, pending = last_number + 1 WHERE kind = 'people'`,
    )
    expect(Object.keys(await wrongs())).toEqual(['people: commits'])
    await db.transact(async (writer) => {
      await writer.query(sql`SELECT pg_advisory_xact_lock(hashtext('corpus_commits:people'))`)
      expect(await wrongs()).toEqual({})
    })
  })

  it('finds a search row without its record', async () => {
    const insert = (number: number) =>
      engine.command({
        tag: 'test',
        sql: `INSERT INTO companies (rank, id, born, facets) VALUES (1, ${number}, 0, 'country:nor')`,
      })
    await insert(1)
    expect(Object.keys(await wrongs())).toEqual(['companies: rows'])
    await engine.command({ tag: 'test', sql: 'DELETE FROM companies WHERE born = 0' })
  })

  it('finds a record without its search row, and one that no identifier or name leads to', async () => {
    // Nothing was ever written, whatever a test before said of a commit.
    await db.query(sql`UPDATE corpus_commits SET last_number = 0 WHERE kind = 'people'`)
    const onlyReader = { refresh: async () => {} }
    const writer = openWriter({ db, engine, onlyReader })
    const items = ['ada', 'grace'].map((primary_slug, at) => ({
      line: at + 1,
      record: { primary_slug, name: `${primary_slug} Moss` },
    }))
    await writer.write('people', items, { source: 'test', observedAt: new Date('2026-01-01') })
    expect(await wrongs()).toEqual({})
    // As many rows as before, and one of them belongs to no entity. Each deletion names its rank: a subquery would be
    // asked again for every part, and see what the deletion took from the part before.
    const [row] = await engine.query<{ rank: number }>({
      tag: 'test',
      sql: 'SELECT rank FROM people WHERE id = 1',
    })
    const rank = Number(row?.rank)
    const moveRow = async (from: number, to: number) => {
      await engine.command({
        tag: 'test',
        sql: `INSERT INTO people (rank, id, born) SELECT ${to}, id, born FROM people WHERE id = 1`,
      })
      await engine.command({ tag: 'test', sql: `DELETE FROM people WHERE id = 1 AND rank = ${from}` })
    }
    await moveRow(rank, rank + 1)
    expect((await wrongs())['people: rows']).toContain('have no search row, 1 among them')
    await moveRow(rank + 1, rank)
    expect(await wrongs()).toEqual({})
    const words = await db.query<{ word: number }>(sql`DELETE FROM corpus_name_words RETURNING word`)
    expect(words).toHaveLength(3)
    expect((await wrongs())['people: rows']).toBe(
      'of 2 records 2 have words of names that searches leave out, 1 among them',
    )
    await db.query(
      sql`INSERT INTO corpus_name_words (word) SELECT unnest(${words.map(({ word }) => word)}::int[])`,
    )
    expect(await wrongs()).toEqual({})
    await db.query(sql`DELETE FROM corpus_identifiers_people WHERE id = 2`)
    expect((await wrongs())['people: rows']).toContain('not found by an identifier, 2 among them')
  })

  it('finds a balance that is not the sum of its entries, and names its organization', async () => {
    const { organizationId, subscriptionId } = await anOrg(openTestPlatform(db))
    const move = (by: number) =>
      db.query(sql`
        UPDATE subscription_balances SET available = available + ${by}, issued = issued + ${by}
        WHERE subscription_id = ${subscriptionId}`)
    await move(5)
    expect((await wrongs())['ledger']).toContain(organizationId)
    await move(-5)
  })
})

describe('almanac migrate', () => {
  it('lists every migration of both stores as applied', async () => {
    const { printed } = await run('migrate')
    for (const store of ['postgres', 'clickhouse']) {
      const files = await readdir(join(import.meta.dirname, '../../../migrations', store))
      expect(printed.filter((row) => row['store'] === store).map((row) => row['migration'])).toEqual(
        files.filter((name) => name.endsWith('.sql')).toSorted(),
      )
    }
  })
})
