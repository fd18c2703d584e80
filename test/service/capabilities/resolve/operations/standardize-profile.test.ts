import { beforeAll, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { openResolveTest, type ResolveTest } from '../../../../worlds/resolve.ts'

let resolve: ResolveTest
beforeAll(async () => {
  resolve = await openResolveTest()
})

const ask = (body: object) => resolve.ask('POST /v1/standardize/profile/single', body)

test.each([
  'https://se.pnet.example/in/Ada-Lindqvist/?locale=sv',
  'pnet.example/in/ada-l-17',
  'ada-l-17',
  ' ada-lindqvist ',
  '501',
  'ACoAAEntityOfAda',
  'urn:pnet:profile:ACoAAEntityOfAda',
])('200: %s is answered in standard form for 1 credit', async (identifier) => {
  verifies('op.standardize-profile', 'standardize-profile.shape', 'client.standardize.members')
  const { body } = await ask({ identifier })
  expect(body.output).toEqual({
    identifier,
    found: true,
    pnetUrl: 'https://www.pnet.example/in/ada-lindqvist',
    pnetSlug: 'ada-lindqvist',
    userId: '501',
    name: 'Ada Lindqvist',
    fullName: 'Ada Lindqvist',
    confidence: 0.99,
    evidence: ['profileIdentifier: the same'],
  })
  expect(body.chargeInfo).toMatchObject({ creditsCharged: 1 })
})

test('200: an unknown profile is answered with the address it would have, free', async () => {
  const { body } = await ask({ identifier: 'www.pnet.example/in/Some-Body/details' })
  expect(body.output).toMatchObject({
    found: false,
    pnetUrl: 'https://www.pnet.example/in/some-body',
    pnetSlug: 'some-body',
  })
  expect(body.chargeInfo.method).toBe('free')
  expect((await ask({ identifier: '999999' })).body.output).toMatchObject({ found: false, pnetUrl: null })
})

test.each([
  '',
  '   ',
  'https://elsewhere.example/in/ada',
  'pnet.example/company/acme-robotics',
  'Ada Lindqvist',
])('400 for %j', async (identifier) => {
  const answer = await ask({ identifier })
  expect(answer.status).toBe(400)
  expect(answer.body.issues[0].path).toBe('identifier')
})
