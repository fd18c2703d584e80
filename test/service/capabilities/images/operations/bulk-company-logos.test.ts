import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { aSandboxKey } from '../../../../support/platform.ts'
import type { TestAlmanac } from '../../../../support/harness.ts'
import { picturesWorld } from '../../../../worlds/pictures.ts'

let service: TestAlmanac
beforeAll(async () => {
  service = await picturesWorld()
})

const ask = (key: string, companiesIdentifier: unknown, headers: Record<string, string> = {}) =>
  service.send('POST /v1/company-logos/bulk', { key, body: { companiesIdentifier }, headers })

describe('bulkCompanyLogos 200', () => {
  test('references beside the identifiers come back with their answers', async () => {
    verifies('references.every-list')
    const org = await service.org()
    const domains = ['nobody.example', 'acme.example']
    const asked = { type: 'domains', domains, clientReferenceIds: [null, 'row 2'] }
    const { body } = await ask(org.rawKey, asked)
    expect(body.output.data.data).toMatchObject([
      { domain: 'nobody.example', clientReferenceId: null },
      { domain: 'acme.example', logoUrl: 'https://img.example/acme.png', clientReferenceId: 'row 2' },
    ])
    const refused = await ask(org.rawKey, { ...asked, clientReferenceIds: ['row 1'] })
    expect([refused.status, refused.body.issues[0].path]).toEqual([
      400,
      'companiesIdentifier.clientReferenceIds',
    ])
  })

  test.each([
    ['domains', 'domain', ['acme.example', 'www.acme.example', 'plain.example', 'nobody.example']],
    [
      'pnetUrls',
      'pnetUrl',
      [
        'https://www.pnet.example/company/acme-robotics',
        'pnet.example/company/5001/about',
        'https://pnet.example/company/plain',
        'https://pnet.example/company/nobody',
      ],
    ],
    ['liOrgIds', 'liOrgId', ['5001', '0005001', '5002', '99']],
  ])('answers by %s in the order of the request, charged by logo found', async (type, member, items) => {
    verifies('op.bulk-company-logos', 'logo.bulk', 'client.logo.absent')
    const org = await service.org()
    const { status, body } = await ask(org.rawKey, { type, [type]: items })
    expect(status).toBe(200)
    const logoUrl = 'https://img.example/acme.png'
    expect(body.output).toEqual({
      data: {
        type,
        data: [
          { [member]: items[0], logoUrl, source: 'corpus' },
          { [member]: items[1], logoUrl, source: 'corpus' },
          { [member]: items[2], source: null },
          { [member]: items[3], source: null },
        ],
      },
    })
    expect(body.chargeInfo).toMatchObject({ method: 'charged-now', creditsCharged: 0.33 })
    expect(await service.captured(org)).toBe(330)
  })

  test('takes numbers as organization ids', async () => {
    const { body } = await ask((await service.org()).rawKey, { type: 'liOrgIds', liOrgIds: [5001] })
    expect(body.output.data.data).toEqual([
      { liOrgId: '5001', logoUrl: 'https://img.example/acme.png', source: 'corpus' },
    ])
  })

  test('charges a company that is asked for twice once, and nothing for nothing', async () => {
    const org = await service.org()
    await ask(org.rawKey, { type: 'domains', domains: ['acme.example', 'acme.example'] })
    expect(await service.captured(org)).toBe(330)
    const nothing = await ask(org.rawKey, { type: 'domains', domains: ['plain.example'] })
    expect(nothing.body.chargeInfo.method).toBe('free')
    expect(await service.captured(org)).toBe(330)
  })

  test('warns of items that can be no identifier, and answers the others', async () => {
    const domains = [
      'not a domain',
      'acme.example',
      ...Array.from({ length: 150 }, (_, index) => `no domain ${index}`),
    ]
    const { status, body } = await ask((await service.org()).rawKey, { type: 'domains', domains })
    expect(status).toBe(200)
    expect(body.warnings[0].field).toBe('companiesIdentifier.domains[0]')
    expect(body.warnings).toHaveLength(101)
    expect(body.output.data.data[1].logoUrl).toBe('https://img.example/acme.png')
  })

  test('takes 10,000 at once, of the newest state of each', async () => {
    verifies('logo.bulk')
    const org = await service.org()
    const domains = Array.from({ length: 10_000 }, (_, index) => `company-${index}.example`)
    const before = await ask(org.rawKey, { type: 'domains', domains })
    expect(before.status).toBe(200)
    const found = (body: TestBody) =>
      body.output.data.data.filter((each) => each.logoUrl !== undefined).length
    expect(found(before.body as TestBody)).toBe(300)
    await service.write('companies', [
      { pnet_primary_slug: 'company-7', logo_url: 'https://img.example/new.png', observed_at: '2030-01-01' },
    ])
    const after = await ask(org.rawKey, { type: 'domains', domains })
    expect(after.body.output.data.data[7].logoUrl).toBe('https://img.example/new.png')
    expect(found(after.body as TestBody)).toBe(300)
    expect(await service.captured(org)).toBe(2 * 300 * 330)
  })

  test('takes 10,000 addresses of pages as long as they are at most', async () => {
    const page = (index: number) =>
      `https://www.pnet.example/company/${String(index).padStart(5, '0')}${'x'.repeat(95)}`
    const pnetUrls = Array.from({ length: 10_000 }, (_, index) => page(index))
    expect(JSON.stringify(pnetUrls).length).toBeGreaterThan(1024 * 1024)
    const org = await service.org(5_000)
    const { status, body } = await ask(org.rawKey, { type: 'pnetUrls', pnetUrls })
    expect([status, body.output?.data.data.length]).toEqual([200, 10_000])
  })

  test('is free with a sandbox key', async () => {
    const org = await service.org()
    const { rawKey } = await aSandboxKey(service.almanac, org.organizationId)
    const { body } = await ask(rawKey, { type: 'domains', domains: ['acme.example'] })
    expect(body.chargeInfo.method).toBe('free')
  })
})

interface TestBody {
  output: { data: { data: { logoUrl?: string }[] } }
}

describe('bulkCompanyLogos 400', () => {
  test.each([
    [undefined, 'companiesIdentifier'],
    [{ type: 'names', names: ['Acme'] }, 'companiesIdentifier.type'],
    [{ type: 'domains' }, 'companiesIdentifier.domains'],
    [{ type: 'domains', domains: [] }, 'companiesIdentifier.domains'],
    [{ type: 'domains', domains: ['acme.example', ''] }, 'companiesIdentifier.domains[1]'],
    [{ type: 'domains', domains: ['acme.example', 5] }, 'companiesIdentifier.domains[1]'],
    [{ type: 'liOrgIds', liOrgIds: [-5] }, 'companiesIdentifier.liOrgIds[0]'],
  ])('%j names %s and costs nothing', async (companiesIdentifier, path) => {
    const org = await service.org()
    const answer = await ask(org.rawKey, companiesIdentifier)
    expect(answer.status).toBe(400)
    expect(answer.body.issues[0].path).toBe(path)
    expect(await service.captured(org)).toBe(0)
  })

  test('10,001 are too many', async () => {
    const org = await service.org()
    const domains = Array.from({ length: 10_001 }, (_, index) => `c${index}.example`)
    expect((await ask(org.rawKey, { type: 'domains', domains })).status).toBe(400)
    expect(await service.captured(org)).toBe(0)
  })
})

test('bulkCompanyLogos 402 unless every logo being found can be paid', async () => {
  const org = await service.org(1)
  const four = ['a.example', 'b.example', 'c.example', 'd.example']
  expect((await ask(org.rawKey, { type: 'domains', domains: four })).status).toBe(402)
  expect((await ask(org.rawKey, { type: 'domains', domains: four.slice(1) })).status).toBe(200)
})
