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
const action = 'companies/remove-from-list'

const tokensOf = ({ organizationId }: { organizationId: string }, listId: string) =>
  service.almanac.entitySets.read(organizationId, listId, { limit: 20 })

describe('removeCompanyFromExclusionList 200', () => {
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
    expect(await tokensOf(org, listId)).toEqual(['dom:initech.example'])
    const again = await ask(org, action, { listId, excludedCompanyDetails })
    expect(again.body.output.deletedExcludedCompanies).toBe(0)
  })

  test('an identifier that another entry has is still left out', async () => {
    const { org, listId } = await anOwner('companies')
    const companies = [{ domain: 'acme.com' }, { domain: 'acme.com', pnetUrl: 'acme' }]
    await ask(org, 'companies/add-to-list', { listId, companies })
    const remove = (excludedCompanyDetails: object) => ask(org, action, { listId, excludedCompanyDetails })
    expect((await remove({ pnetUrls: ['acme'] })).body.output.deletedExcludedCompanies).toBe(1)
    expect(await tokensOf(org, listId)).toEqual(['dom:acme.com'])
    expect((await remove({ domains: ['acme.com'] })).body.output.deletedExcludedCompanies).toBe(1)
    expect(await tokensOf(org, listId)).toEqual([])
  })

  test('of adding and removing at once, list and what searches leave out end alike', async () => {
    const { org, listId } = await anOwner('companies')
    const companies = [{ domain: 'acme.com', pnetUrl: 'acme' }]
    const add = () => ask(org, 'companies/add-to-list', { listId, companies })
    const remove = () => ask(org, action, { listId, excludedCompanyDetails: { domains: ['acme.com'] } })
    await Promise.all([add(), remove(), add(), remove(), add(), remove()])
    const isThere = (await readCount(org, 'companies', listId)) === 1
    expect(await tokensOf(org, listId)).toEqual(isThere ? ['dom:acme.com', 'slug:acme'] : [])
  })
})

test('removeCompanyFromExclusionList 400 for identifiers that are no list', async () => {
  const { org, listId } = await anOwner('companies')
  const { status, body } = await ask(org, action, { listId, excludedCompanyDetails: { domains: 'acme.com' } })
  expect([status, body.issues[0].path]).toEqual([400, 'excludedCompanyDetails.domains'])
})

takesEverySpelling('removeCompanyFromExclusionList', action)
takesOneList('removeCompanyFromExclusionList', action)
refuses('removeCompanyFromExclusionList', action)
