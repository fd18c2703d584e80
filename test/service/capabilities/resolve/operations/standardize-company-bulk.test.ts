import { beforeAll, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { openResolveTest, type ResolveTest } from '../../../../worlds/resolve.ts'

let resolve: ResolveTest
beforeAll(async () => {
  resolve = await openResolveTest()
})

const route = 'POST /v1/standardize/company/bulk'
const ask = (identifiers: unknown) => resolve.ask(route, { identifiers })

test('200: known and unknown companies in order; 1 credit for each known one, however it is named', async () => {
  verifies('op.standardize-company-bulk', 'standardize-company.bulk')
  const identifiers = [
    'globex.example',
    'nobody.example',
    'acme-robots',
    'Nowhere Ltd',
    'Globex',
    'globex.example',
  ]
  const { body } = await ask(identifiers)
  expect(body.output.companiesFound.map((found: { identifier: string }) => found.identifier)).toEqual([
    'globex.example',
    'acme-robots',
    'Globex',
    'globex.example',
  ])
  expect(body.output.companiesFound[0]).toMatchObject({
    name: 'Globex',
    websiteUrl: 'https://globex.example',
  })
  expect(body.output.companiesNotFound).toEqual(['nobody.example', 'Nowhere Ltd'])
  expect(body.chargeInfo).toMatchObject({ creditsCharged: 2 })
  expect((await ask(['nobody.example'])).body.chargeInfo.method).toBe('free')
})

test.each<[unknown, string]>([
  [[], 'identifiers'],
  [Array.from({ length: 101 }, () => 'globex'), 'identifiers'],
  [[''], 'identifiers[0]'],
  [[7], 'identifiers[0]'],
])('400 for %j at %s', async (identifiers, path) => {
  const answer = await ask(identifiers)
  expect(answer.status).toBe(400)
  expect(answer.body.issues[0].path).toBe(path)
})

test('402 unless the balance covers every item', async () => {
  const poor = await resolve.service.org(1)
  const answer = await resolve.service.send(route, {
    key: poor.rawKey,
    body: { identifiers: ['globex.example', 'acme.example'] },
  })
  expect(answer.status).toBe(402)
})
