import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import {
  anOwner,
  ask,
  readCount,
  readEntries,
  refuses,
  service,
  shareService,
  takesEverySpelling,
  takesOneList,
} from '../../../../../src/capabilities/exclusions/fixtures/asking.ts'

shareService()

describe('addCompaniesToExclusionList', () => {
  const action = 'companies/add-to-list'

  describe('200', () => {
    test('takes any identifier in any spelling, and tells what it could not read at its place', async () => {
      verifies('op.add-companies-to-exclusion-list')
      const { org, listId } = await anOwner('companies')
      const companies = [
        { domain: 'https://www.Acme.com/about' },
        { pnetUrl: 'https://pnet.example/company/Globex/' },
        { pnetOrgId: '0077' },
        { domain: 'initech.example', pnetUrl: 'initech' },
        { domain: 'no host' },
        {},
        { pnetUrl: 'https://elsewhere.example/company/x' },
        { domain: 'acme.com' },
        { pnetUrl: 'https://pnet.example/in/ada' },
        { domain: 'https://pnet.example/company/umbrella' },
        { pnetUrl: 'hooli.example' },
      ]
      const { status, body } = await ask(org, action, { listId, companies })
      expect(status).toBe(200)
      expect(body.output).toMatchObject({ listId, companiesAdded: 6, duplicates: 1 })
      expect(
        body.output.invalidCompanies.map((one: { index: number; member: string }) => [one.index, one.member]),
      ).toEqual([
        [4, 'domain'],
        [5, 'domain'],
        [6, 'pnetUrl'],
        [8, 'pnetUrl'],
      ])
      for (const { reason } of body.output.invalidCompanies) expect(reason).toMatch(/^Expected .+\.$/)
      expect(body.chargeInfo.method).toBe('free')
      const entries = await readEntries(org, 'companies', listId)
      expect(entries.map(({ domain, pnetUrl, pnetOrgId }) => [domain, pnetUrl, pnetOrgId])).toEqual([
        ['acme.com', null, null],
        [null, 'https://www.pnet.example/company/globex', null],
        [null, null, '77'],
        ['initech.example', 'https://www.pnet.example/company/initech', null],
        [null, 'https://www.pnet.example/company/umbrella', null],
        ['hooli.example', null, null],
      ])
      const tokens = await service.almanac.entitySets.read(org.organizationId, listId, { limit: 20 })
      expect(tokens).toEqual([
        'dom:acme.com',
        'dom:hooli.example',
        'dom:initech.example',
        'org:77',
        'slug:globex',
        'slug:initech',
        'slug:umbrella',
      ])
    })

    test('what is there stays as it is', async () => {
      const { org, listId } = await anOwner('companies')
      const companies = [{ domain: 'acme.com' }]
      const added = async () => (await ask(org, action, { listId, companies })).body.output.companiesAdded
      expect([await added(), await added()]).toEqual([1, 0])
      expect(await readCount(org, 'companies', listId)).toBe(1)
    })

    test('takes 5,000 at once, which read back page by page', async () => {
      verifies('exclusion.add-bounds', 'exclusion.read-page')
      const { org, listId } = await anOwner('companies')
      const companies = Array.from({ length: 5_000 }, (_, index) => ({ domain: `company-${index}.example` }))
      const { body } = await ask(org, action, { listId, companies })
      expect(body.output).toMatchObject({ companiesAdded: 5_000, invalidCompanies: [] })
      const entries = await readEntries(org, 'companies', listId, 1000)
      expect(entries.map(({ domain }) => domain)).toEqual(companies.map(({ domain }) => domain))
      expect(new Set(entries.map(({ id }) => id)).size).toBe(5_000)
    })

    test('of two calls at once each entry is added by one', async () => {
      const { org, listId } = await anOwner('companies')
      const some = (from: number) =>
        Array.from({ length: 60 }, (_, index) => ({ domain: `at-once-${from + index}.example` }))
      const answers = await Promise.all(
        [0, 30, 15].map((from) => ask(org, action, { listId, companies: some(from) })),
      )
      const added = answers.map(({ body }) => body.output.companiesAdded as number)
      expect(added.reduce((sum, count) => sum + count, 0)).toBe(90)
      expect(await readCount(org, 'companies', listId)).toBe(90)
      const { organizationId } = org
      expect(await service.almanac.entitySets.read(organizationId, listId, { limit: 200 })).toHaveLength(90)
    })
  })

  test('200 with a sandbox key leaves out made-up companies, and no other organization knows', async () => {
    const org = await service.org()
    const made = await service.send('POST /v1/api-keys/create-sandbox', { key: org.rawKey, body: {} })
    const sandbox = { rawKey: made.body.output.key as string }
    const search = (body: object) =>
      service.send('POST /v1/company-search', {
        key: sandbox.rawKey,
        body: { searchParams: {}, pageSize: 2, ...body },
      })
    const [first, second] = (await search({})).body.output.data
    const { listId } = (await ask(sandbox, 'companies/create-list', { name: 'Customers' })).body.output
    const companies = [{ pnetUrl: first.pnet_primary_slug }]
    expect((await ask(sandbox, action, { listId, companies })).body.output.companiesAdded).toBe(1)
    const { body } = await search({ companyExclusionListIDs: [listId] })
    expect(body.output.data[0].pnet_primary_slug).toBe(second.pnet_primary_slug)
    expect((await ask(org, action, { listId, companies })).status).toBe(404)
  })

  describe('400', () => {
    test('more than 5,000', async () => {
      verifies('exclusion.add-bounds')
      const { org, listId } = await anOwner('companies')
      const companies = Array.from({ length: 5_001 }, () => ({ domain: 'a.example' }))
      const { status, body } = await ask(org, action, { listId, companies })
      expect([status, body.issues[0].path]).toEqual([400, 'companies'])
    })

    test('an item that is none', async () => {
      const { org, listId } = await anOwner('companies')
      const { status, body } = await ask(org, action, { listId, companies: ['acme.com'] })
      expect([status, body.issues[0].path]).toEqual([400, 'companies[0]'])
    })
  })

  describe('spellings', () => {
    verifies('exclusion.id-spellings')
    takesEverySpelling('addCompaniesToExclusionList', action, { companies: [{ domain: 'acme.com' }] })
  })
  takesOneList('addCompaniesToExclusionList', action)
  refuses('addCompaniesToExclusionList', action)
})

describe('addProspectsToExclusionList', () => {
  const action = 'prospects/add-to-list'

  describe('200', () => {
    test('takes any identifier in any spelling, and tells what it could not read at its place', async () => {
      verifies('op.add-prospects-to-exclusion-list')
      const { org, listId } = await anOwner('prospects')
      const prospects = [
        { pnetUrl: 'http://www.pnet.example/in/Ada-Lovelace?x=1' },
        { pnetUrl: 'ada-lovelace' },
        { pnetUserId: '424242' },
        { email: ' Bob@Home.example ' },
        { pnetUrl: 'https://pnet.example/company/acme' },
        {},
        { email: 'nobody' },
        { pnetSlug: 'cleo' },
      ]
      const { status, body } = await ask(org, action, { listId, prospects })
      expect(status).toBe(200)
      expect(body.output).toMatchObject({ listId, prospectsAdded: 4, duplicates: 1 })
      expect(
        body.output.invalidProspects.map((one: { index: number; member: string }) => [one.index, one.member]),
      ).toEqual([
        [4, 'pnetUrl'],
        [5, 'pnetUrl'],
        [6, 'email'],
      ])
      const entries = await readEntries(org, 'prospects', listId)
      expect(entries.map(({ pnetUrl, pnetUserId, email }) => [pnetUrl, pnetUserId, email])).toEqual([
        ['https://www.pnet.example/in/ada-lovelace', null, null],
        [null, '424242', null],
        [null, null, 'bob@home.example'],
        ['https://www.pnet.example/in/cleo', null, null],
      ])
      const tokens = await service.almanac.entitySets.read(org.organizationId, listId, { limit: 20 })
      expect(tokens).toEqual([expect.stringMatching(/^em:/), 'slug:ada-lovelace', 'slug:cleo', 'uid:424242'])
      expect(JSON.stringify(tokens)).not.toContain('bob')
    })
  })

  test('400 more than 5,000', async () => {
    const { org, listId } = await anOwner('prospects')
    const prospects = Array.from({ length: 5_001 }, () => ({ pnetUrl: 'ada' }))
    const { status, body } = await ask(org, action, { listId, prospects })
    expect([status, body.issues[0].path]).toEqual([400, 'prospects'])
  })

  takesEverySpelling('addProspectsToExclusionList', action, { prospects: [{ pnetUrl: 'ada' }] })
  takesOneList('addProspectsToExclusionList', action)
  refuses('addProspectsToExclusionList', action)
})
