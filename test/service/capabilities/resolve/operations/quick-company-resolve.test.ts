import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { openResolveTest, type ResolveTest } from '../../../../worlds/resolve.ts'
import { quickCompanyResolve } from '../../../../../src/capabilities/resolve/operations/quick-company-resolve.ts'

let resolve: ResolveTest
beforeAll(async () => {
  resolve = await openResolveTest()
})

const ask = (companies: unknown) => resolve.ask('POST /v1/company-resolve', { companies })

describe('200', () => {
  test('answers each item in order, by every kind of identifier', async () => {
    verifies('op.quick-company-resolve', 'quick-company-resolve.aligned', 'quick-company-resolve.identifiers')
    const companies = [
      { identifier: 'domain', value: 'https://www.acme.example/' },
      { identifier: 'pnetOrgId', value: '9999' },
      { identifier: 'pnetOrgID', value: '1002' },
      { identifier: 'pnetSlug', value: 'acme-robots' },
      { identifier: 'pnetUrl', value: 'pnet.example/school/state-university' },
      { identifier: 'domain', value: 'labs.globex.example' },
    ]
    const { data } = (await ask(companies)).body.output
    expect(data.map(({ identifier, value }: Item) => ({ identifier, value }))).toEqual(companies)
    expect(data.map((item: Item) => item.company?.li_org_id ?? null)).toEqual([
      '1001',
      null,
      '1002',
      '1001',
      '2001',
      '1003',
    ])
    for (const item of data as Item[]) expect(item.found).toBe(item.company !== null)
  })

  test('a domain of several companies is the most prominent one', async () => {
    const { data } = (await ask([{ identifier: 'domain', value: 'joint.example' }])).body.output
    expect(data[0].company.preferred_name).toBe('Globex')
  })

  test('charges 1 for each resolved item and nothing for the others', async () => {
    verifies('quick-company-resolve.price', 'price.quick-resolve')
    const acme = { identifier: 'domain', value: 'acme.example' }
    const nobody = { identifier: 'domain', value: 'nobody.example' }
    expect((await ask([acme, nobody, acme])).body.chargeInfo).toMatchObject({ creditsCharged: 1 })
    expect((await ask([nobody])).body.chargeInfo.method).toBe('free')
  })

  test('an item that cannot be an identifier is not found, with a warning at its path', async () => {
    const { body } = await ask([
      { identifier: 'domain', value: 'no domain' },
      { identifier: 'pnetOrgId', value: 'abc' },
    ])
    expect(body.output.data.map((item: Item) => item.found)).toEqual([false, false])
    expect(body.warnings.map((warning: { field: string }) => warning.field)).toEqual([
      'companies[0].value',
      'companies[1].value',
    ])
  })

  test('may be asked 120 times a minute', () => {
    verifies('limit.quick-resolves')
    expect(quickCompanyResolve.limit).toEqual({ max: 120, windowSeconds: 60 })
  })
})

test.each<[unknown, string]>([
  [[], 'companies'],
  [Array.from({ length: 101 }, () => ({ identifier: 'domain', value: 'x.example' })), 'companies'],
  [[{ identifier: 'name', value: 'x' }], 'companies[0].identifier'],
])('400 for %j at %s', async (companies, path) => {
  verifies('quick-company-resolve.identifiers')
  const answer = await ask(companies)
  expect(answer.status).toBe(400)
  expect(answer.body.issues[0].path).toBe(path)
})

interface Item {
  identifier: string
  value: string
  found: boolean
  company: { li_org_id: string; preferred_name: string } | null
}
