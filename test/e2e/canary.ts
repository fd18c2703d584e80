import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isLong } from '../support/long.ts'
import type { Beside } from './beside.ts'
import { ask } from './running-server.ts'

let beside: Beside

/** What was answered, but for the one answer that shows a key. */
const answered: string[] = []

const search = 'POST /v1/company-search'
const keyword = (key: string) => ({ keywords: { containsAny: [key] } })

async function send(route: string, options: Parameters<typeof ask>[2] = {}) {
  const answer = await ask(beside.server.url, route, options)
  answered.push(answer.text + JSON.stringify([...answer.headers]))
  return answer
}

async function codeFor(email: string): Promise<string> {
  const folder = join(beside.dataDir, 'outbox')
  for (const name of await readdir(folder)) {
    const text = await readFile(join(folder, name), 'utf8')
    if (text.includes(`To: ${email}`)) return /code is (\d{6})/.exec(text)?.[1] ?? ''
  }
  return ''
}

interface Newcomer {
  code: string
  key: string
  keyId: string
  organizationId: string
}

/** Signs up, after a request that is refused with the code in it: five requests a minute are what an address has. */
async function signUp(email: string): Promise<Newcomer> {
  expect((await send('POST /v1/account/send-otp', { body: { email } })).status).toBe(200)
  const code = await codeFor(email)
  expect(code).toMatch(/^\d{6}$/)
  const route = 'POST /v1/account/verify-otp'
  await send(route, { body: { email, otp: code, maxCredits: -1, keyName: [code], note: code } })
  const { status, body } = await ask(beside.server.url, route, { body: { email, otp: code } })
  expect(status).toBe(200)
  const { apiKey, organizationId } = body.output
  return { code, key: apiKey.key, keyId: apiKey.id, organizationId }
}

/** A key in every place of a request where one belongs or slips in. */
async function carryAround(key: string): Promise<void> {
  const searchParams = keyword(key)
  await send('POST /v1/api-keys', { headers: { authorization: `Bearer ${key}` }, body: { note: key } })
  await send(`GET /v1/get-org-credits?apiKey=${key}&note=${key}`)
  await send(search, { body: { apiKey: key, searchParams, pageSize: 2 } })
  const idempotent = { 'idempotency-key': key, 'x-request-id': key }
  for (let i = 0; i < 2; i++) {
    const { status, headers } = await send(search, { key, body: { searchParams }, headers: idempotent })
    expect([status, headers.get('idempotent-replayed')]).toEqual([200, i === 0 ? null : 'true'])
  }
  await send('POST /v1/api-keys/usage/reset', { key, body: { keyId: key } })
  await send('POST /v1/api-requests', { key, body: { pageSize: 100 } })
}

/** And in requests that are refused. */
async function carryInVain(key: string): Promise<void> {
  await send(search, { key, body: { searchParams: { nameLike: [key], domains: [key] }, pageSize: key } })
  await send(search, { key: `${key}x`, body: { searchParams: keyword(key) } })
  await send(`GET /v1/${key}`, { key })
  await fetch(`${beside.server.url}/v1/company-search`, { method: 'POST', body: `{"apiKey":"${key}"` })
    .then((answer) => answer.text())
    .then((text) => answered.push(text))
}

/** Every file below a folder with its bytes as text, one character a byte. */
async function* filesOf(folder: string): AsyncGenerator<{ path: string; text: string }> {
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    yield { path: file.slice(folder.length + 1), text: (await readFile(file)).toString('latin1') }
  }
}

/** The secret part of a key in pieces, since compression may break a whole one. */
const piecesOf = (key: string) => [key.slice(13, 24), key.slice(24, 35), key.slice(35)]

/** Has keys and codes go everywhere; `describeLeavings` looks where they stayed when the server has ended. */
export function describeCanary(given: () => Beside): void {
  describe('keys and codes', () => {
    test('are carried through answers, errors and commands of a real service', async () => {
      beside = given()
      await carryEverywhere(beside)
    })
  })
}

export function describeLeavings(): void {
  describe('keys and codes', () => {
    test('none is at rest, in the log or in a later answer of the service that ended', () =>
      lookEverywhere(beside))
  })
}

const newcomers: Newcomer[] = []
const keys: string[] = []
let audit: string

async function carryEverywhere({ server, commands }: Beside): Promise<void> {
  const emails = ['canary1@acme.example', 'canary2@acme.example']
  for (const email of emails) newcomers.push(await signUp(email))
  const [first] = newcomers as [Newcomer]
  const json = async (...line: string[]) => {
    const { code, stdout } = await commands.run(...line, '--json')
    expect(code).toBe(0)
    return JSON.parse(stdout) as { key: string }
  }
  const sandbox = await ask(server.url, 'POST /v1/api-keys/create-sandbox', {
    key: first.key,
    body: { name: 'canary name' },
    headers: { 'idempotency-key': 'canary' },
  })
  keys.push(
    ...newcomers.map(({ key }) => key),
    sandbox.body.output.key as string,
    (await json('key', 'create', first.organizationId, '--name', 'canary by command')).key,
    (await json('key', 'rotate', first.keyId)).key,
    server.key ?? '',
  )
  for (const key of keys) {
    expect(key).toMatch(/^alm_(live|test)_\w{36}$/)
    // The first request of a sandbox that is served makes its data, which takes longer than all else here.
    if (isLong || key.startsWith('alm_live_')) await carryAround(key)
    await carryInVain(key)
  }
  audit = (await commands.run('audit', 'list', first.organizationId)).stdout
  expect(audit).toContain('key.rotated')
}

async function lookEverywhere({ dataDir, server }: Beside): Promise<void> {
  const [first] = newcomers as [Newcomer]
  const places = [
    { path: 'answers', text: answered.join('\n') },
    { path: 'log', text: server.stderr() },
    { path: 'audit list', text: audit },
    // The first key is printed once, here.
    { path: 'standard output', text: server.stdout().replace(/^API key \(shown once\): .*$/m, '') },
  ]
  const found: string[] = []
  const seen = { prefix: false, engine: false, mail: 0, code: new Map<string, number>() }
  const look = ({ path, text }: { path: string; text: string }) => {
    for (const [index, key] of keys.entries()) {
      if (piecesOf(key).some((piece) => piece !== '' && text.includes(piece)))
        found.push(`key ${index}: ${path}`)
    }
    const codes = newcomers.filter(({ code }) => new RegExp(`(?<!\\d)${code}(?!\\d)`).test(text)).length
    if (path.startsWith('outbox')) seen.mail += codes
    // Any six digits may be in some file by chance, those of everybody only when they are written there.
    else if (codes === newcomers.length) found.push(`codes: ${path}`)
    seen.prefix ||= path.startsWith('postgres') && text.includes(first.key.slice(0, 13))
    seen.engine ||= path.startsWith('corpus') && text.length > 0
  }
  for (const place of places) look(place)
  for await (const file of filesOf(dataDir)) look(file)
  expect(found).toEqual([])
  // It looked where they would be: what may be shown of a key is in Postgres' files, each code in its mail.
  expect(seen).toMatchObject({ prefix: true, engine: true, mail: newcomers.length })
}
