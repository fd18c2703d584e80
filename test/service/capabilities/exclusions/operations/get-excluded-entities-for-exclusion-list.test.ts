import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import {
  anOwner,
  ask,
  readEntries,
  refuses,
  service,
  shareService,
  takesEverySpelling,
  takesOneList,
} from '../../../../../src/capabilities/exclusions/fixtures/asking.ts'

shareService()

describe('getExcludedCompaniesForExclusionList', () => {
  const action = 'companies/read-from-list'

  describe('200', () => {
    test('pages through the entries in the order they were added, whoever comes and goes meanwhile', async () => {
      verifies('op.get-excluded-companies-for-exclusion-list', 'exclusion.read-page')
      const { org, listId } = await anOwner('companies')
      const companies = Array.from({ length: 30 }, (_, index) => ({ domain: `c${index}.example` }))
      await ask(org, 'companies/add-to-list', { listId, companies })
      const first = await ask(org, action, { exclusionListId: listId })
      expect(first.body.output.companies).toHaveLength(25)
      expect(first.body.output.companies[0]).toEqual({
        id: expect.stringMatching(/^excl_/),
        domain: 'c0.example',
        pnetUrl: null,
        pnetOrgId: null,
        externalId: null,
        name: null,
      })
      expect(first.body.output.hasMore).toBe(true)
      await ask(org, 'companies/remove-from-list', {
        listId,
        excludedCompanyDetails: { domains: ['c3.example', 'c26.example'] },
      })
      await ask(org, 'companies/add-to-list', { listId, companies: [{ domain: 'last.example' }] })
      const cursor = first.body.output.nextCursor
      const second = await ask(org, action, { exclusionListId: listId, cursor })
      const domains = second.body.output.companies.map(({ domain }: { domain: string }) => domain)
      expect(domains).toEqual(['c25.example', 'c27.example', 'c28.example', 'c29.example', 'last.example'])
      expect(second.body.output).toMatchObject({ nextCursor: null, hasMore: false })
      expect(await readEntries(org, 'companies', listId, 7)).toHaveLength(29)
    })
  })

  describe('400', () => {
    test.each([0, 1001, 2.5])('pageSize %d', async (pageSize) => {
      verifies('exclusion.read-page')
      const { org, listId } = await anOwner('companies')
      const { status, body } = await ask(org, action, { listId, pageSize })
      expect([status, body.issues[0].path]).toEqual([400, 'pageSize'])
    })

    test('a cursor of another list', async () => {
      const { org, listId } = await anOwner('companies')
      await ask(org, 'companies/add-to-list', {
        listId,
        companies: [{ domain: 'a.example' }, { domain: 'b.example' }],
      })
      const { cursor } = { cursor: (await ask(org, action, { listId, pageSize: 1 })).body.output.nextCursor }
      const { body } = await ask(org, 'companies/create-list', { name: 'Other' })
      expect((await ask(org, action, { listId: body.output.listId, cursor })).status).toBe(400)
      expect((await ask(org, action, { listId, cursor })).status).toBe(200)
    })
  })

  test('401 with a key of nobody', async () => {
    expect((await service.send(`POST /v1/exclusions/${action}`, { key: 'none', body: {} })).status).toBe(401)
  })

  takesEverySpelling('getExcludedCompaniesForExclusionList', action)
  takesOneList('getExcludedCompaniesForExclusionList', action)
  refuses('getExcludedCompaniesForExclusionList', action)
})

describe('getExcludedProspectsForExclusionList', () => {
  const action = 'prospects/read-from-list'

  describe('200', () => {
    test('answers people by what they were added by, page by page', async () => {
      verifies('op.get-excluded-prospects-for-exclusion-list')
      const { org, listId } = await anOwner('prospects')
      const prospects = [{ pnetUrl: 'ada' }, { email: 'bob@home.example' }, { pnetUserId: '77' }]
      await ask(org, 'prospects/add-to-list', { listId, prospects })
      const first = await ask(org, action, { exclusionListId: listId, pageSize: 2 })
      expect(first.body.output).toMatchObject({
        prospects: [
          { pnetUrl: 'https://www.pnet.example/in/ada', pnetUserId: null, email: null, externalId: null },
          { pnetUrl: null, pnetUserId: null, email: 'bob@home.example' },
        ],
        hasMore: true,
      })
      const cursor = first.body.output.nextCursor
      const second = await ask(org, action, { exclusionListId: listId, pageSize: 2, cursor })
      expect(second.body.output).toMatchObject({
        prospects: [{ pnetUserId: '77' }],
        nextCursor: null,
        hasMore: false,
      })
    })
  })

  test('400 for a cursor that is none', async () => {
    const { org, listId } = await anOwner('prospects')
    const { status, body } = await ask(org, action, { listId, cursor: 'none' })
    expect([status, body.message]).toEqual([400, expect.stringContaining('cursor')])
  })

  takesEverySpelling('getExcludedProspectsForExclusionList', action)
  takesOneList('getExcludedProspectsForExclusionList', action)
  refuses('getExcludedProspectsForExclusionList', action)
})
