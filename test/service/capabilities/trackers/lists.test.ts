import { describe, expect, test } from 'vitest'
import { verifies } from '../../../conformance/verifies.ts'
import type { TestOrganization } from '../../../support/platform.ts'
import {
  aList,
  ask,
  aSlug,
  readEvents,
  readOutput,
  refresh,
  service,
  shareService,
  readSignals,
  staff,
  threshold,
  writeCompanies,
} from '../../../../src/capabilities/trackers/fixtures/tracking.ts'

shareService()

const position = (title: string) => ({
  pnet_company_id: '1',
  company_name: 'Acme',
  title,
  is_current: true,
  start_date: '2025-06-01',
})

async function writePeople(people: Record<string, object>): Promise<void> {
  service.clock.advance(60_000)
  const records = Object.entries(people).map(([primary_slug, more]) => ({
    primary_slug,
    name: `Person ${primary_slug}`,
    ...more,
  }))
  await service.write('people', records)
}

const ofPeople = { type: 'person_title_changed', entityType: 'person' }
const personList = async (org: TestOrganization, more: object = {}) => {
  const body = { name: 'Champions', refreshIntervalDays: 1, trackingRules: [ofPeople], ...more }
  return (await readOutput(ask(org, 'POST person-lists', body))).id as string
}

describe.each([
  ['company', 'companyCount', threshold(), { companySearchParams: { domains: ['nobody.example'] } }],
  ['person', 'personCount', ofPeople, { prospectSearchParams: { keywords: { containsAll: ['nobody'] } } }],
] as const)('lists of kind %s', (kind, count, rule, search) => {
  const body = (more: object = {}) => ({
    name: ' Watched ',
    refreshIntervalDays: 7,
    trackingRules: [rule],
    ...more,
  })
  const make = (org: TestOrganization, more: object = {}) => ask(org, `POST ${kind}-lists`, body(more))

  test('are made, read, listed, changed and archived', async () => {
    verifies(
      'op.create-tracker-company-list',
      'op.create-tracker-person-list',
      'op.get-tracker-company-list',
      'op.get-tracker-person-list',
      'op.list-tracker-company-lists',
      'op.list-tracker-person-lists',
      'op.update-tracker-company-list',
      'op.update-tracker-person-list',
      'op.delete-tracker-company-list',
      'op.delete-tracker-person-list',
      'tracker.list.create',
      'tracker.delete-archives',
    )
    const org = await service.org()
    const made = await make(org)
    expect([made.status, made.body.chargeInfo.method]).toEqual([200, 'free'])
    const list = made.body.output
    expect(list).toMatchObject({
      name: 'Watched',
      refreshIntervalDays: 7,
      isActive: true,
      isArchived: false,
      isDynamic: false,
      [count]: 0,
      billingMethod: 'per_check',
      nextRefreshAt: new Date(service.clock.now() + 7 * 86_400_000).toISOString(),
      trackingRules: [{ id: expect.stringMatching(/^trule_/), ...rule, isDummy: false }],
    })
    expect(await readOutput(ask(org, `GET ${kind}-lists/${list.id}`))).toEqual(list)
    expect((await readOutput(ask(org, `GET ${kind}-lists`))).lists).toEqual([list])
    // A rule as it was read may be sent back with its id.
    const rules = [list.trackingRules[0], { ...rule, isDummy: true }]
    const change = { name: 'Other', refreshIntervalDays: 90, isActive: false, trackingRules: rules }
    const changed = await readOutput(ask(org, `PATCH ${kind}-lists/${list.id}`, change))
    expect(changed).toMatchObject({
      name: 'Other',
      refreshIntervalDays: 90,
      isActive: false,
      nextRefreshAt: null,
    })
    expect(changed.trackingRules[0].id).toBe(list.trackingRules[0].id)
    expect(changed.trackingRules[1].id).not.toBe(list.trackingRules[0].id)
    expect(await readOutput(ask(org, `DELETE ${kind}-lists/${list.id}`))).toEqual({
      id: list.id,
      archived: true,
    })
    expect((await readOutput(ask(org, `GET ${kind}-lists`))).lists).toEqual([])
    expect(await readOutput(ask(org, `GET ${kind}-lists/${list.id}`))).toMatchObject({
      isArchived: true,
      isActive: false,
    })
    expect((await ask(org, `PATCH ${kind}-lists/${list.id}`, { name: 'x' })).status).toBe(404)
    expect((await ask(org, `POST ${kind}-lists/${list.id}/refresh`, {})).status).toBe(404)
  })

  test.each([
    ['name', { name: ' ' }],
    ['refreshIntervalDays', { refreshIntervalDays: 0 }],
    ['refreshIntervalDays', { refreshIntervalDays: 91 }],
    ['refreshIntervalDays', { refreshIntervalDays: undefined }],
    ['maxDynamicMembers', { maxDynamicMembers: 10_001 }],
    ['maxDynamicMembers', { maxDynamicMembers: 0 }],
    ['billingMethod', { billingMethod: 'monthly' }],
    ['trackingRules[0].type', { trackingRules: [{ type: 'no_rule', entityType: kind }] }],
    ['trackingRules[0].lookbackDays', { trackingRules: [{ ...rule, lookbackDays: 0 }] }],
  ])('400 at %s for %j, and makes nothing', async (path, more) => {
    const org = await service.org()
    const answer = await make(org, more)
    expect([answer.status, answer.body.issues?.[0].path]).toEqual([400, path])
    expect((await readOutput(ask(org, `GET ${kind}-lists`))).lists).toEqual([])
  })

  test('of another organization are unknown ones', async () => {
    const [owner, other] = [await service.org(), await service.org()]
    const { id } = await readOutput(make(owner))
    const items =
      kind === 'company' ? { companies: [{ domain: 'a.example' }] } : { people: [{ pnetSlug: 'a' }] }
    const members = kind === 'company' ? 'companies' : 'people'
    const calls: [string, object | undefined][] = [
      [`GET ${kind}-lists/ID`, undefined],
      [`PATCH ${kind}-lists/ID`, { name: 'x' }],
      [`DELETE ${kind}-lists/ID`, undefined],
      [`PUT ${kind}-lists/ID/${members}`, items],
      [`DELETE ${kind}-lists/ID/${members}`, items],
      [`POST ${kind}-lists/ID/refresh`, {}],
      ['GET signals/ID', undefined],
      ['POST fire-dummy/ID', {}],
    ]
    for (const [route, sent] of calls) {
      const foreign = await ask(other, route.replace('ID', id), sent)
      const unknown = await ask(other, route.replace('ID', 'tclist_none'), sent)
      expect([foreign.status, unknown.status, foreign.body.message], route).toEqual([
        404,
        404,
        unknown.body.message,
      ])
    }
    expect(await readOutput(ask(owner, `GET ${kind}-lists/${id}`))).toMatchObject({ isArchived: false })
  })

  test('with a search are dynamic', async () => {
    const org = await service.org()
    const list = await readOutput(make(org, search))
    expect(list).toMatchObject({ isDynamic: true, ...search })
    await service.almanac.jobs.workNow()
    expect(await readEvents(org, 'tracker.list_run_completed')).toHaveLength(1)
    expect(await service.captured(org)).toBe(0)
  })
})

describe('members', () => {
  test('are added and removed by any identifier, invalid ones told by their places', async () => {
    verifies(
      'op.add-tracker-companies',
      'op.remove-tracker-companies',
      'tracker.list.add',
      'tracker.list.remove',
      'tracker.add-free',
    )
    const org = await service.org()
    const [a, b] = [aSlug(), aSlug()]
    await writeCompanies({ [a]: {}, [b]: {} })
    const id = await aList(org)
    const companies = [
      { pnetUrl: `https://www.pnet.example/company/${a}/` },
      { domain: `https://${a}.example/about` },
      { pnetSlug: b },
      { pnetSlug: 'nobody-of-this-name' },
      { domain: 'no host' },
      {},
      { pnetOrgId: 'abc' },
    ]
    const { status, body } = await ask(org, `PUT company-lists/${id}/companies`, { companies })
    expect([status, body.chargeInfo.method]).toEqual([200, 'free'])
    expect(body.output).toMatchObject({
      added: 2,
      skipped: 1,
      initialSignals: { triggered: false, companiesQueued: 0 },
    })
    const invalid = body.output.invalidCompanies as { index: number; reason: string }[]
    expect(invalid.map(({ index }) => index)).toEqual([3, 4, 5, 6])
    expect(invalid[0]!.reason).toBe('No company has this identifier.')
    const removed = await readOutput(
      ask(org, `DELETE company-lists/${id}/companies`, {
        companies: [{ domain: `${b}.example` }, { pnetSlug: 'nobody-x' }],
      }),
    )
    expect(removed).toEqual({ removed: 1, notFound: 1, failedIdentifiers: ['nobody-x'] })
    expect((await readOutput(ask(org, `GET company-lists/${id}`))).companyCount).toBe(1)
    const again = await readOutput(
      ask(org, `DELETE company-lists/${id}/companies`, { companies: [{ pnetSlug: b }] }),
    )
    expect(again).toEqual({ removed: 0, notFound: 1, failedIdentifiers: [b] })
    const query = encodeURIComponent(JSON.stringify([{ pnetSlug: a }, { pnetSlug: b }]))
    const byQuery = await readOutput(ask(org, `DELETE company-lists/${id}/companies?companies=${query}`))
    expect(byQuery).toEqual({ removed: 1, notFound: 1, failedIdentifiers: [b] })
  })

  test('of lists of people are watched like companies', async () => {
    verifies(
      'op.add-tracker-people',
      'op.remove-tracker-people',
      'op.refresh-tracker-person-list',
      'op.refresh-tracker-company-list',
    )
    const org = await service.org()
    const slug = aSlug('person')
    await writePeople({ [slug]: { experiences: [position('Engineer')] } })
    const id = await personList(org)
    const added = await readOutput(
      ask(org, `PUT person-lists/${id}/people`, { people: [{ pnetSlug: slug }, { pnetUserId: '1' }] }),
    )
    expect(added).toMatchObject({ added: 1, invalidPeople: [{ index: 1 }] })
    const wrong = await ask(org, `PUT person-lists/${id}/people`, { people: [{ pnetUserId: 'abc' }] })
    expect([wrong.status, wrong.body.issues[0].path]).toEqual([400, 'people[0].pnetUserId'])
    await refresh(org, id, 'person')
    await writePeople({ [slug]: { experiences: [position('Head of Engineering')] } })
    await refresh(org, id, 'person')
    expect(await readSignals(org, id)).toMatchObject([
      {
        type: 'person_title_changed',
        pnetSlug: slug,
        changeData: [{ title: 'Head of Engineering', previousTitle: 'Engineer' }],
      },
    ])
    const removed = await readOutput(
      ask(org, `DELETE person-lists/${id}/people`, { people: [{ pnetSlug: slug }] }),
    )
    expect(removed.removed).toBe(1)
  })

  test('added with initialSignals tell what changed last, for nothing', async () => {
    const org = await service.org()
    const slug = aSlug()
    await writeCompanies({ [slug]: staff(90) })
    await writeCompanies({ [slug]: staff(120) })
    const id = await aList(org)
    const body = { companies: [{ pnetSlug: slug }], initialSignals: true }
    const added = await readOutput(ask(org, `PUT company-lists/${id}/companies`, body))
    expect(added.initialSignals).toEqual({ triggered: true, companiesQueued: 1 })
    await readOutput(ask(org, `PUT company-lists/${id}/companies`, body))
    expect(await readSignals(org, id)).toMatchObject([
      { pnetSlug: slug, changeData: [{ previous: 90, current: 120 }] },
    ])
    expect(await service.captured(org)).toBe(0)
  })

  test('found by a search join and depart, and both is told', async () => {
    const org = await service.org()
    const [a, b] = [aSlug(), aSlug()]
    await writeCompanies({ [a]: staff(90), [b]: staff(90) })
    const id = await aList(org, { companySearchParams: { domains: [`${a}.example`] } })
    await service.almanac.jobs.workNow()
    expect((await readOutput(ask(org, `GET company-lists/${id}`))).companyCount).toBe(1)
    await readOutput(
      ask(org, `PATCH company-lists/${id}`, { companySearchParams: { domains: [`${b}.example`] } }),
    )
    await refresh(org, id)
    const told = (await readSignals(org, id)).map(({ type, pnetSlug, changeData }) => [
      type,
      pnetSlug,
      changeData[0],
    ])
    expect(told.toSorted()).toEqual([
      [
        'entity_departed_list',
        a,
        { kind: 'departed', listId: id, listName: 'Customers', reason: 'no_longer_matches' },
      ],
      ['entity_joined_list', b, { kind: 'joined', listId: id, listName: 'Customers', reason: 'now_matches' }],
    ])
  })
})

describe('records around a company', () => {
  test('are told when they appear, by keyword and function, and not again when they are written again', async () => {
    const org = await service.org()
    const slug = aSlug()
    await writeCompanies({ [slug]: {} })
    const common = { entityType: 'company' }
    const rules = [
      { type: 'job_posting_with_keyword', keywords: ['robotics'], ...common },
      { type: 'news_with_keyword', keywords: ['expansion'], ...common },
      { type: 'company_posted', minReactions: 5, ...common },
    ]
    const id = await aList(org, { slugs: [slug], rules })
    await refresh(org, id)
    const company = { pnet_primary_slug: slug }
    const posting = (more: object) => ({
      job_id: `${slug}-1`,
      title: 'Robotics Engineer',
      status: 'active',
      company,
      ...more,
    })
    const write = async (kind: 'postings' | 'news' | 'posts', record: object) => {
      service.clock.advance(60_000)
      await service.write(kind, [record])
    }
    await write('postings', posting({}))
    await write('news', {
      article_id: `${slug}-n`,
      title: 'An expansion',
      companies: [company],
      published_at: '2026-01-10T00:00:00Z',
    })
    const post = (num_reactions: number) => ({
      post_id: `${slug}-p`,
      author_type: 'company',
      author_pnet_slug: slug,
      company,
      caption: 'Hello',
      num_reactions,
    })
    await write('posts', post(4))
    await refresh(org, id)
    const types = async () => (await readSignals(org, id)).map(({ type }) => type).toSorted()
    expect(await types()).toEqual(['job_posting_with_keyword', 'news_with_keyword'])
    await write('postings', posting({ applicant_range: { gte: 10, lte: 20 } }))
    await write('posts', post(9))
    await refresh(org, id)
    expect(await types()).toEqual(['company_posted', 'job_posting_with_keyword', 'news_with_keyword'])
  })

  test('people who were hired are told', async () => {
    const org = await service.org()
    const [slug, person] = [aSlug(), aSlug('person')]
    await writeCompanies({ [slug]: {} })
    const at = (company_domain: string) => [
      { ...position('VP Sales'), pnet_company_id: null, company_name: company_domain, company_domain },
    ]
    await writePeople({ [person]: { experiences: at('elsewhere.example') } })
    const rules = [{ type: 'recently_hired_with_title', entityType: 'company', titleKeywords: ['vp sales'] }]
    const id = await aList(org, { slugs: [slug], rules })
    await refresh(org, id)
    await writePeople({ [person]: { experiences: at(`${slug}.example`) } })
    await refresh(org, id)
    expect(await readSignals(org, id)).toMatchObject([
      { changeData: [{ kind: 'employee', title: 'VP Sales', primarySlug: person }] },
    ])
  })
})

describe('signals', () => {
  test('page by cursor, and are filtered', async () => {
    verifies('op.list-tracker-signals', 'tracker.signal.paging', 'tracker.signals-free')
    const org = await service.org()
    const slugs = Array.from({ length: 5 }, () => aSlug())
    const all = (count: number) => Object.fromEntries(slugs.map((slug) => [slug, staff(count)]))
    await writeCompanies(all(90))
    const id = await aList(org, { slugs, rules: [threshold(), threshold({ isDummy: true })] })
    await refresh(org, id)
    await writeCompanies(all(120))
    await refresh(org, id)
    await readOutput(ask(org, `POST fire-dummy/${id}`, {}))
    const found: string[] = []
    for (let cursor: string | null = '', pages = 0; cursor !== null; pages += 1) {
      const { body, status } = await ask(
        org,
        `GET signals/${id}?pageSize=2${cursor === '' ? '' : `&cursor=${cursor}`}`,
      )
      expect([status, body.chargeInfo.method]).toEqual([200, 'free'])
      found.push(...body.output.signals.map((signal: { id: string }) => signal.id))
      cursor = body.output.nextCursor
      expect(pages).toBeLessThan(4)
    }
    expect(new Set(found).size).toBe(6)
    expect(await readSignals(org, id, 'filter=dummy')).toHaveLength(1)
    expect(await readSignals(org, id, 'filter=real')).toHaveLength(5)
    expect((await ask(org, `GET signals/${id}?filter=some`)).status).toBe(400)
    expect((await ask(org, `GET signals/${id}?pageSize=101`)).status).toBe(400)
    expect((await ask(org, `GET signals/${id}?cursor=x`)).status).toBe(400)
  })

  test('of all lists are read by the id of a company, whichever list found them, page by page', async () => {
    const org = await service.org()
    const slugs = [aSlug(), aSlug()]
    await writeCompanies({ [slugs[0]!]: staff(90), [slugs[1]!]: staff(90) })
    const ids = [await aList(org, { slugs }), await aList(org, { slugs })]
    for (const id of ids) await refresh(org, id)
    await writeCompanies({ [slugs[0]!]: staff(120), [slugs[1]!]: staff(120) })
    for (const id of ids) await refresh(org, id)
    const read = async (query: string, of = org) => (await ask(of, `GET signals?${query}`)).body.output
    const found = await read('')
    expect(found.signals).toHaveLength(4)
    const { entityId, pnetSlug } = found.signals[0]
    const first = await read(`entityType=company&entityId=${entityId}&pageSize=1`)
    const cursor = `&cursor=${encodeURIComponent(first.nextCursor)}`
    const second = await read(`entityType=company&entityId=${entityId}&pageSize=1${cursor}`)
    expect(second).toMatchObject({ signals: [{ entityId, pnetSlug }], hasMore: false })
    expect([first.signals[0].listId, second.signals[0].listId].toSorted()).toEqual(ids.toSorted())
    expect((await ask(org, `GET signals?pageSize=1${cursor}`)).status).toBe(400)
    expect((await read('entityType=company&entityId=0')).signals).toEqual([])
    expect((await read(`entityType=company&entityId=${entityId}`, await service.org())).signals).toEqual([])
  })

  test('of test rules are fired for members, and for somebody made up where there are none', async () => {
    verifies('op.fire-tracker-dummy', 'event.test-signal', 'tracker.rules-free', 'tracker.rule.is-dummy')
    const org = await service.org()
    const slug = aSlug()
    await writeCompanies({ [slug]: {} })
    const rules = [threshold({ isDummy: true }), threshold({ threshold: 7 })]
    const id = await aList(org, { rules })
    const fire = async () => (await ask(org, `POST fire-dummy/${id}`, {})).body
    const empty = await fire()
    expect(empty.chargeInfo.method).toBe('free')
    expect(empty.output.signals).toMatchObject([
      {
        ruleType: 'headcount_crossed_threshold',
        entityId: null,
        isDummy: true,
        webhookDispatched: true,
        summary: 'Acme reached 100 employees.',
      },
    ])
    await readOutput(ask(org, `PUT company-lists/${id}/companies`, { companies: [{ pnetSlug: slug }] }))
    expect((await fire()).output.signals).toMatchObject([
      { summary: `Company ${slug} reached 100 employees.` },
    ])
    expect((await readEvents(org, 'tracker.signal_detected')).map(({ signal }) => signal.isDummy)).toEqual([
      true,
      true,
    ])
    expect((await readSignals(org, id)).map(({ isDummy }) => isDummy)).toEqual([true, true])
  })
})

test('the overview counts lists, forecasts credits and lists what is to come', async () => {
  verifies('op.get-tracker-overview', 'tracker.overview')
  const org = await service.org()
  const slugs = [aSlug(), aSlug(), aSlug()]
  await writeCompanies(Object.fromEntries(slugs.map((slug) => [slug, {}])))
  const id = await aList(org, { slugs, refreshIntervalDays: 3 })
  const other = await personList(org)
  await readOutput(ask(org, `PATCH person-lists/${other}`, { isActive: false }))
  const { body } = await ask(org, 'GET overview')
  expect(body.chargeInfo.method).toBe('free')
  expect(body.output).toMatchObject({
    summary: {
      totalCompanyLists: 1,
      totalPersonLists: 1,
      totalCompaniesTracked: 3,
      totalPeopleTracked: 0,
      totalActiveRules: 1,
      estimatedDailyCredits: 2,
      estimatedMonthlyCredits: 60,
    },
    companyLists: [{ id, entityCount: 3, ruleCount: 1, estimatedCreditsPerRefresh: 6, isActive: true }],
    personLists: [{ id: other, isActive: false, nextRefreshAt: null }],
    upcomingRefreshes: [{ listId: id, entityCount: 3, estimatedCredits: 6 }],
  })
})
