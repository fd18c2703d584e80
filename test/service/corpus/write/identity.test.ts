import { beforeEach, describe, expect, test } from 'vitest'
import { testAlmanac, type TestAlmanac } from '../../../support/harness.ts'
import { sql } from '../../../../src/store/postgres/index.ts'
import { kinds } from '../../../../src/corpus/kinds/index.ts'
import { openIdentity, rebuildIndex, type Identity } from '../../../../src/corpus/write/index.ts'

/** What a program before this one made of a line that names a company by the number of its page. */
const storedBefore = { li_org_id: null, pnet_primary_slug: '1035', pnet_slugs: ['1035'] }

let service: TestAlmanac
let identity: Identity
let key: string

beforeEach(async () => {
  service = await testAlmanac()
  const { snapshots } = service.almanac
  identity = openIdentity({ db: service.db, engine: service.engine }, () => snapshots.refresh())
  key = (await service.org()).rawKey
})

const write = (kind: 'companies' | 'people', records: object[], day = '2026-01-10', source = 'test') =>
  service.almanac.writer.write(
    kind,
    records.map((record, at) => ({ line: at + 1, record })),
    { source, observedAt: new Date(`${day}T00:00:00Z`) },
  )
const idOf = async (kind: 'companies' | 'people', token: string) =>
  (await identity.find(kind, token))[0] as string
const resolve = async (value: string) => {
  const people = [{ identifier: 'pnetSlug', value }]
  return (await service.send('POST /v1/person-resolve', { key, body: { people } })).body.output.data[0].person
}
const count = async () =>
  (await service.send('POST /v1/people-search/count', { key, body: { searchParams: {} } })).body.output
    .totalProfilesFound

describe('joining at import', () => {
  test("a family's mailbox joins nobody, and loading the file again changes nothing", async () => {
    const family = [
      { primary_slug: 'ola', name: 'Ola Berg', emails: [{ email: 'berg@home.example' }] },
      { primary_slug: 'eva', name: 'Eva Berg', emails: [{ email: 'berg@home.example' }] },
      { name: 'Nils Berg', emails: [{ email: 'berg@home.example' }] },
    ]
    expect(await write('people', family)).toMatchObject({ created: 3 })
    expect(await write('people', family)).toMatchObject({ created: 0, changed: 0, unchanged: 3 })
    expect(await count()).toBe(3)
  })

  test('an address and the same name join, with evidence, and the join can be undone', async () => {
    await write('people', [
      { primary_slug: 'ada', name: 'Ada Lindqvist', emails: [{ email: 'ada@a.example' }] },
    ])
    const line = {
      primary_slug: 'ada-l',
      name: 'Ada M. Lindqvist',
      headline: 'Engineer',
      emails: [{ email: 'ada@a.example' }, { email: 'ada@b.example' }],
    }
    expect(await write('people', [line], '2026-02-01', 'crm')).toMatchObject({ created: 0, changed: 1 })
    const { merges } = await identity.explain('people', await idOf('people', 'slug:ada'))
    expect(merges).toMatchObject([
      {
        actor: 'import:crm',
        mergedId: null,
        evidence: [expect.stringMatching(/^em:/), expect.stringMatching(/^name:/)],
      },
    ])
    expect(merges[0]?.score).toBeGreaterThan(0.9)
    const { kept, restored } = await identity.split(merges[0]?.id as string, { actor: 'test' })
    expect(kept).not.toBe(restored)
    expect(await resolve('ada')).toMatchObject({ name: 'Ada Lindqvist', headline: null, slugs: ['ada'] })
    expect(await resolve('ada-l')).toMatchObject({
      name: 'Ada M. Lindqvist',
      headline: 'Engineer',
      slugs: ['ada-l'],
    })
    expect(await idOf('people', 'slug:ada-l')).toBe(restored)
    await expect(identity.split(merges[0]?.id as string, { actor: 'test' })).rejects.toThrow(/undone before/)
  })

  test('a company that an earlier program stored under the number of its page as a slug is known by the number', async () => {
    const line = { preferred_name: 'Acme', pnet_primary_slug: 'https://www.linkedin.com/company/1035' }
    const { complete, identifiers } = kinds.companies
    Object.assign(kinds.companies, {
      complete: (members: Record<string, unknown>, id: string) => ({
        ...complete(members, id),
        ...storedBefore,
      }),
      identifiers: () => ['slug:1035'],
    })
    const before = await write('companies', [line]).finally(() =>
      Object.assign(kinds.companies, { complete, identifiers }),
    )
    expect(before).toMatchObject({ created: 1 })
    await service.db.query(sql`
      UPDATE corpus_commits SET search_index = 16, identifier_index = 16 WHERE kind = 'companies'`)
    await rebuildIndex({ db: service.db, engine: service.engine })
    await service.almanac.snapshots.refresh()
    const found = await idOf('companies', 'org:1035')
    const again = await write('companies', [{ ...line, short_description: 'Tools' }], '2026-02-01')
    expect(again).toMatchObject({ created: 0, changed: 1 })
    expect(await identity.find('companies', 'slug:1035')).toEqual([found])
    const body = { companies: [{ identifier: 'pnetUrl', value: line.pnet_primary_slug }] }
    const { output } = (await service.send('POST /v1/company-resolve', { key, body })).body
    expect(output.data[0].company).toMatchObject({
      li_org_id: '1035',
      pnet_primary_slug: null,
      short_description: 'Tools',
    })
  })

  test('homonyms with nothing in common stay apart, whatever their names', async () => {
    const twins = ['a', 'b'].map((slug) => ({ primary_slug: `john-smith-${slug}`, name: 'John Smith' }))
    expect(await write('people', twins)).toMatchObject({ created: 2 })
    const companies = ['a', 'b'].map((slug) => ({
      preferred_name: 'Phoenix',
      domains: [`phoenix-${slug}.example`],
    }))
    expect(await write('companies', companies)).toMatchObject({ created: 2 })
  })

  test('a number passed on joins nobody', async () => {
    const [number] = ['+46701234567']
    await write('people', [{ primary_slug: 'ada', name: 'Ada Lindqvist', phone_numbers: [{ number }] }])
    const passedOn = { name: 'Wei Chen', phone_numbers: [{ number }] }
    expect(await write('people', [passedOn], '2026-02-01')).toMatchObject({ created: 1 })
  })

  test('a company renamed on its domain stays one, with both names; another page on it is another company', async () => {
    await write('companies', [
      { preferred_name: 'Facebook', domains: ['fb.example'], pnet_primary_slug: 'facebook' },
    ])
    const renamed = { preferred_name: 'Meta', domains: ['fb.example'] }
    expect(await write('companies', [renamed], '2026-02-01')).toMatchObject({ created: 0, changed: 1 })
    const other = { preferred_name: 'Oculus', domains: ['fb.example'], pnet_primary_slug: 'oculus' }
    expect(await write('companies', [other], '2026-03-01')).toMatchObject({ created: 1 })
    const asked = { companyName: { value: 'Facebook' } }
    const found = await service.send('POST /v1/kitchen-sink/company', { key, body: asked })
    expect(found.body.output.data[0]).toMatchObject({ preferred_name: 'Meta', names: ['Meta', 'Facebook'] })
  })
})

describe('by hand', () => {
  const ada = {
    primary_slug: 'ada',
    name: 'Ada Lindqvist',
    user_id: '1',
    headline: 'Engineer',
    emails: [{ email: 'ada@a.example' }],
  }
  const other = {
    primary_slug: 'a-lindqvist',
    name: 'A. Lindqvist',
    user_id: '2',
    summary: 'Builds robots',
    emails: [{ email: 'ada@b.example' }],
  }

  test('a merge makes two one: identifiers and contacts move, counts fall by one, and lines of both go to it', async () => {
    await write('people', [ada])
    await write('people', [other], '2026-02-01')
    const [into, from] = [await idOf('people', 'slug:ada'), await idOf('people', 'slug:a-lindqvist')]
    await identity.merge('people', { into, from, actor: 'operator:test', reason: 'the same face' })
    expect(await count()).toBe(1)
    for (const slug of ['ada', 'a-lindqvist'])
      expect(await resolve(slug)).toMatchObject({
        primary_slug: 'ada',
        user_id: '1',
        headline: 'Engineer',
        summary: 'Builds robots',
      })
    for (const email of ['ada@a.example', 'ada@b.example']) {
      const found = await service.send('POST /v1/email-to-person/single', { key, body: { email } })
      expect(found.body.output.data).toMatchObject([{ primary_slug: 'ada' }])
    }
    expect(await write('people', [{ ...other, summary: 'Sold the robots' }], '2026-03-01')).toMatchObject({
      changed: 1,
    })
    expect(await resolve('ada')).toMatchObject({ summary: 'Sold the robots', user_id: '1' })
    expect(await count()).toBe(1)
  })

  test('what was said again counts: the older of two values does not win', async () => {
    const site = (name: string) => ({
      preferred_name: 'Twice',
      domains: [`${name}.example`],
      li_org_id: name.length.toString(),
    })
    const [one, two] = [site('once'), site('again')]
    for (const day of ['2025-06-01', '2026-01-01'])
      await write('companies', [{ ...one, li_headline: 'Makes twins' }], day)
    await write(
      'companies',
      [{ ...two, li_headline: 'Made twins', short_description: 'Twins' }],
      '2025-09-01',
    )
    await write(
      'companies',
      [{ ...two, li_headline: 'Made twins', short_description: 'Twins' }],
      '2025-10-01',
    )
    const [into, from] = [
      await idOf('companies', 'dom:once.example'),
      await idOf('companies', 'dom:again.example'),
    ]
    await identity.merge('companies', { into, from, actor: 'operator:test', reason: 'one site' })
    const body = { companies: [{ identifier: 'domain', value: 'once.example' }], includeProvenance: true }
    const { output } = (await service.send('POST /v1/company-resolve', { key, body })).body
    expect(output.data[0].company).toMatchObject({ li_headline: 'Makes twins', short_description: 'Twins' })
    expect(output.provenance[0].members).toMatchObject({
      li_headline: { verifiedAt: '2026-01-01T00:00:00.000Z' },
      short_description: { verifiedAt: '2025-10-01T00:00:00.000Z' },
    })
  })

  test('a split brings both back as they were, and keeps what was learnt since', async () => {
    await write('people', [ada, other])
    const [before, otherBefore] = [await resolve('ada'), await resolve('a-lindqvist')]
    const [into, from] = [await idOf('people', 'slug:ada'), await idOf('people', 'slug:a-lindqvist')]
    const merge = await identity.merge('people', { into, from, actor: 'operator:test', reason: 'a guess' })
    await write('people', [{ primary_slug: 'ada', skills: ['Go'] }], '2026-03-01')
    expect(await identity.split(merge, { actor: 'operator:test' })).toEqual({ kept: into, restored: from })
    expect(await resolve('ada')).toEqual({ ...before, skills: ['Go'] })
    expect(await resolve('a-lindqvist')).toEqual(otherBefore)
    expect(await count()).toBe(2)
    const { merges } = await identity.explain('people', into)
    expect(merges).toMatchObject([
      { id: merge, evidence: ['a guess'], undoneCommit: expect.any(Number), undoneBy: 'operator:test' },
    ])
    expect(await write('people', [other], '2026-04-01')).toMatchObject({ created: 0 })
  })

  test('refuses unknown entities, an entity and itself, and unknown merges; nothing is written', async () => {
    await write('people', [ada])
    const into = await idOf('people', 'slug:ada')
    const by = { actor: 'test', reason: 'x' }
    await expect(identity.merge('people', { into, from: '999', ...by })).rejects.toThrow(/no entity 999/)
    await expect(identity.merge('people', { into, from: into, ...by })).rejects.toThrow(/itself/)
    await expect(identity.split('999', by)).rejects.toThrow(/no merge/)
    expect(await count()).toBe(1)
  })
})

test('explain names identifiers, who shares them, and where the record is from', async () => {
  await write('people', [
    { primary_slug: 'ola', name: 'Ola Berg', emails: [{ email: 'berg@home.example' }] },
    { primary_slug: 'eva', name: 'Eva Berg', emails: [{ email: 'berg@home.example' }] },
  ])
  const [ola, eva] = [await idOf('people', 'slug:ola'), await idOf('people', 'slug:eva')]
  const found = await identity.explain('people', ola)
  expect(found.identifiers).toEqual([
    { token: 'slug:ola', sharedWith: [] },
    { token: expect.stringMatching(/^em:/), sharedWith: [eva] },
  ])
  expect(found.version?.sealed.provenance[0]).toMatchObject({ source: 'test' })
})
