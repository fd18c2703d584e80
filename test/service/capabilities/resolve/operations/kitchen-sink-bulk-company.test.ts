import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { companyRecord } from '../../../../../src/corpus/records/index.ts'
import { openResolveTest, type ResolveTest } from '../../../../worlds/resolve.ts'
import { kitchenSinkBulkCompany } from '../../../../../src/capabilities/resolve/operations/kitchen-sink-bulk-company.ts'

let resolve: ResolveTest
beforeAll(async () => {
  resolve = await openResolveTest()
})

const route = 'POST /v1/kitchen-sink/bulk/company'
const ask = (companies: unknown, more: object = {}) => resolve.ask(route, { companies, ...more })
const domain = (value: string) => ({ companyDomain: { value } })
const slugs = (data: { pnet_primary_slug: string }[][]) =>
  data.map((found) => found.map((one) => one.pnet_primary_slug))

describe('200', () => {
  test('answers each item in order, as the single look-up does', async () => {
    verifies('op.kitchen-sink-bulk-company', 'bulk-lookup.aligned')
    const items = [
      domain('acme.example'),
      domain('nobody.example'),
      { companyName: { value: 'Globex' } },
      { ...domain('joint.example'), numCompanies: 2 },
      { companyIdentifier: { identifier: 'pnetOrgId', value: '1002' } },
      domain('acme.example'),
    ]
    const { body } = await ask(items)
    expect(slugs(body.output.data)).toEqual([
      ['acme-robotics'],
      [],
      ['globex'],
      ['globex', 'globex-labs'],
      ['acme-robotics-de'],
      ['acme-robotics'],
    ])
    expect(companyRecord.parse(body.output.data[0][0])).toEqual(body.output.data[0][0])
    for (const [index, item] of items.entries()) {
      const alone = (await resolve.ask('POST /v1/kitchen-sink/company', item)).body.output
      expect(body.output.data[index]).toEqual(alone.data)
      expect(body.output.matches[index]).toEqual(alone.matches)
    }
  })

  test('charges 2 for each item with a match, and nothing for the others', async () => {
    verifies('bulk-lookup.price')
    const { body } = await ask([
      domain('acme.example'),
      domain('nobody.example'),
      { ...domain('joint.example'), numCompanies: 9 },
    ])
    expect(body.chargeInfo).toMatchObject({ creditsCharged: 4 })
    expect((await ask([{}, domain('nobody.example')])).body.chargeInfo.method).toBe('free')
  })

  test('one company in several spellings is charged once', async () => {
    const { body } = await ask([
      domain('acme.example'),
      domain('https://www.acme.example/'),
      { companyIdentifier: { identifier: 'pnetSlug', value: 'acme-robotics' } },
      domain('acme.example'),
    ])
    expect(new Set(slugs(body.output.data).flat())).toEqual(new Set(['acme-robotics']))
    expect(body.chargeInfo).toMatchObject({ creditsCharged: 2 })
  })

  test('shared members hold for every item', async () => {
    const typo = { companyName: { value: 'Globx' } }
    expect(slugs((await ask([typo])).body.output.data)).toEqual([[]])
    expect(slugs((await ask([typo], { fuzzySearch: true })).body.output.data)).toEqual([['globex']])
    expect(slugs((await ask([typo], { fuzzySearch: true, minConfidence: 0.8 })).body.output.data)).toEqual([
      [],
    ])
  })

  test('an identifier that is none is told at its index, and the other items are answered', async () => {
    const { body } = await ask([domain('nodots'), domain('acme.example')])
    expect(slugs(body.output.data)).toEqual([[], ['acme-robotics']])
    expect(body.warnings).toEqual([
      {
        field: 'companies[0].companyDomain.value',
        message: expect.stringContaining('The item was not found.'),
      },
    ])
    expect(body.chargeInfo).toMatchObject({ creditsCharged: 2 })
  })

  test('may be asked 30 times a minute', () => {
    expect(kitchenSinkBulkCompany.limit).toEqual({ max: 30, windowSeconds: 60 })
  })
})

test.each<[unknown, string]>([
  [[], 'companies'],
  [Array.from({ length: 51 }, () => domain('acme.example')), 'companies'],
  [[{ numCompanies: 0 }], 'companies[0].numCompanies'],
])('400 for %j at %s', async (companies, path) => {
  verifies('bulk-lookup.bounds')
  const answer = await ask(companies)
  expect(answer.status).toBe(400)
  expect(answer.body.issues[0].path).toBe(path)
})

test('402 unless the balance covers every item', async () => {
  const poor = await resolve.service.org(2)
  const send = (companies: object[]) => resolve.service.send(route, { key: poor.rawKey, body: { companies } })
  expect((await send([domain('acme.example'), domain('globex.example')])).status).toBe(402)
  expect((await send([domain('acme.example')])).status).toBe(200)
})
