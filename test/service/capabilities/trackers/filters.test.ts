import { describe, expect, test } from 'vitest'
import type { TestOrganization } from '../../../support/platform.ts'
import {
  aList,
  ask,
  aSlug,
  readOutput,
  refresh,
  service,
  shareService,
  readSignals,
  staff,
  writeCompanies,
} from '../../../../src/capabilities/trackers/fixtures/tracking.ts'
import { dayMs } from '../../../../src/lib/time.ts'

shareService()

const large = { employeeCountV2: { lowerBoundExclusive: 100 } }
const matched = (searchParams: object = large, more: object = {}) => ({
  type: 'custom_filter_matched',
  entityType: 'company',
  searchParams,
  ...more,
})
const left = (searchParams: object = large) => ({ ...matched(searchParams), type: 'custom_filter_left' })

/** What was told: type and slug, in order. */
const toldOf = async (org: TestOrganization, id: string) =>
  (await readSignals(org, id)).map(
    ({ type, pnetSlug }) => `${type.replace('custom_filter_', '')} ${pnetSlug}`,
  )

describe('rules that watch a search', () => {
  test('note first who is found, then tell each time a company starts or stops to match, once', async () => {
    const org = await service.org()
    const [a, b] = [aSlug(), aSlug()]
    await writeCompanies({ [a]: staff(90), [b]: staff(300) })
    const id = await aList(org, { slugs: [a, b], rules: [matched(large, { name: 'Large ones' }), left()] })
    await refresh(org, id)
    expect(await toldOf(org, id)).toEqual([])
    for (const count of [120, 130, 80, 70, 150]) {
      await writeCompanies({ [a]: staff(count) })
      await refresh(org, id)
    }
    expect(await toldOf(org, id)).toEqual([`matched ${a}`, `left ${a}`, `matched ${a}`])
    const [first, second] = await readSignals(org, id)
    expect(first).toMatchObject({
      summary: `Company ${a} matches Large ones.`,
      changeData: [{ kind: 'filter', direction: 'matched', name: 'Large ones' }],
    })
    expect(second).toMatchObject({ summary: `Company ${a} no longer matches the search of the rule.` })
    // Two entities a refresh, whatever the number of rules.
    expect(await service.captured(org)).toBe(5 * 2 * 2_000)
  })

  test('agree with the records themselves, whatever changes in whatever order', async () => {
    const org = await service.org(10_000)
    const slugs = Array.from({ length: 12 }, () => aSlug())
    let seed = 7
    const draw = (below: number) => (seed = (seed * 16_807) % 2_147_483_647) % below
    const made = () => ({
      ...staff(draw(200) + 1),
      // No member that history keeps.
      li_specialties: draw(3) === 0 ? ['zebra breeding'] : ['wool'],
    })
    const now = Object.fromEntries(slugs.map((slug) => [slug, made()]))
    const search = { group: { or: [large, { keywords: { containsAny: ['zebra'] } }] } }
    const matches = ({ employee_count_consensus: { gte }, li_specialties }: ReturnType<typeof made>) =>
      gte > 100 || li_specialties.includes('zebra breeding')
    await writeCompanies(now)
    const id = await aList(org, { slugs, rules: [matched(search), left(search)] })
    await refresh(org, id)
    const expected: string[] = []
    for (let step = 0; step < 5; step++) {
      const changed = slugs.filter(() => draw(3) === 0)
      const before = structuredClone(now)
      for (const slug of changed) now[slug] = made()
      await writeCompanies(Object.fromEntries(changed.map((slug) => [slug, now[slug]!])))
      await refresh(org, id)
      for (const slug of changed) {
        const [was, is] = [matches(before[slug]!), matches(now[slug]!)]
        if (was !== is) expected.push(`${is ? 'matched' : 'left'} ${slug}`)
      }
    }
    expect(expected.length).toBeGreaterThan(5)
    expect((await toldOf(org, id)).toSorted()).toEqual(expected.toSorted())
  })

  test('begin with the first refresh after they were set or a member came, also when nothing was written', async () => {
    const org = await service.org()
    const [a, b] = [aSlug(), aSlug()]
    await writeCompanies({ [a]: staff(90), [b]: staff(90) })
    const id = await aList(org, { slugs: [a], rules: [] })
    await refresh(org, id)
    await readOutput(ask(org, `PATCH company-lists/${id}`, { trackingRules: [matched()] }))
    await refresh(org, id)
    await readOutput(ask(org, `PUT company-lists/${id}/companies`, { companies: [{ pnetSlug: b }] }))
    await writeCompanies({ [a]: staff(120), [b]: staff(120) })
    await refresh(org, id)
    expect(await toldOf(org, id)).toEqual([`matched ${a}`])
    // Who was away is noted again: what happened meanwhile is not told.
    await readOutput(ask(org, `DELETE company-lists/${id}/companies`, { companies: [{ pnetSlug: a }] }))
    await writeCompanies({ [a]: staff(80), [b]: staff(80) })
    await refresh(org, id)
    await readOutput(ask(org, `PUT company-lists/${id}/companies`, { companies: [{ pnetSlug: a }] }))
    await writeCompanies({ [a]: staff(120), [b]: staff(130) })
    await refresh(org, id)
    expect(await toldOf(org, id)).toEqual([`matched ${a}`, `matched ${b}`])
  })

  test('that cannot be paid is told by the next refresh that can', async () => {
    const org = await service.org(3)
    const [a, b] = [aSlug(), aSlug()]
    await writeCompanies({ [a]: staff(90), [b]: staff(90) })
    const rules = [matched()]
    const id = await aList(org, { slugs: [a, b], rules, billingMethod: 'per_notification' })
    await refresh(org, id)
    await writeCompanies({ [a]: staff(120), [b]: staff(120) })
    await refresh(org, id)
    expect([await toldOf(org, id), await service.captured(org)]).toEqual([[], 0])
    await writeCompanies({ [b]: staff(90) })
    await refresh(org, id)
    expect([await toldOf(org, id), await service.captured(org)]).toEqual([[`matched ${a}`], 2_000])
  })

  test('that goes by the day is asked about those who did not change, too', async () => {
    const org = await service.org()
    const slug = aSlug()
    const today = new Date(service.clock.now()).toISOString().slice(0, 10)
    await writeCompanies({ [slug]: { founded_on_consensus: today } })
    const window = { method: 'lastN', period: 'day', quantity: 3 }
    const young = { foundedOn: { strategy: 'relative', window } }
    const id = await aList(org, { slugs: [slug], rules: [left(young)] })
    await refresh(org, id)
    service.clock.advance(dayMs)
    await writeCompanies({ [aSlug()]: staff(1) })
    await refresh(org, id)
    expect(await toldOf(org, id)).toEqual([])
    service.clock.advance(3 * dayMs)
    await writeCompanies({ [aSlug()]: staff(1) })
    await refresh(org, id)
    expect(await toldOf(org, id)).toEqual([`left ${slug}`])
  })

  test('of people is asked again when an employer changed', async () => {
    const org = await service.org()
    const [employer, slug] = [aSlug(), aSlug('person')]
    await writeCompanies({ [employer]: staff(90) })
    const experience = {
      is_current: true,
      title: 'CTO',
      company_domain: `${employer}.example`,
      company_name: 'E',
    }
    await service.write('people', [{ primary_slug: slug, name: 'Ada', experiences: [experience] }])
    const rule = {
      type: 'person_custom_filter_matched',
      entityType: 'person',
      searchParams: {},
      companyParams: large,
    }
    const list = { name: 'People', refreshIntervalDays: 7, trackingRules: [rule] }
    const { id } = await readOutput(ask(org, 'POST person-lists', list))
    await readOutput(ask(org, `PUT person-lists/${id}/people`, { people: [{ pnetSlug: slug }] }))
    await refresh(org, id, 'person')
    await writeCompanies({ [employer]: staff(120) })
    await refresh(org, id, 'person')
    expect(await toldOf(org, id)).toEqual([`person_matched ${slug}`])
  })

  test('is refused at the place of what no search has, and nothing is stored', async () => {
    const org = await service.org()
    const refused = async (searchParams: object) => {
      const body = { name: 'A', refreshIntervalDays: 7, trackingRules: [left(), matched(searchParams)] }
      const { status, body: answer } = await ask(org, 'POST company-lists', body)
      return [status, answer.issues?.map(({ path }: { path: string }) => path)]
    }
    expect(await refused({ headcount: { min: 1 } })).toEqual([
      400,
      ['trackingRules[1].searchParams.headcount'],
    ])
    expect(await refused({ headquartersCountryCode: { anyOf: ['Atlantis'] } })).toEqual([
      400,
      ['trackingRules[1].searchParams.headquartersCountryCode.anyOf[0]'],
    ])
    expect((await readOutput(ask(org, 'GET company-lists'))).lists ?? []).toEqual([])
  })
})
