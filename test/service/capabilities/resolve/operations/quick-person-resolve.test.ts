import { beforeAll, describe, expect, test } from 'vitest'
import { milli } from '../../../../../src/lib/credits.ts'
import { verifies } from '../../../../conformance/verifies.ts'
import { personRecord } from '../../../../../src/corpus/records/index.ts'
import { openResolveTest, type ResolveTest } from '../../../../worlds/resolve.ts'
import { quickPersonResolve } from '../../../../../src/capabilities/resolve/operations/quick-person-resolve.ts'

let resolve: ResolveTest
beforeAll(async () => {
  resolve = await openResolveTest()
})

const ask = (people: unknown) => resolve.ask('POST /v1/person-resolve', { people })

describe('200', () => {
  test('answers each item in order, by every kind of identifier', async () => {
    verifies('op.quick-person-resolve', 'quick-person-resolve.aligned', 'quick-person-resolve.identifiers')
    const people = [
      { identifier: 'pnetSlug', value: 'wei-chen' },
      { identifier: 'pnetUserId', value: '501' },
      { identifier: 'pnetSlug', value: 'nobody' },
      { identifier: 'pnetUrl', value: 'www.pnet.example/in/grace-muller' },
      // Files of vendors name pages there, and are asked about without any setting.
      { identifier: 'pnetUrl', value: 'https://de.linkedin.com/in/grace-muller/' },
      { identifier: 'entityUrn', value: 'urn:pnet:profile:ACoAAEntityOfAda' },
      { identifier: 'pnetSlug', value: 'ada-l-17' },
    ]
    const { body } = await ask(people)
    const { data } = body.output
    expect(data.map(({ identifier, value }: Item) => ({ identifier, value }))).toEqual(people)
    expect(data.map((item: Item) => item.person?.primary_slug ?? null)).toEqual([
      'wei-chen',
      'ada-lindqvist',
      null,
      'grace-muller',
      'grace-muller',
      'ada-lindqvist',
      'ada-lindqvist',
    ])
    for (const item of data as Item[]) expect(item.found).toBe(item.person !== null)
    expect(personRecord.parse(data[0].person)).toEqual(data[0].person)
  })

  test('charges 1 for each resolved item, a repeated one again, and nothing for the others', async () => {
    verifies('quick-person-resolve.price', 'price.quick-resolve')
    const ada = { identifier: 'pnetSlug', value: 'ada-lindqvist' }
    const nobody = { identifier: 'pnetSlug', value: 'nobody' }
    expect((await ask([ada, nobody, ada])).body.chargeInfo).toMatchObject({ creditsCharged: 1 })
    expect((await ask([nobody])).body.chargeInfo.method).toBe('free')
  })

  test('an item that cannot be an identifier is not found, with a warning at its path', async () => {
    const { status, body } = await ask([
      { identifier: 'pnetSlug', value: 'wei-chen' },
      { identifier: 'pnetUrl', value: 'https://elsewhere.example/in/wei-chen' },
      { identifier: 'pnetSlug', value: '' },
    ])
    expect(status).toBe(200)
    expect(body.output.data.map((item: Item) => item.found)).toEqual([true, false, false])
    expect(body.warnings).toMatchObject([{ field: 'people[1].value' }])
  })

  test('takes 100 items at once', async () => {
    const people = Array.from({ length: 100 }, (_, index) => ({
      identifier: 'pnetSlug',
      value: index % 2 === 0 ? 'wei-chen' : `nobody-${index}`,
    }))
    const { body } = await ask(people)
    expect(body.output.data.filter((item: Item) => item.found)).toHaveLength(50)
    expect(body.chargeInfo.creditsCharged).toBe(1)
  })

  test('may be asked 120 times a minute', () => {
    verifies('limit.quick-resolves')
    expect(quickPersonResolve.limit).toEqual({ max: 120, windowSeconds: 60 })
  })
})

test.each<[unknown, string]>([
  [[], 'people'],
  [Array.from({ length: 101 }, () => ({ identifier: 'pnetSlug', value: 'x' })), 'people'],
  [undefined, 'people'],
  [[{ identifier: 'email', value: 'x' }], 'people[0].identifier'],
  [[{ identifier: 'pnetSlug' }], 'people[0].value'],
])('400 for %j at %s', async (people, path) => {
  verifies('quick-person-resolve.identifiers')
  const answer = await ask(people)
  expect(answer.status).toBe(400)
  expect(answer.body.issues[0].path).toBe(path)
})

test('402 unless the balance covers every item, and nothing is charged', async () => {
  const poor = await resolve.service.org(1)
  const people = ['wei-chen', 'ada-lindqvist'].map((value) => ({ identifier: 'pnetSlug', value }))
  const send = (items: object[]) =>
    resolve.service.send('POST /v1/person-resolve', { key: poor.rawKey, body: { people: items } })
  expect((await send(people)).status).toBe(402)
  expect((await send(people.slice(1))).body.chargeInfo).toMatchObject({ creditsCharged: 1 })
})

test('402 when the credit goes between one look-up and the next, and nothing is charged', async () => {
  const org = await resolve.service.org(1_000)
  const { organizationId, subscriptionId } = org
  const people = [{ identifier: 'pnetSlug', value: 'wei-chen' }]
  const send = () => resolve.service.send('POST /v1/person-resolve', { key: org.rawKey, body: { people } })
  expect((await send()).body.chargeInfo).toMatchObject({ creditsCharged: 1 })
  expect((await send()).headers.get('x-credits-remaining')).toBe('998')
  const { ledger } = resolve.service.almanac
  await ledger.revoke({ organizationId, subscriptionId, amount: milli(998_000), requestId: 'act_1' })
  const refused = await send()
  expect(refused.status).toBe(402)
  expect(refused.body).toMatchObject({ code: 'out_of_credits', outOfCreditsAlert: { availableCredits: 0 } })
  expect(refused.body).not.toHaveProperty('output')
  expect(await ledger.reconcile(organizationId)).toEqual([])
})

interface Item {
  identifier: string
  value: string
  found: boolean
  person: { primary_slug: string } | null
}
