import { beforeAll, expect, test } from 'vitest'
import { verifies } from '../../../../test/conformance/verifies.ts'
import { openResolveTest, type ResolveTest } from '../../../../test/worlds/resolve.ts'

let resolve: ResolveTest
beforeAll(async () => {
  resolve = await openResolveTest()
}, 60_000)

const ask = (body: object) => resolve.ask('POST /v1/microblog-handle-to-pnet/single', body)

test.each(['@adal', 'AdaL', 'https://micro.example/AdaL?s=20'])(
  '200: %s is a person, for 2 credits',
  async (handle) => {
    verifies('op.microblog-handle-to-pnet-single', 'microblog-handle.shape', 'family.microblog')
    const { body } = await ask({ handle })
    expect(body.output).toEqual({
      found: true,
      handle: 'adal',
      type: 'person',
      pnetUrl: 'https://www.pnet.example/in/ada-lindqvist',
      name: 'Ada Lindqvist',
      confidence: 0.95,
      evidence: ['handle: the same'],
    })
    expect(body.chargeInfo).toMatchObject({ creditsCharged: 2 })
  },
)

test('200: a company has accounts, too', async () => {
  const { output } = (await ask({ handle: 'globex' })).body
  expect(output).toMatchObject({ type: 'company', pnetUrl: 'https://www.pnet.example/company/globex' })
})

test('200: an unknown handle, and one too unsure, is free', async () => {
  for (const body of [{ handle: 'nobody' }, { handle: 'adal', minConfidence: 0.99 }, { handle: 'ada-l' }]) {
    const answer = (await ask(body)).body
    expect(answer.output).toMatchObject({ found: false, pnetUrl: null })
    expect(answer.chargeInfo.method).toBe('free')
  }
})

test.each([{}, { handle: '' }, { handle: 'two words' }])('400 for %j', async (body) => {
  const answer = await ask(body)
  expect(answer.status).toBe(400)
  expect(answer.body.issues[0].path).toBe('handle')
})
