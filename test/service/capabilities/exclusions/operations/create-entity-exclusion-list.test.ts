import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import {
  ask,
  refuses,
  service,
  shareService,
} from '../../../../../src/capabilities/exclusions/fixtures/asking.ts'

shareService()
const twins = [
  ['createCompanyExclusionList', 'companies', /^cexcl_/, 'companies'],
  ['createProspectExclusionList', 'prospects', /^pexcl_/, 'people'],
] as const

describe.each(twins)('%s', (id, of, prefix, kind) => {
  const action = `${of}/create-list`

  test('200 makes an empty list, by default of searches that name it, for nothing', async () => {
    verifies('op.create-company-exclusion-list', 'op.create-prospect-exclusion-list', 'exclusion.create')
    const org = await service.org()
    const { status, body } = await ask(org, action, { name: ' Customers ' })
    expect(status).toBe(200)
    expect(body.output).toEqual({ listId: expect.stringMatching(prefix), name: 'Customers' })
    expect(body.chargeInfo.method).toBe('free')
    service.clock.advance(1_000)
    await ask(org, action, { name: 'Customers', isOrganizationWide: true })
    const { lists } = (await ask(org, `${of}/get-lists`)).body.output
    expect(lists).toMatchObject([
      { name: 'Customers', isOrganizationWide: true, count: 0 },
      { listId: body.output.listId, isOrganizationWide: false, count: 0 },
    ])
    const { organizationId } = org
    expect(await service.almanac.entitySets.applied(organizationId, [body.output.listId])).toMatchObject([
      { kind },
      { kind },
    ])
  })

  test('200 takes a name with half a character without it', async () => {
    const { status, body } = await ask(await service.org(), action, { name: 'Half \ud800' })
    expect([status, body.output.name]).toEqual([200, 'Half \ufffd'])
  })

  test.each([[{}], [{ name: '  ' }], [{ name: 'n'.repeat(201) }], [{ name: 5 }]])('400 %j', async (body) => {
    const answer = await ask(await service.org(), action, body)
    expect([answer.status, answer.body.issues[0].path]).toEqual([400, 'name'])
  })

  test('400 a flag that is no flag', async () => {
    const answer = await ask(await service.org(), action, { name: 'Customers', isOrganizationWide: 'yes' })
    expect([answer.status, answer.body.issues[0].path]).toEqual([400, 'isOrganizationWide'])
  })

  refuses(id, action, { name: 'Customers' })
})
