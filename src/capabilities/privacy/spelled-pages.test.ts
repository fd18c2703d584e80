import { beforeAll, describe, expect, test } from 'vitest'
import type { TestOrganization } from '../../../test/support/platform.ts'
import { testAlmanac, type TestAlmanac } from '../../../test/support/harness.ts'
import { newCanary, operatorToken, type Canary } from '../../../test/worlds/subjects.ts'

const spellings: Record<string, (slug: string) => string> = {
  plain: (slug) => `https://linkedin.com/in/${slug}`,
  www: (slug) => `https://www.linkedin.com/in/${slug}/`,
  country: (slug) => `http://de.linkedin.com/in/${slug}?trk=public_profile`,
  capitals: (slug) => `HTTPS://WWW.LinkedIn.com/IN/${slug.toUpperCase()}/`,
  mobile: (slug) => `https://m.linkedin.com/mwlite/in/${slug}#top`,
  bare: (slug) => `linkedin.com/in/${slug}/`,
  encoded: (slug) => `https://www.linkedin.com/in/${slug.replace('quartz', 'qu%61rtz')}/details/`,
}

describe.each([
  ['with the host unset', {}, Object.keys(spellings)],
  ['with the host set', { ALMANAC_NETWORK_HOSTS: 'linkedin.com' }, ['country', 'encoded']],
  ['with another host set', { ALMANAC_NETWORK_HOSTS: 'othernet.example' }, ['capitals', 'mobile']],
])('%s', (_hosts, settings, given) => {
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

  test.each(given)('one given as %s goes whatever they give', async (spelling) => {
    const names = Object.keys(spellings)
    const other = names[(names.indexOf(spelling) + 1) % names.length] as string
    for (const by of [other, 'email', 'slug', 'phone']) {
      const canary = newCanary()
      const imported = line(canary, spellings[spelling]!(canary.slug))
      expect(await service.write('people', [imported])).toMatchObject({ created: 1 })
      expect(await held(canary)).toContain(canary.headline)
      const asked =
        by === 'email'
          ? { emails: [canary.email] }
          : by === 'phone'
            ? { phoneNumbers: [canary.phone] }
            : { profiles: [by === 'slug' ? canary.slug : spellings[by]!(canary.slug)] }
      const { status, body } = await operate('POST /v1/privacy/suppressions', asked)
      expect([by, status]).toEqual([by, 200])
      expect(body.output, by).toMatchObject({ numPeopleRemoved: 1 })
      const after = await held(canary)
      for (const text of [canary.headline, canary.name]) expect(after, by).not.toContain(text)
      for (const [name, spell] of Object.entries(spellings)) {
        const { headline, experiences } = imported
        const bare = { url: spell(canary.slug), name: canary.name, headline, experiences }
        expect([by, name, await service.write('people', [bare])]).toMatchObject([
          by,
          name,
          { created: 0, suppressed: 1 },
        ])
      }
      expect(await service.write('people', [imported])).toMatchObject({ created: 0, suppressed: 1 })
    }
  })
})
