import { beforeAll, describe, expect, test } from 'vitest'
import type { TestOrganization } from '../../../support/platform.ts'
import { testAlmanac, type TestAlmanac } from '../../../support/harness.ts'
import { newCanary, operatorToken, type Canary } from '../../../worlds/subjects.ts'

const spellings: Record<string, (slug: string) => string> = {
  plain: (slug) => `https://linkedin.com/in/${slug}`,
  www: (slug) => `https://www.linkedin.com/in/${slug}/`,
  country: (slug) => `http://de.linkedin.com/in/${slug}?trk=public_profile`,
  capitals: (slug) => `HTTPS://WWW.LinkedIn.com/IN/${slug.toUpperCase()}/`,
  mobile: (slug) => `https://m.linkedin.com/mwlite/in/${slug}#top`,
  bare: (slug) => `linkedin.com/in/${slug}/`,
  encoded: (slug) => `https://www.linkedin.com/in/${slug.replace('quartz', 'qu%61rtz')}/details/`,
}

/** How somebody's page came in, and what is given of them to be taken out. */
const names = Object.keys(spellings)
const cases = [
  ...names.map((name, index) => [name, names[(index + 1) % names.length]] as [string, string]),
  ...['email', 'slug', 'phone'].map((by) => ['country', by] as [string, string]),
]

describe.each([
  ['as it is installed', {}, cases],
  ['with another network set', { ALMANAC_NETWORK_HOSTS: 'othernet.example' }, cases.slice(2, 5)],
])('%s', (_hosts, settings, asked) => {
  let service: TestAlmanac
  let org: TestOrganization
  beforeAll(async () => {
    service = await testAlmanac({ settings: { ALMANAC_OPERATOR_TOKEN: operatorToken, ...settings } })
    org = await service.org()
  })
  const operate = (route: string, body: object) =>
    service.send(route, { body, headers: { authorization: `Bearer ${operatorToken}` } })
  const line = (canary: Canary, url: string) => ({
    url,
    name: canary.name,
    headline: canary.headline,
    emails: [{ email: canary.email }],
    phone_numbers: [{ number: canary.phone }],
    experiences: [
      { company_name: 'Zircon Works', title: 'Officer', is_current: true, company_domain: 'zircon.example' },
    ],
  })
  const ask = async (path: string, body: object) =>
    (await service.send(`POST /v1/${path}`, { key: org.rawKey, body })).text
  async function held(canary: Canary): Promise<string> {
    return [
      await ask('people-search', { searchParams: {}, pageSize: 100 }),
      await ask('person-resolve', { people: [{ identifier: 'pnetSlug', value: canary.slug }] }),
      await ask('email-to-person/single', { email: canary.email }),
      await ask('phone-to-person/single', { phoneNumber: canary.phone }),
    ].join('\n')
  }

  const givenOf = (canary: Canary, by: string) => {
    if (by === 'email') return { emails: [canary.email] }
    if (by === 'phone') return { phoneNumbers: [canary.phone] }
    return { profiles: [by === 'slug' ? canary.slug : spellings[by]!(canary.slug)] }
  }

  test('who was given by their page goes whatever they give, and comes back by no spelling of it', async () => {
    const people = asked.map(([spelling, by]) => {
      const canary = newCanary()
      return { spelling, by, canary, imported: line(canary, spellings[spelling]!(canary.slug)) }
    })
    const all = people.map(({ imported }) => imported)
    expect(await service.write('people', all)).toMatchObject({ created: people.length })
    for (const { spelling, by, canary } of people) {
      expect(await held(canary)).toContain(canary.headline)
      const { status, body } = await operate('POST /v1/privacy/suppressions', givenOf(canary, by))
      const told = [spelling, by, status, body.output?.numPeopleRemoved]
      expect(told).toEqual([spelling, by, 200, 1])
      const after = await held(canary)
      for (const text of [canary.headline, canary.name])
        expect(after, `${spelling} ${by}`).not.toContain(text)
    }
    const again = people.flatMap(({ canary, imported: { headline, experiences } }) =>
      Object.values(spellings).map((spell) => ({
        url: spell(canary.slug),
        name: canary.name,
        headline,
        experiences,
      })),
    )
    const lines = [...all, ...again]
    expect(await service.write('people', lines)).toMatchObject({ created: 0, suppressed: lines.length })
  })

  test('whom a file before had under the id of their page as a slug is the same person, and stays gone', async () => {
    const id = `ACwAA${'B1a2b3c4d5e6f7g8h9i0'}${asked.length}xyzxyz`
    const name = 'Zita Quartz'
    const known = { primary_slug: id.toLowerCase(), name, headline: 'Known before' }
    expect(await service.write('people', [known])).toMatchObject({ created: 1 })
    const page = { url: `https://www.linkedin.com/in/${id}`, name, summary: 'Known by the page' }
    expect(await service.write('people', [page])).toMatchObject({ created: 0, changed: 1 })
    const { body } = await operate('POST /v1/privacy/suppressions', { profiles: [known.primary_slug] })
    expect(body.output.numPeopleRemoved).toBe(1)
    expect(await service.write('people', [page])).toMatchObject({ created: 0, suppressed: 1 })
  })
})
