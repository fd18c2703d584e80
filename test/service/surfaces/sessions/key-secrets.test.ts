import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { milli } from '../../../../src/lib/credits.ts'
import { aBrowser } from '../../../support/browser.ts'
import type { TestAlmanac } from '../../../support/harness.ts'
import { peopleWorld } from '../../../worlds/people.ts'

let service: TestAlmanac
beforeAll(async () => {
  service = (await peopleWorld()).service
})
// Sign-ins of one address are limited to some a minute.
beforeEach(() => service.clock.advance(61_000))

const current = 'POST /v1/api-keys/current'
const rotate = 'POST /v1/api-keys/rotate'
const create = 'POST /v1/api-keys/create'

describe('a rotation', () => {
  test.each([0, 60])('with %i minutes of overlap ends the sessions of the key', async (overlapMinutes) => {
    const { rawKey } = await service.org()
    const thief = aBrowser(service)
    await thief.signIn({ apiKey: rawKey })
    expect((await thief.send(current)).status).toBe(200)
    const { body } = await service.send(rotate, { key: rawKey, body: { overlapMinutes } })
    expect((await thief.send(current)).status).toBe(401)
    const again = await aBrowser(service).signIn({ apiKey: rawKey })
    expect(again.status).toBe(overlapMinutes === 0 ? 401 : 403)
    expect((await aBrowser(service).signIn({ apiKey: body.output.key })).status).toBe(200)
  })

  test('leaves the secret before nothing that throws the holder out or lasts', async () => {
    const { rawKey: old, caller } = await service.org()
    const { key } = (await service.send(rotate, { key: old, body: {} })).body.output
    const ask = async (route: string, body: object = {}) =>
      (await service.send(route, { key: old, body })).status
    expect(await ask(current)).toBe(200)
    for (const [route, body] of [
      [rotate, {}],
      [create, { name: 'another' }],
      ['POST /v1/api-keys/create-sandbox', {}],
      ['POST /v1/api-keys/update', { name: 'other' }],
      ['POST /v1/api-keys/limit', { operation: 'set', credits: 1 }],
      ['POST /v1/api-keys/revoke', { keyId: caller.keyId }],
      ['POST /v1/organization/invitations', { email: 'thief@acme.example', role: 'admin' }],
    ] as const)
      expect([route, await ask(route, body)]).toEqual([route, 403])
    expect((await service.send(current, { key })).status).toBe(200)
    expect((await service.send(rotate, { key, body: {} })).status).toBe(200)
  })
})

test('a session of a key that expired stays ended when the expiration is put off', async () => {
  const { rawKey, organizationId, caller } = await service.org()
  const { keys } = service.almanac
  const expires = (expiresAt: Date | null) => keys.setExpiration(organizationId, caller.keyId, expiresAt)
  const browser = aBrowser(service)
  await browser.signIn({ apiKey: rawKey })
  await expires(new Date(service.clock.now() + 1_000))
  expect((await browser.send(current)).status).toBe(200)
  service.clock.advance(1_000)
  await expires(new Date(service.clock.now() + 3_600_000))
  expect((await browser.send(current)).status).toBe(401)
  expect((await service.send(current, { key: rawKey })).status).toBe(200)
})

test('a session that an API key was exchanged for is shown no secret of a key', async () => {
  const { rawKey } = await service.org()
  const browser = aBrowser(service)
  await browser.signIn({ apiKey: rawKey })
  for (const mode of ['live', 'test']) {
    await browser.send('PUT /console/session/mode', { body: { mode } })
    const asked = await Promise.all(
      [rotate, create, 'POST /v1/api-keys/create-sandbox'].map((route) =>
        browser.send(route, { body: route === create ? { name: 'one' } : {} }),
      ),
    )
    expect(asked.map(({ status }) => status)).toEqual([403, 403, 403])
  }
})

test('an Idempotency-Key repeats a secret only to the key that it was shown to', async () => {
  const { rawKey, organizationId } = await service.org()
  const { rawKey: narrow } = await service.almanac.keys.createKey({
    organizationId,
    name: 'narrow',
    maxCredits: milli(1_000),
  })
  const headers = { 'idempotency-key': 'order-1' }
  const settings = { name: 'one', maxCredits: 500 }
  const ask = (key: string) => service.send(create, { key, headers, body: settings })
  const first = await ask(rawKey)
  expect(first.status).toBe(200)
  const other = await ask(narrow)
  expect(other.status).toBe(422)
  expect(other.text).not.toContain(first.body.output.key)
  const again = await ask(rawKey)
  expect(again.body.output.key).toBe(first.body.output.key)
})

test('a request with an API key is none of the operator, whatever cookie comes with it', async () => {
  const { rawKey } = await service.org()
  const operator = aBrowser(service)
  const code = await service.almanac.sessions.makeCode({ organizationId: null, account: 'root' })
  await operator.send('POST /console/operator-session', { body: { code } })
  const route = 'GET /operator/v1/organizations'
  expect((await operator.send(route)).status).toBe(200)
  expect((await operator.send(route, { headers: { 'x-api-key': rawKey } })).status).toBe(401)
})
