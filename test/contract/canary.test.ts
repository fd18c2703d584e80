import { beforeAll, expect, test } from 'vitest'
import { sql } from '../../src/store/postgres/index.ts'
import type { TestAlmanac } from '../support/harness.ts'
import { sampleWorld } from '../worlds/sample.ts'

let service: TestAlmanac
beforeAll(async () => {
  service = await sampleWorld()
})

/** Every row of every table as text, byte columns also as the text they may be. */
async function dump(): Promise<string> {
  const tables = await service.db.query<{ schema: string; name: string }>(sql`
    SELECT schemaname AS schema, tablename AS name FROM pg_tables
    WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`)
  expect(tables.length).toBeGreaterThan(20)
  const texts: string[] = []
  for (const { schema, name } of tables) {
    const rows = await service.db.query<{ text: string }>(
      sql`SELECT t::text AS text FROM ${sql.id(schema, name)} t`,
    )
    for (const { text } of rows) {
      texts.push(text)
      for (const [, hex = ''] of text.matchAll(/\\\\?x([0-9a-f]{8,})/g))
        texts.push(Buffer.from(hex, 'hex').toString('latin1'))
    }
  }
  return texts.join('\n')
}

test('no key and no code is in a table or a later answer', async () => {
  const said: string[] = []
  const send = async (route: string, key: string | undefined, body: object, headers = {}) => {
    const answer = await service.send(route, { ...(key === undefined ? {} : { key }), body, headers })
    said.push(answer.text)
    return answer
  }
  const email = 'canary@acme.example'
  await send('POST /v1/account/send-otp', undefined, { email })
  const otp = /code is (\d{6})/.exec((await service.mailTo(email)).join())?.[1] ?? ''
  const first = await service.send('POST /v1/account/verify-otp', { body: { email, otp } })
  const live: string = first.body.output.apiKey.key
  const idempotent = { 'idempotency-key': 'canary' }
  const made = await service.send('POST /v1/api-keys/create-sandbox', {
    key: live,
    body: {},
    headers: idempotent,
  })
  const sandbox: string = made.body.output.key
  const { organizationId } = first.body.output
  const rotated = await service.almanac.keys.rotateKey(organizationId, first.body.output.apiKey.id, {
    overlapMs: 60_000,
  })
  const keys = [live, sandbox, rotated?.rawKey ?? '']
  for (const key of keys) {
    await send('POST /v1/api-keys', key, { includeRevoked: true, note: key, [`x${key}`]: 1 })
    await send('POST /v1/api-keys/usage/reset', key, { keyId: key })
    await send('POST /v1/company-search', key, {
      apiKey: key,
      searchParams: { keywords: key },
      pageSize: 'x',
    })
    await send('POST /v1/api-requests', key, { pageSize: 500 })
  }
  await service.almanac.requests.flush()
  const stored = await dump()
  expect(stored).toContain('key.rotated')
  for (const key of keys) {
    // The prefix may be shown; what follows it may not.
    expect(stored).not.toContain(key.slice(13))
  }
  const codes = await service.db.query<{ text: string }>(sql`SELECT c::text AS text FROM sign_up_codes c`)
  for (const { text } of codes) expect(text).not.toMatch(new RegExp(`\\b${otp}\\b`))
  // A warning names the unknown member as it was sent; everything else that was answered is clean.
  for (const text of said) {
    const { warnings: _named, ...answer } = JSON.parse(text) as Record<string, unknown>
    for (const key of keys) expect(JSON.stringify(answer)).not.toContain(key.slice(13))
  }
})
