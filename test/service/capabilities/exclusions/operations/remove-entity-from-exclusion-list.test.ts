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

const readTokens = ({ organizationId }: { organizationId: string }, listId: string) =>
  service.almanac.entitySets.read(organizationId, listId, { limit: 20 })

describe('removeCompanyFromExclusionList', () => {
  const action = 'companies/remove-from-list'

  describe('200', () => {
    test('removes whole entries by any of their identifiers, however it is written', async () => {
      verifies('op.remove-company-from-exclusion-list', 'exclusion.remove')
      const { org, listId } = await anOwner('companies')
      const companies = [
        { domain: 'acme.com', pnetUrl: 'acme' },
        { pnetUrl: 'globex' },
        { domain: 'initech.example' },
        { pnetOrgID: '77' },
      ]
      await ask(org, 'companies/add-to-list', { listId, companies })
      const excludedCompanyDetails = {
        domains: ['https://WWW.acme.com/x', 'none.example', 'no host'],
        pnetUrls: ['https://pnet.example/company/globex'],
        pnetOrgIds: ['77'],
      }
      const { body } = await ask(org, action, { listId, excludedCompanyDetails })
      expect(body.output).toEqual({
        deletedExcludedCompanies: 3,
        invalidIdentifiers: [{ path: 'domains[2]', reason: 'Expected a host name such as example.org.' }],
      })
      expect(await readEntries(org, 'companies', listId)).toMatchObject([{ domain: 'initech.example' }])
      expect(await readCount(org, 'companies', listId)).toBe(1)
      expect(await readTokens(org, listId)).toEqual(['dom:initech.example'])
      const again = await ask(org, action, { listId, excludedCompanyDetails })
      expect(again.body.output.deletedExcludedCompanies).toBe(0)
    })

    test('an identifier that another entry has is still left out', async () => {
      const { org, listId } = await anOwner('companies')
      const companies = [{ domain: 'acme.com' }, { domain: 'acme.com', pnetUrl: 'acme' }]
      await ask(org, 'companies/add-to-list', { listId, companies })
      const remove = (excludedCompanyDetails: object) => ask(org, action, { listId, excludedCompanyDetails })
      expect((await remove({ pnetUrls: ['acme'] })).body.output.deletedExcludedCompanies).toBe(1)
      expect(await readTokens(org, listId)).toEqual(['dom:acme.com'])
      expect((await remove({ domains: ['acme.com'] })).body.output.deletedExcludedCompanies).toBe(1)
      expect(await readTokens(org, listId)).toEqual([])
    })

    test('of adding and removing at once, list and what searches leave out end alike', async () => {
      const { org, listId } = await anOwner('companies')
      const companies = [{ domain: 'acme.com', pnetUrl: 'acme' }]
      const add = () => ask(org, 'companies/add-to-list', { listId, companies })
      const remove = () => ask(org, action, { listId, excludedCompanyDetails: { domains: ['acme.com'] } })
      await Promise.all([add(), remove(), add(), remove(), add(), remove()])
      const isThere = (await readCount(org, 'companies', listId)) === 1
      expect(await readTokens(org, listId)).toEqual(isThere ? ['dom:acme.com', 'slug:acme'] : [])
    })
  })

  test('400 for identifiers that are no list', async () => {
    const { org, listId } = await anOwner('companies')
    const { status, body } = await ask(org, action, {
      listId,
      excludedCompanyDetails: { domains: 'acme.com' },
    })
    expect([status, body.issues[0].path]).toEqual([400, 'excludedCompanyDetails.domains'])
  })

  takesEverySpelling('removeCompanyFromExclusionList', action)
  takesOneList('removeCompanyFromExclusionList', action)
  refuses('removeCompanyFromExclusionList', action)
})

describe('removeProspectFromExclusionList', () => {
  const action = 'prospects/remove-from-list'

  describe('200', () => {
    test('removes people and answers the ids of their entries', async () => {
      verifies('op.remove-prospect-from-exclusion-list', 'exclusion.remove')
      const { org, listId } = await anOwner('prospects')
      const prospects = [{ pnetUrl: 'ada' }, { email: 'bob@home.example' }, { pnetUrl: 'cleo' }]
      await ask(org, 'prospects/add-to-list', { listId, prospects })
      const [ada, bob, cleo] = await readEntries(org, 'prospects', listId)
      const excludedProspectDetails = {
        pnetUrls: ['https://pnet.example/in/ada', 'https://pnet.example/company/acme'],
        emails: ['BOB@home.example'],
      }
      const { body } = await ask(org, action, { listId, excludedProspectDetails })
      expect(body.output.deletedExcludedProspectIds.toSorted()).toEqual([ada!['id'], bob!['id']].toSorted())
      expect(body.output.invalidIdentifiers).toMatchObject([{ path: 'pnetUrls[1]' }])
      expect(await readEntries(org, 'prospects', listId)).toEqual([cleo])
      const tokens = await service.almanac.entitySets.read(org.organizationId, listId, { limit: 20 })
      expect(tokens).toEqual(['slug:cleo'])
    })

    test('who comes back has the same id', async () => {
      const { org, listId } = await anOwner('prospects')
      const add = () => ask(org, 'prospects/add-to-list', { listId, prospects: [{ pnetUrl: 'ada' }] })
      await add()
      const before = await readEntries(org, 'prospects', listId)
      await ask(org, action, { listId, excludedProspectDetails: { pnetUrls: ['ada'] } })
      await add()
      expect(await readEntries(org, 'prospects', listId)).toEqual(before)
    })
  })

  test('400 for details that are none', async () => {
    const { org, listId } = await anOwner('prospects')
    const { status, body } = await ask(org, action, { listId, excludedProspectDetails: ['ada'] })
    expect([status, body.issues[0].path]).toEqual([400, 'excludedProspectDetails'])
  })

  takesEverySpelling('removeProspectFromExclusionList', action)
  takesOneList('removeProspectFromExclusionList', action)
  refuses('removeProspectFromExclusionList', action)
})
