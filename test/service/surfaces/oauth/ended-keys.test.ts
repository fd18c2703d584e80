import { beforeAll, expect, test } from 'vitest'
import { agentSignIns } from '../../../support/surfaces/agent-sign-in.ts'
import { pkce } from '../../../support/surfaces/sign-in.ts'
import type { TestAlmanac } from '../../../support/harness.ts'
import { signInsWorld } from '../../../worlds/sign-ins.ts'

let service: TestAlmanac
beforeAll(async () => {
  service = await signInsWorld()
})

const { aClient, authorizeUrl, allow, exchange, refresh, signedIn, reaches } = agentSignIns(() => service)

test.each([0, 60])(
  'a token ends with a rotation of its key, %i minutes of overlap or not',
  async (minutes) => {
    const org = await service.org()
    const { clientId, code, verifier, tokens } = await signedIn(org)
    const waiting = await aClient()
    const { verifier: later, challenge } = pkce()
    const unused = (await allow(authorizeUrl(waiting, challenge), org.rawKey)).get('code') ?? ''
    expect((await reaches(tokens.access_token)).status).toBe(200)
    const overlapMs = minutes * 60_000
    const { keyId } = org.caller
    const rotated = await service.almanac.keys.rotateKey(org.organizationId, keyId, { overlapMs })
    expect((await reaches(tokens.access_token)).status).toBe(401)
    for (const { error } of [
      await refresh(clientId, tokens.refresh_token),
      await exchange(clientId, code, verifier),
      await exchange(waiting, unused, later),
    ])
      expect(error).toBe('invalid_grant')
    const anew = await signedIn({ ...org, rawKey: rotated?.rawKey ?? '' })
    expect((await reaches(anew.tokens.access_token)).status).toBe(200)
  },
)

test('a token stays ended when its key had expired and may work again', async () => {
  const org = await service.org()
  const { clientId, tokens } = await signedIn(org)
  const { keys } = service.almanac
  const expires = (expiresAt: Date | null) =>
    keys.setExpiration(org.organizationId, org.caller.keyId, expiresAt)
  await expires(new Date(service.clock.now() + 1_000))
  expect((await reaches(tokens.access_token)).status).toBe(200)
  service.clock.advance(1_000)
  expect((await reaches(tokens.access_token)).status).toBe(401)
  await expires(null)
  expect((await reaches(tokens.access_token)).status).toBe(401)
  expect((await refresh(clientId, tokens.refresh_token)).error).toBe('invalid_grant')
})
