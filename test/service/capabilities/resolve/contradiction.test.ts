import { beforeAll, describe, expect, test } from 'vitest'
import type { CompanyRecord } from '../../../../src/corpus/records/index.ts'
import { testAlmanac, type TestAlmanac } from '../../../support/harness.ts'
import { areRelated, isContradicted } from '../../../../src/capabilities/resolve/contradiction.ts'

let service: TestAlmanac
let key: string
beforeAll(async () => {
  service = await testAlmanac()
  key = (await service.org()).rawKey
  const write = async (kind: 'companies' | 'people', records: object[]) => {
    const items = records.map((record, index) => ({ line: index + 1, record }))
    await service.almanac.writer.write(kind, items, {
      source: 'test',
      observedAt: new Date(service.clock.now()),
    })
  }
  const company = (preferred_name: string, domain: string, more: object = {}) => ({
    preferred_name,
    domains: [domain],
    ...more,
  })
  await write('companies', [
    company('Quarrow Mills', 'quarrow.example', { li_org_id: '810001', pnet_primary_slug: 'quarrow' }),
    company('Tamsin Freight', 'tamsin.example', { li_org_id: '810002', pnet_primary_slug: 'tamsin' }),
    company('Haldane Labs', 'haldane.example', { names: ['Haldane Labs', 'Ostrel'] }),
    company('Ostrel Water', 'ostrelwater.example'),
    company('Vexley Foods', 'vexley.example'),
    company('Vexley Snacks', 'vexleysnacks.example', { parent: 'Vexley Foods' }),
    company("Rowle's", 'rowles.example'),
    company('Rolwes', 'rolwes.example'),
    company('U.S. Bramcorp', 'usbramcorp.example'),
    company('Corvane Works', 'corvane-works.example', {
      location_consensus: { city: 'Lyon', country_code: 'FRA' },
    }),
    company('Corvane Works', 'corvane.example', {
      location_consensus: { city: 'München', country_code: 'DEU' },
    }),
    company('Pellide Press', 'pellide.example', {
      location_consensus: { city: 'Bergen', country_code: 'NOR' },
    }),
    company('\u202bZel\u200fmont\u202c', 'zelmont.example'),
  ])
  const person = (name: string, employer: string, email: string) => ({
    primary_slug: name.toLowerCase().replace(' ', '-'),
    name,
    emails: [{ email }],
    experiences: [{ company_name: employer, title: 'Buyer', is_current: true, start_date: '2020-01-01' }],
  })
  await write('people', [
    person('Ines Corvalho', 'Quarrow Mills', 'ines.corvalho@quarrow.example'),
    person('Otto Brandvold', 'Tamsin Freight', 'otto@tamsin.example'),
  ])
})

const ask = async (path: string, body: object) => {
  const { status, body: answer, text } = await service.send(`POST ${path}`, { key, body })
  expect(status, text).toBe(200)
  return answer
}
const companies = async (body: object) => {
  const { output, chargeInfo } = await ask('/v1/kitchen-sink/company', body)
  const names = output.data.map(({ preferred_name: name }: { preferred_name: string }) => name)
  return { names, message: output.message, method: chargeInfo.method }
}
const people = async (body: object) => {
  const { output, chargeInfo } = await ask('/v1/kitchen-sink/person', body)
  const names = output.data.map(({ name }: { name: string }) => name)
  return { names, confidence: output.matches[0]?.confidence, method: chargeInfo.method }
}
const value = (text: string) => ({ value: text })

describe('a company whose domain and name are two companies', () => {
  test.each([
    ['of any two', 'quarrow.example', 'Tamsin Freight'],
    ['the other way round', 'tamsin.example', 'QUARROW MILLS, Inc.'],
    ['with a note beside the name', 'quarrow.example', 'Tamsin Freight (renewal Q3)'],
    ['with names a slip apart', 'rolwes.example', 'Rowle’s'],
  ])('is unsure and free: %s', async (_, domain, name) => {
    const found = await companies({ companyDomain: value(domain), companyName: value(name) })
    expect(found).toEqual({ names: [], message: expect.stringContaining('two companies'), method: 'free' })
    const several = { companyDomain: value(domain), companyName: value(name), numCompanies: 10 }
    expect((await companies(several)).names).toEqual([])
  })

  test.each([
    ['the same name', 'quarrow.example', 'Quarrow Mills GmbH', 'Quarrow Mills'],
    ['a name that nobody has: it was renamed', 'quarrow.example', 'Brand New Mills', 'Quarrow Mills'],
    ['another name the record knows', 'haldane.example', 'Ostrel', 'Haldane Labs'],
    ['the parent', 'vexleysnacks.example', 'Vexley Foods', 'Vexley Snacks'],
    ['a name with a note', 'quarrow.example', 'Quarrow Mills - do not call', 'Quarrow Mills'],
  ])('is the company of the domain with %s', async (_, domain, name, expected) => {
    const found = await companies({ companyDomain: value(domain), companyName: value(name) })
    expect(found).toMatchObject({ names: [expected], method: 'charged-now' })
  })

  test('a page of the network outweighs a name, not a name and a domain that are one other', async () => {
    const companyIdentifier = { identifier: 'pnetSlug', value: 'quarrow' }
    const companyName = value('Tamsin Freight')
    expect((await companies({ companyIdentifier, companyName })).names).toEqual(['Quarrow Mills'])
    const both = { companyIdentifier, companyName, companyDomain: value('tamsin.example') }
    expect(await companies(both)).toMatchObject({ names: [], method: 'free' })
  })

  test('of names a slip apart the one of that very name is meant', async () => {
    for (const [name, expected] of [
      ["Rowle's", "Rowle's"],
      ['Rowles Inc', "Rowle's"],
      ['Rolwes Corporation', 'Rolwes'],
    ] as const)
      expect((await companies({ companyName: value(name), fuzzySearch: true })).names).toEqual([expected])
  })

  test('a word that stands first tells companies apart, however usual it is', async () => {
    expect((await companies({ companyName: value('Bramcorp, Inc.'), fuzzySearch: true })).names).toEqual([])
    expect((await companies({ companyName: value('US Bramcorp'), fuzzySearch: true })).names).toEqual([
      'U.S. Bramcorp',
    ])
  })
})

test('marks of writing directions are not stored in a name', async () => {
  expect((await companies({ companyName: value('Zelmont') })).names).toEqual(['Zelmont'])
})

describe('somebody’s address', () => {
  const emailAddress = 'ines.corvalho@quarrow.example'

  test('with another name and another firm is unsure and free', async () => {
    for (const firm of [
      { companyName: value('Tamsin Freight') },
      { companyName: value('A Firm Nobody Knows') },
      { companyDomain: value('tamsin.example') },
      { companyName: value('Tamsin Freight'), companyDomain: value('quarrow.example') },
    ])
      expect(await people({ emailAddress, personName: value('Otto Brandvold'), ...firm })).toEqual({
        names: [],
        confidence: undefined,
        method: 'free',
      })
  })

  test('with another name alone, or another firm alone, is theirs, less surely', async () => {
    const sure = (await people({ emailAddress })).confidence
    const renamed = await people({ emailAddress, personName: value('Ines Dallmeyer') })
    expect(renamed).toMatchObject({ names: ['Ines Corvalho'], method: 'charged-now' })
    expect(renamed.confidence).toBeLessThan(sure)
    const moved = { emailAddress, personName: value('Ines Corvalho'), companyName: value('Tamsin Freight') }
    expect((await people(moved)).names).toEqual(['Ines Corvalho'])
    const ownDomain = { personName: value('Ines Dallmeyer'), companyDomain: value('quarrow.example') }
    expect((await people({ emailAddress, ...ownDomain })).names).toEqual(['Ines Corvalho'])
  })
})

describe('two identifiers that are of two', () => {
  const profileIdentifier = { identifier: 'pnetSlug', value: 'ines-corvalho' }
  const emailAddress = 'otto@tamsin.example'

  test('a profile comes before the address of somebody else, which lowers the confidence', async () => {
    const [alone, disputed] = [
      await people({ profileIdentifier }),
      await people({ profileIdentifier, emailAddress }),
    ]
    expect(disputed.names).toEqual(['Ines Corvalho'])
    expect(disputed.confidence).toBeLessThan(alone.confidence as number)
  })

  test('an address that nobody is known by says nothing', async () => {
    const unknown = { profileIdentifier, emailAddress: 'ines@elsewhere.example' }
    expect((await people(unknown)).names).toEqual(['Ines Corvalho'])
  })

  test('are unsure and free: a page and a domain', async () => {
    const companyIdentifier = { identifier: 'pnetSlug', value: 'quarrow' }
    const companyDomain = value('tamsin.example')
    expect(await companies({ companyIdentifier, companyDomain })).toMatchObject({ names: [], method: 'free' })
    const named = { companyIdentifier, companyDomain, companyName: value('Quarrow Mills') }
    expect((await companies(named)).names).toEqual(['Quarrow Mills'])
  })
})

describe('a name with what lists put beside it', () => {
  const domainsOf = async (text: string) => {
    const { output } = await ask('/v1/kitchen-sink/company', { companyName: value(text), fuzzySearch: true })
    return output.data.map(({ domains }: { domains: string[] }) => domains[0])
  }

  test.each([
    ['the place of one of two', 'Corvane Works, Lyon', ['corvane-works.example']],
    ['its place in another language', 'Corvane Works (Munich)', ['corvane.example']],
    ['its place behind a dash', 'Corvane Works - Lyon', ['corvane-works.example']],
    ['a place and a note', 'Corvane Works, Lyon (VIP)', ['corvane-works.example']],
    ['the place of a shop of the only one', 'Pellide Press, Hamburg', ['pellide.example']],
    ['town and country', 'Pellide Press, Bergen, Norway', ['pellide.example']],
    ['a legal form in front', 'SAS Pellide Press', ['pellide.example']],
    ['a number', 'Pellide Press #4711', ['pellide.example']],
    ['the number of a shop', 'Pellide Press Store 0012', ['pellide.example']],
    ['a mark in capitals', 'Pellide Press OLD', ['pellide.example']],
    ['a mark of a file', 'zz_Pellide Press', ['pellide.example']],
  ])('is found with %s', async (_, text, expected) => expect(await domainsOf(text)).toEqual(expected))

  test.each([
    ['two companies and the place of neither', 'Corvane Works, Oslo'],
    ['a word that is no place', 'Pellide, Quorn'],
  ])('is not answered with %s', async (_, text) => expect(await domainsOf(text)).toEqual([]))
})

test('a name at the domain of one firm and the name of another finds nobody who was not at both', async () => {
  const asked = { personName: value('Otto Brandvold'), companyDomain: value('tamsin.example') }
  expect((await people(asked)).names).toEqual(['Otto Brandvold'])
  expect(await people({ ...asked, companyName: value('Quarrow Mills') })).toMatchObject({
    names: [],
    method: 'free',
  })
})

describe('isContradicted', () => {
  test.each([
    ['companyDomain', { companyName: 'contradicts' }, true],
    ['companyDomain', { companyName: 'nothing' }, false],
    ['companyIdentifier', { companyName: 'contradicts' }, false],
    ['companyIdentifier', { companyName: 'contradicts', companyDomain: 'contradicts' }, true],
    ['companyIdentifier', { companyName: 'agrees', companyDomain: 'contradicts' }, false],
    ['companyIdentifier', { companyDomain: 'contradicts' }, true],
    ['emailAddress', { personName: 'contradicts' }, false],
    ['emailAddress', { personName: 'contradicts', employer: 'agrees' }, false],
    ['emailAddress', { personName: 'contradicts', employer: 'contradicts' }, true],
    ['profileIdentifier', { personName: 'contradicts', employer: 'contradicts' }, true],
  ] as const)('%s, %j: %s', (decider, others, expected) =>
    expect(isContradicted(decider, others)).toBe(expected),
  )
})

test.each([
  ['a name of both', { preferred_name: 'Arvel' }, { preferred_name: 'Other', names: ['Arvel Inc'] }, true],
  ['a domain of both', { domains: ['arvel.example'] }, { domains: ['shop.arvel.example'] }, true],
  [
    'a parent',
    { preferred_name: 'Arvel', domains: ['a.example'] },
    { preferred_name: 'B', parent: 'Arvel' },
    true,
  ],
  [
    'nothing',
    { preferred_name: 'Arvel', domains: ['arvel.example'] },
    { preferred_name: 'Bolin', domains: ['bolin.example'] },
    false,
  ],
])('records with %s', (_, one, other, expected) => {
  const record = (given: object) =>
    ({ li_org_id: null, parent: null, names: null, ...given }) as CompanyRecord
  expect(areRelated(record(one), record(other))).toBe(expected)
})
