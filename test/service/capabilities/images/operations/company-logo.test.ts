import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import type { TestAlmanac } from '../../../../support/harness.ts'
import { picturesWorld } from '../../../../worlds/pictures.ts'

let service: TestAlmanac
beforeAll(async () => {
  service = await picturesWorld()
})

const ask = (key: string, companyIdentifier: unknown) =>
  service.send('POST /v1/company-logos/single', { key, body: { companyIdentifier } })

describe('companyLogo 200', () => {
  test.each([
    { type: 'domain', domain: 'acme.example' },
    { type: 'domain', domain: 'https://shop.acme.example/cart' },
    { type: 'pnetUrl', pnetUrl: 'https://pnet.example/company/acme-robotics/' },
    { type: 'liOrgId', liOrgId: '5001' },
  ])('%j', async (identifier) => {
    verifies('op.company-logo', 'logo.single')
    const org = await service.org()
    const { status, body } = await ask(org.rawKey, identifier)
    const { type, ...given } = identifier
    expect(status, type).toBe(200)
    expect(body.output).toEqual({
      data: { ...given, logoUrl: 'https://img.example/acme.png', source: 'corpus' },
      logoUrl: 'https://img.example/acme.png',
    })
    expect(body.chargeInfo).toMatchObject({ creditsCharged: 0.33 })
    expect(await service.captured(org)).toBe(330)
  })

  test.each([
    ['acme.example', 'domain'],
    ['https://shop.acme.example/cart', 'domain'],
    ['https://pnet.example/company/acme-robotics/', 'pnetUrl'],
    ['5001', 'liOrgId'],
  ])('a text alone as identifier: %s is a %s', async (identifier, member) => {
    verifies('client.logo.identifier')
    const body = { identifier }
    const answer = await service.send('POST /v1/company-logos/single', {
      key: (await service.org()).rawKey,
      body,
    })
    expect([answer.status, answer.body.warnings]).toEqual([200, undefined])
    expect(answer.body.output).toEqual({
      data: { [member]: identifier, logoUrl: 'https://img.example/acme.png', source: 'corpus' },
      logoUrl: 'https://img.example/acme.png',
    })
  })

  test.each(['plain.example', 'nobody.example'])('%s has none, which is free', async (domain) => {
    const org = await service.org()
    const { body } = await ask(org.rawKey, { type: 'domain', domain })
    expect(body.output).toEqual({ data: { domain, logoUrl: null, source: null } })
    expect(body.chargeInfo.method).toBe('free')
    expect(await service.captured(org)).toBe(0)
  })
})

describe('companyLogo 400', () => {
  test.each([
    [{ type: 'domain', domain: 'no domain' }, 'companyIdentifier.domain'],
    [{ type: 'pnetUrl', pnetUrl: 'https://elsewhere.example/company/acme' }, 'companyIdentifier.pnetUrl'],
    [{ type: 'pnetUrl', pnetUrl: 'https://pnet.example/in/ada' }, 'companyIdentifier.pnetUrl'],
    [{ type: 'liOrgId', liOrgId: 'acme' }, 'companyIdentifier.liOrgId'],
    [{ type: 'name', name: 'Acme' }, 'companyIdentifier.type'],
    ['no domain', 'companyIdentifier'],
    [undefined, 'companyIdentifier'],
  ])('%j names %s and costs nothing', async (identifier, path) => {
    const org = await service.org()
    const answer = await ask(org.rawKey, identifier)
    expect(answer.status).toBe(400)
    expect(answer.body.issues[0].path).toBe(path)
    expect(await service.captured(org)).toBe(0)
  })
})

test('companyLogo 402 with less than a logo costs', async () => {
  const org = await service.org(0.2)
  expect((await ask(org.rawKey, { type: 'domain', domain: 'acme.example' })).status).toBe(402)
})
