import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { atEnd } from '../test/support/at-end.ts'
import { testDatabase } from '../test/support/postgres.ts'
import { frozenClock } from './lib/clock.ts'
import { answerSeal } from './platform/idempotency/answer-seal.ts'
import { subjectOfTexts, textTables, UndeclaredStore, type Subject } from './platform/privacy/index.ts'
import { sql, type Postgres } from './store/postgres/index.ts'
import { discoverSlices } from './capabilities/index.ts'
import { checkStores, otherTables, personalStores } from './personal-stores.ts'

let db: Postgres
const secret = Buffer.alloc(32, 7)
const slices = await discoverSlices()
const removed: string[] = []
const blobs = { get: async () => undefined, remove: async (id: string) => void removed.push(id) }
beforeAll(async () => {
  db = await testDatabase()
})

const none = { emails: [], phoneNumbers: [], pages: [], people: [], names: [] }
const canary = subjectOfTexts({ ...none, emails: ['Canary@home.example'], pages: ['canary-1'] }) as Subject
const about = '{"a":["x","work: CANARY@home.example; b@c.example"]}'
const other = '{"a":["my.canary@home.example","canary-12"]}'

/** Writes two rows: one that holds a text about somebody, one with a text about somebody much like them. */
export type Plant = (db: Postgres, texts: { about: string; other: string }) => Promise<unknown>

/** Rows of each table that keeps what is said of people: one about the canary, one about somebody much like them. */
const planted: Record<string, () => Promise<unknown>> = {
  async jobs() {
    for (const [id, output] of [
      ['task_about', about],
      ['task_other', other],
    ] as const) {
      const file = (id === 'task_about' ? 'a' : 'b').repeat(64)
      await db.query(sql`
        INSERT INTO jobs (id, kind, organization_id, key_id, request_id, operation_id, params, unit_prices, total, result,
          created_at, expires_at)
        VALUES (${id}, 'k', 'org_1', 'key_1', 'req_1', 'op', '{}', '{}', 1, ${JSON.stringify({ file })}::json, now(), now())`)
      await db.query(sql`
        INSERT INTO job_items (job_id, position, input, state, output) VALUES (${id}, 0, '1', 'delivered', ${output}::json)`)
    }
  },
  async exports() {
    for (const [id, people, digit] of [
      ['exp_about', about, 'c'],
      ['exp_other', other, 'd'],
    ] as const) {
      await db.query(sql`
        INSERT INTO exports (id, organization_id, kind, task_id, file_name, content_type, most_rows, month, blob_id,
          created_at)
        VALUES (${id}, 'org_1', 'k', 'task_1', 'f', 't', 1, now(), ${digit.repeat(64)}, now())`)
      await db.query(sql`
        INSERT INTO export_parts (export_id, number, rows, bytes, people) VALUES (${id}, 0, 1, 1, ${people}::json)`)
    }
  },
  // Parts stand with their exports.
  export_parts: async () => undefined,
  // Items stand with their jobs.
  job_items: async () => undefined,
  async events() {
    for (const [id, data] of [
      ['evt_about', about],
      ['evt_other', other],
    ])
      await db.query(sql`
        INSERT INTO events (id, organization_id, type, data, created_at) VALUES (${id}, 'org_1', 't', ${data}::json, now())`)
  },
  async idempotency_keys() {
    const seal = answerSeal(secret)
    for (const [key, body] of [
      ['about', seal.close(about)],
      ['about in the clear', about],
      ['other', seal.close(other)],
    ] as const)
      await db.query(sql`
        INSERT INTO idempotency_keys (organization_id, key, fingerprint, state, request_id, instance_id, boot_id,
          lease_expires_at, created_at, expires_at, status, body, credits_charged)
        VALUES ('org_1', ${key}, 'f', 'done', 'req_1', 'i', 'b', now(), now(), now(), 200, ${Buffer.from(body)}, 5)`)
  },
  async api_requests() {
    for (const [id, request] of [
      ['req_about', about],
      ['req_other', other],
    ])
      await db.query(sql`
        INSERT INTO api_requests (id, organization_id, key_id, operation_id, method, route_path, status_code, duration_ms,
          credits_charged, request, created_at)
        VALUES (${id}, 'org_1', 'key_1', 'op', 'POST', '/', 200, 1, 0, ${request}::json, now())`)
  },
  async webhook_attempts() {
    await db.query(sql`INSERT INTO organizations (id, name, created_at) VALUES ('org_1', 'Org', now())`)
    await db.query(sql`
      INSERT INTO webhook_endpoints (id, organization_id, url, secret, created_at, updated_at)
      VALUES ('whe_1', 'org_1', 'https://receiver.example', '\x01', now(), now())`)
    await db.query(sql`
      INSERT INTO events (id, organization_id, type, data, created_at) VALUES ('evt_1', 'org_1', 't', '{}', now())`)
    await db.query(sql`
      INSERT INTO webhook_deliveries (id, endpoint_id, event_id, next_at, created_at)
      VALUES ('dlv_1', 'whe_1', 'evt_1', now(), now())`)
    for (const text of [about, other])
      await db.query(sql`
        INSERT INTO webhook_attempts (delivery_id, at, duration_ms, response_body) VALUES ('dlv_1', now(), 1, ${text})`)
  },
  async source_answers() {
    await db.query(sql`
      INSERT INTO source_answers (key, source, capability, answer, asked_at, expires_at)
      VALUES ('\x01', 's', 'person.live', '\x02', now(), now() + interval '1 day')`)
  },
  async list_members() {
    await db.query(sql`
      WITH list AS (
        INSERT INTO lists (id, organization_id, kind, name, name_is_own, settings, state, last_number, version, counts,
          created_by, created_at, updated_at)
        VALUES ('list_1', 'org_1', 'k', 'List', true, '{}', 'new', 2, 1, '{"person":2}', 'key_1', now(), now())
        RETURNING number
      ), members AS (
        INSERT INTO list_members (list, kind, number, is_entity, key, label, added_by, joined_in, is_return)
        SELECT list.number, 'person', given.number, false, given.text, 'Someone', 'key_1', 1, false
        FROM list, (VALUES (1, ${about}), (2, ${other})) AS given (number, text)
      )
      INSERT INTO list_searches (list, number, hash, params, by, at)
      SELECT list.number, given.number, 'h', given.text::json, 'key_1', now()
      FROM list, (VALUES (1, ${about}), (2, ${other})) AS given (number, text)`)
  },
  async entity_set_members() {
    await db.query(sql`
      INSERT INTO entity_set_members (organization_id, set_id, token, version, is_member)
      VALUES ('org_1', 'set_1', ${about}, 1, true), ('org_1', 'set_1', ${about}, 2, false),
        ('org_1', 'set_1', ${other}, 1, true)`)
  },
  // Searches stand with their list.
  list_searches: async () => undefined,
}

// A slice plants in its own tables: `fixtures/planted.ts` of its folder.
for (const { name } of slices) {
  const file = new URL(`capabilities/${name}/fixtures/planted.ts`, import.meta.url)
  if (!existsSync(file)) continue
  const { plant } = (await import(file.href)) as { plant: Record<string, Plant> }
  for (const [table, write] of Object.entries(plant)) planted[table] = () => write(db, { about, other })
}

test('every table with text says how it forgets somebody, or why it need not', async () => {
  const stores = personalStores({ db, clock: frozenClock(), secret, blobs }, slices)
  const declared = [...stores.flatMap(({ tables }) => tables), ...Object.keys(otherTables(slices))]
  expect(declared.toSorted()).toEqual(await textTables(db))
  await expect(checkStores(db, { stores, slices })).resolves.toBeUndefined()
})

test('with a table of ours that says nothing the service does not start; what others keep beside it is theirs', async () => {
  await db.query(sql`CREATE TABLE notes (about json)`)
  const stores = personalStores({ db, clock: frozenClock(), secret, blobs }, slices)
  await expect(checkStores(db, { stores, slices })).resolves.toBeUndefined()
  const folder = await mkdtemp(join(tmpdir(), 'almanac-migrations-'))
  atEnd(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, '0001_notes.sql'), '-- Notes.\nCREATE TABLE notes (about json);\n')
  await expect(checkStores(db, { stores, slices }, folder)).rejects.toThrow(new UndeclaredStore(['notes']))
  await db.query(sql`DROP TABLE notes`)
})

test('a person planted in every such table is in none of them afterwards; whoever is like them stays', async () => {
  const stores = personalStores({ db, clock: frozenClock(), secret, blobs }, slices)
  const tables = stores.flatMap((store) => store.tables)
  expect(Object.keys(planted).toSorted()).toEqual(tables.toSorted())
  for (const plant of Object.values(planted)) await plant()
  const forgotten = []
  for (const store of stores) {
    const count = await store.forget(canary)
    // What goes by the id of an entity alone is tried where it is decided (`forget-decisions.test.ts`).
    if (store.tables.length > 0) forgotten.push([store.tables[0], count])
  }
  expect(forgotten).toEqual([
    ['jobs', 2],
    ['exports', 1],
    ['events', 1],
    ['idempotency_keys', 2],
    ['api_requests', 1],
    ['webhook_attempts', 1],
    ['source_answers', 1],
    ['list_members', 2],
    ['entity_set_members', 1],
    ['exclusion_identifiers', 1],
    ['job_change_profiles', 1],
    ['operator_import_rejects', 1],
    ['operator_tasks', 1],
    ['tracker_signals', 1],
  ])
  for (const table of tables) {
    const rows = await db.query<{ text: string }>(sql`SELECT t::text AS text FROM ${sql.id(table)} t`)
    const all = rows.map(({ text }) => text).join('\n')
    expect(all, table).not.toContain('CANARY@home.example')
    if (!['source_answers', 'idempotency_keys', 'jobs', 'exports'].includes(table))
      expect(all).toContain('canary-12')
  }
  // Files made of what was forgotten go, others stay; keys that were used stay used.
  expect(removed).toEqual(['a'.repeat(64), 'c'.repeat(64)])
  const keys = await db.query<{ key: string; kept: boolean }>(sql`
    SELECT key, body <> '' AS kept FROM idempotency_keys ORDER BY key`)
  expect(keys.map(({ key, kept }) => [key, kept])).toEqual([
    ['about', false],
    ['about in the clear', false],
    ['other', true],
  ])
  for (const store of stores) expect(await store.forget(canary)).toBe(0)
})
