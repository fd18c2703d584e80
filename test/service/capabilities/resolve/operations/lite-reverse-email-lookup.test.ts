import { beforeAll, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { openResolveTest, type ResolveTest } from '../../../../worlds/resolve.ts'
import { liteReverseEmailLookup } from '../../../../../src/capabilities/resolve/operations/lite-reverse-email-lookup.ts'

let resolve: ResolveTest
beforeAll(async () => {
  resolve = await openResolveTest()
})

const ask = (body: object) => resolve.ask('POST /v1/email-to-person/single/lite', body)

test('200: ids only, for 1 credit', async () => {
  verifies('op.lite-reverse-email-lookup', 'reverse-email.lite')
  const { body } = await ask({ email: 'ada.lindqvist@acme.example' })
  expect(body.output.data).toEqual([
    {
      primary_slug: 'ada-lindqvist',
      user_id: '501',
      entity_urn: 'ACoAAEntityOfAda',
      pnetUrl: 'https://www.pnet.example/in/ada-lindqvist',
    },
  ])
  expect(body.output.rejection).toBeNull()
  expect(body.chargeInfo).toMatchObject({ creditsCharged: 1 })
})

test('200: rejected and unknown addresses are free', async () => {
  const rejected = (await ask({ email: 'info@acme.example' })).body
  expect(rejected.output).toMatchObject({ data: [], rejection: { reason: 'role_based_mailbox' } })
  expect(rejected.chargeInfo.method).toBe('free')
  expect((await ask({ email: 'quentin@acme.example' })).body.chargeInfo.method).toBe('free')
})

test('400 for what is no address', async () => {
  const answer = await ask({ email: 'nobody' })
  expect(answer.status).toBe(400)
  expect(answer.body.issues[0].path).toBe('email')
})

test('may be asked 3,500 times a minute', () => {
  expect(liteReverseEmailLookup.limit).toEqual({ max: 3_500, windowSeconds: 60 })
})
