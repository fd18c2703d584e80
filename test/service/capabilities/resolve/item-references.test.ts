import { beforeAll, describe, expect, test } from 'vitest'
import { openResolveTest, type ResolveTest } from '../../../worlds/resolve.ts'

let world: ResolveTest
beforeAll(async () => {
  world = await openResolveTest()
})

describe('clientReferenceId', () => {
  test('comes back with each item, found or not; where none is given nothing is added', async () => {
    const companies = [
      { identifier: 'pnetSlug', value: 'globex', clientReferenceId: 'row-7' },
      { identifier: 'pnetSlug', value: 'nobody-has-this', clientReferenceId: 'row-8' },
      { identifier: 'pnetOrgId', value: '1004' },
    ]
    const { body } = await world.ask('POST /v1/company-resolve', { companies })
    expect(body.output.data).toMatchObject([
      { clientReferenceId: 'row-7', found: true },
      { clientReferenceId: 'row-8', found: false },
      { clientReferenceId: null, found: true },
    ])
    const plain = await world.ask('POST /v1/company-resolve', { companies: [companies[2]] })
    expect(plain.body.output.data[0]).not.toHaveProperty('clientReferenceId')
  })

  test('stands beside answers that are lists of records', async () => {
    const companies = [
      { companyDomain: { value: 'globex.example' } },
      { companyDomain: { value: 'none.example' }, clientReferenceId: 'b' },
    ]
    const { body } = await world.ask('POST /v1/kitchen-sink/bulk/company', { companies })
    expect(body.output.data[0]).toHaveLength(1)
    expect(body.output.clientReferenceIds).toEqual([null, 'b'])
  })

  test('beside a list of texts is a list of references, one a text', async () => {
    const identifiers = ['nobody.example', 'globex.example']
    const { body } = await world.ask('POST /v1/standardize/company/bulk', {
      identifiers,
      clientReferenceIds: ['a', 'b'],
    })
    expect(body.output.companiesFound).toMatchObject([
      { identifier: 'globex.example', clientReferenceId: 'b' },
    ])
    const short = await world.ask('POST /v1/standardize/company/bulk', {
      identifiers,
      clientReferenceIds: ['a'],
    })
    expect([short.status, short.body.issues[0].path]).toEqual([400, 'clientReferenceIds'])
  })
})
