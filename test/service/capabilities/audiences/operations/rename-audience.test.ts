import { expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import {
  anAudience,
  ask,
  atCompanies,
  refuses,
  service,
  shareService,
  someStaff,
} from '../../../../../src/capabilities/audiences/fixtures/building.ts'

shareService()

test('renameAudience 200 gives another name, while it is built too', async () => {
  verifies('op.rename-audience')
  const org = await service.org()
  const id = await anAudience(org, { companySearchParams: atCompanies(await someStaff(0)) })
  await ask(org, `POST ${id}/build`)
  const { status, body, text } = await ask(org, `PATCH ${id}`, { name: '  Nordics  ' })
  expect(status, text).toBe(200)
  expect(body.output).toMatchObject({ audienceId: id, name: 'Nordics', status: 'BUILDING' })
  await service.almanac.jobs.workNow()
  const [listed] = (await ask(org, 'GET')).body.output.audiences
  expect(listed).toMatchObject({ name: 'Nordics', status: 'NORMAL', companiesCount: 1 })
})

test.each([[''], ['  '], ['a'.repeat(201)], [undefined], [5]])('renameAudience 400 for %j', async (name) => {
  const org = await service.org()
  const id = await anAudience(org)
  const answer = await ask(org, `PATCH ${id}`, { name })
  expect([answer.status, answer.body.issues[0].path]).toEqual([400, 'name'])
  expect((await ask(org, `GET ${id}`)).body.output.name).toBe('Audience')
})

refuses('renameAudience', (id) => `PATCH ${id}`, { body: { name: 'Other' } })
