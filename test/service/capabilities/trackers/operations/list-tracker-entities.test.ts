import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import {
  aList,
  ask,
  aSlug,
  readOutput,
  refresh,
  service,
  shareService,
  staff,
  writeCompanies,
} from '../../../../../src/capabilities/trackers/fixtures/tracking.ts'

shareService()

describe('members of a tracker list', () => {
  test('are read in pages with what each was given as and what it is called now', async () => {
    verifies('op.list-tracker-companies')
    const org = await service.org()
    const slugs = [aSlug(), aSlug(), aSlug()]
    await writeCompanies(Object.fromEntries(slugs.map((slug) => [slug, staff(10)])))
    const [one, two, three] = slugs
    const id = await aList(org, { slugs: [one ?? ''] })
    const more = { companies: [{ domain: `https://${two}.example/about` }, { pnetSlug: three }] }
    await readOutput(ask(org, `PUT company-lists/${id}/companies`, more))
    const read = (query: string) => readOutput(ask(org, `GET company-lists/${id}/companies?${query}`))
    const first = await read('pageSize=2')
    expect(first).toMatchObject({ totalCount: 3, hasMore: true })
    const rest = await read(`pageSize=2&cursor=${first.nextCursor}`)
    expect(rest).toMatchObject({ hasMore: false, nextCursor: null })
    const common = { isKnown: true, addedBy: org.caller.keyId, entityType: 'company' }
    expect([...first.companies, ...rest.companies]).toEqual([
      expect.objectContaining({ ...common, givenAs: one, pnetSlug: one, name: `Company ${one}` }),
      expect.objectContaining({
        ...common,
        givenAs: `https://${two}.example/about`,
        domain: `${two}.example`,
      }),
      expect.objectContaining({ ...common, givenAs: three, pnetSlug: three }),
    ])
    const removed = { companies: [{ entityId: first.companies[0].entityId }] }
    await readOutput(ask(org, `DELETE company-lists/${id}/companies`, removed))
    const left = await read('')
    expect(left.companies.map(({ pnetSlug }: { pnetSlug: string }) => pnetSlug)).toEqual([two, three])
  })

  test('that a search found say so, and people are read alike', async () => {
    verifies('op.list-tracker-people')
    const org = await service.org()
    const slug = aSlug('person')
    service.clock.advance(60_000)
    await service.write('people', [{ primary_slug: slug, name: 'Ada Example' }])
    const company = aSlug()
    await writeCompanies({ [company]: staff(10) })
    const id = await aList(org, { companySearchParams: { domains: [`${company}.example`] } })
    await service.almanac.jobs.workNow()
    const { companies } = await readOutput(ask(org, `GET company-lists/${id}/companies`))
    expect(companies).toEqual([
      expect.objectContaining({ givenAs: null, addedBy: 'search', pnetSlug: company }),
    ])
    const other = await readOutput(
      ask(org, 'POST person-lists', { name: 'Chosen', refreshIntervalDays: 7, trackingRules: [] }),
    )
    await readOutput(ask(org, `PUT person-lists/${other.id}/people`, { people: [{ pnetSlug: slug }] }))
    const chosen = await readOutput(ask(org, `GET person-lists/${other.id}/people`))
    expect(chosen.people).toEqual([expect.objectContaining({ givenAs: slug, name: 'Ada Example' })])
  })

  test('of another organization are not there: 404', async () => {
    const [org, other] = [await service.org(), await service.org()]
    const id = await aList(org)
    expect((await ask(other, `GET company-lists/${id}/companies`)).status).toBe(404)
  })
})

describe('signals across lists', () => {
  test('are read newest first, narrowed by list, type and day, in pages that meet', async () => {
    verifies('op.list-all-tracker-signals')
    const org = await service.org()
    const slugs = [aSlug(), aSlug()]
    const write = (count: number) =>
      writeCompanies(Object.fromEntries(slugs.map((slug) => [slug, staff(count)])))
    await write(90)
    const lists = [await aList(org, { slugs, name: 'One' }), await aList(org, { slugs, name: 'Two' })]
    for (const id of lists) await refresh(org, id)
    await write(120)
    for (const id of lists) {
      await refresh(org, id)
      service.clock.advance(86_400_000)
    }
    type Listed = { id: string; listId: string; foundAt: string }
    const read = (query = '') => readOutput(ask(org, `GET signals?${query}`))
    const all = (await read()).signals as Listed[]
    expect(all.map(({ listId }) => listId)).toEqual([lists[1], lists[1], lists[0], lists[0]])
    expect(all[0]).toMatchObject({
      listName: 'Two',
      isListArchived: false,
      type: 'headcount_crossed_threshold',
    })
    const ids: string[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: { signals: Listed[]; nextCursor: string | null } = await read(
        `pageSize=3${cursor && `&cursor=${cursor}`}`,
      )
      ids.push(...page.signals.map(({ id }) => id))
      cursor = page.nextCursor
    }
    expect(ids).toEqual(all.map(({ id }) => id))
    const count = async (query: string) => (await read(query)).signals.length
    expect(await count(`listId=${lists[0]}`)).toBe(2)
    expect(await count(`from=${all[0]?.foundAt}`)).toBe(2)
    expect(await count(`to=${all[0]?.foundAt}&entityType=company`)).toBe(2)
    expect(await count('type=headcount_crossed_threshold&type=new_office')).toBe(4)
    expect([
      await count('type=new_office'),
      await count('entityType=person'),
      await count('filter=dummy'),
    ]).toEqual([0, 0, 0])
    const other = await service.org()
    expect((await readOutput(ask(other, 'GET signals'))).signals).toEqual([])
    expect((await ask(other, `GET signals?listId=${lists[0]}`)).status).toBe(404)
    expect((await ask(org, 'GET signals?from=2026-02-01T00:00:00Z&to=2026-01-01T00:00:00Z')).status).toBe(400)
  })
})
