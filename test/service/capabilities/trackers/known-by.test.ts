import { expect, test } from 'vitest'
import { entityIdentity } from '../../../../src/capabilities/trackers/signal.ts'
import { openIdentity } from '../../../../src/corpus/write/index.ts'
import { sql } from '../../../../src/store/postgres/index.ts'
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
  writeCompanies,
  type SignalView,
} from '../../../../src/capabilities/trackers/fixtures/tracking.ts'
import type { TestOrganization } from '../../../support/platform.ts'

shareService()

test('signals of a company without a page carry what its record is known by, in list and event alike', async () => {
  const org = await service.org()
  const word = aSlug()
  const [domain, external_ids] = [`${word}.example`, { crm: `row-${word}` }]
  const write = async (count: number) => {
    service.clock.advance(60_000)
    const company = { preferred_name: `Firm ${word}`, domains: [domain], external_ids, ...staff(count) }
    await service.write('companies', [company])
  }
  await write(90)
  const id = await aList(org)
  await readOutput(ask(org, `PUT company-lists/${id}/companies`, { companies: [{ domain }] }))
  await refresh(org, id)
  await write(120)
  await refresh(org, id)
  const [signal] = await readSignals(org, id)
  const same = { name: `Firm ${word}`, domain, externalIds: external_ids, pnetSlug: null, pnetUrl: null }
  expect(signal).toMatchObject({ ...same, entityType: 'company', pnetIdentifier: null })
  const [event] = await readEvents(org, 'tracker.signal_detected')
  const { entityId } = signal as unknown as { entityId: string }
  expect(event.entity.identifiers).toMatchObject({ ...same, entityId, pnetOrgId: null })
})

/** Members that name an entity, of a signal. */
const identityOf = (signal: object) =>
  Object.fromEntries(Object.entries(signal).filter(([name]) => name in entityIdentity))

const post = async (org: TestOrganization, path: string, body: object) => {
  const answer = await service.send(`POST /v1/${path}`, { key: org.rawKey, body })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.output
}

test('a signal and its event name an entity by the same members, which look-ups and lists take', async () => {
  const org = await service.org()
  const slug = aSlug()
  await writeCompanies({ [slug]: staff(90) })
  const id = await aList(org, { slugs: [slug] })
  await refresh(org, id)
  await writeCompanies({ [slug]: staff(120) })
  await refresh(org, id)
  const [signal] = await readSignals(org, id)
  const identity = identityOf(signal as SignalView)
  const [event] = await readEvents(org, 'tracker.signal_detected')
  expect(event.entity.identifiers).toEqual(identity)
  expect(Object.keys(identity).toSorted()).toEqual(Object.keys(entityIdentity).toSorted())
  expect(identity).toMatchObject({ pnetSlug: slug, pnetOrgId: expect.any(String), pnetUserId: null })
  expect(identity['pnetIdentifier']).toBe(identity['pnetOrgId'])
  for (const name of ['entityId', 'pnetOrgId', 'pnetSlug', 'domain']) {
    const companies = [{ identifier: name, value: identity[name] }]
    const { data } = await post(org, 'company-resolve', { companies })
    expect([name, data[0].company?.entity_id]).toEqual([name, identity['entityId']])
    const other = await aList(org)
    const item = { [name]: identity[name] }
    expect(
      await readOutput(ask(org, `PUT company-lists/${other}/companies`, { companies: [item] })),
    ).toMatchObject({
      added: 1,
    })
  }
})

const identity = () => openIdentity(service, () => service.almanac.snapshots.refresh())

test('a company that is known by an account alone is found again by the entityId of its signal at every door', async () => {
  const org = await service.org()
  const word = aSlug().replaceAll('-', '_')
  const name = `Firm ${word}`
  const write = async (count: number) => {
    service.clock.advance(60_000)
    const company = { preferred_name: name, twitter_handles: [word.slice(-15)], ...staff(count) }
    const { created, changed } = await service.write('companies', [company])
    expect(created + changed).toBe(1)
  }
  await write(90)
  const id = await aList(org, { companySearchParams: { nameLike: { anyOf: [name] } } })
  // A list of a search is looked through as soon as it is made.
  await service.almanac.jobs.workNow()
  await write(120)
  await refresh(org, id)
  const signals = await readSignals(org, id)
  const signal = signals.find(({ type }) => type === 'headcount_crossed_threshold')
  const unknown = { pnetOrgId: null, pnetSlug: null, pnetUrl: null, domain: null, externalIds: null }
  expect(signal).toMatchObject({ name, ...unknown })
  const { entityId } = signal as unknown as { entityId: string }
  const byId = { identifier: 'entityId', value: entityId }
  const named = { preferred_name: name, entity_id: entityId }
  const searchParams = { exactCompanyV2: { anyOf: [{ identifier: 'entity-id', entity_id: entityId }] } }
  const { data } = await post(org, 'company-search', { searchParams })
  expect(data).toMatchObject([named])
  const resolved = await post(org, 'company-resolve', { companies: [byId] })
  expect(resolved.data).toMatchObject([{ found: true, company: named }])
  expect((await post(org, 'kitchen-sink/company', { companyIdentifier: byId })).data).toMatchObject([named])
  expect((await post(org, 'entity-history', { company: byId })).states).toHaveLength(2)
  const other = await aList(org)
  const companies = [{ entityId }]
  expect(await readOutput(ask(org, `PUT company-lists/${other}/companies`, { companies }))).toMatchObject({
    added: 1,
  })
  expect(await readOutput(ask(org, `DELETE company-lists/${other}/companies`, { companies }))).toMatchObject({
    removed: 1,
  })
  const none = { searchParams: { ...searchParams, nameLike: { noneOf: [name] } } }
  expect((await post(org, 'company-search', none)).data).toEqual([])
})

test('a person is found again by the entityId of a signal, and nobody by one that is no id', async () => {
  const org = await service.org()
  const slug = aSlug('person')
  await service.write('people', [{ name: 'Ida Sund', primary_slug: slug }])
  const { data } = await post(org, 'people-search', {
    searchParams: { exactProfile: { anyOf: [{ primary_slug: slug }] } },
  })
  const entityId: string = data[0].entity_id
  const byId = { identifier: 'entityId', value: entityId }
  const mine = { primary_slug: slug, entity_id: entityId }
  const searchParams = { exactProfile: { anyOf: [{ entity_id: entityId }] } }
  expect((await post(org, 'people-search', { searchParams })).data).toMatchObject([mine])
  expect((await post(org, 'kitchen-sink/person', { profileIdentifier: byId })).data).toMatchObject([mine])
  expect((await post(org, 'person-resolve', { people: [byId] })).data).toMatchObject([
    { found: true, person: mine },
  ])
  for (const value of ['nobody', '12.5', '-1', '9'.repeat(19)]) {
    const answer = await post(org, 'person-resolve', { people: [{ identifier: 'entityId', value }] })
    expect([value, answer.data[0].found]).toEqual([value, false])
  }
  const absent = { people: [{ identifier: 'entityId', value: '9'.repeat(18) }] }
  expect((await post(org, 'person-resolve', absent)).data).toMatchObject([{ found: false }])
})

test('an id of a company that was merged into another finds the one that remains, and its own again after the split', async () => {
  const org = await service.org()
  const [first, second] = [aSlug(), aSlug()]
  await writeCompanies({ [first]: staff(10), [second]: staff(20) })
  const find = async (value: string, identifier: string) => {
    const { data } = await post(org, 'company-resolve', { companies: [{ identifier, value }] })
    return data[0].company?.entity_id as string
  }
  const [into, from] = [await find(first, 'pnetSlug'), await find(second, 'pnetSlug')]
  const merge = await identity().merge('companies', {
    into,
    from,
    actor: 'operator:test',
    reason: 'the same',
  })
  expect(await find(from, 'entityId')).toBe(into)
  const searchParams = { exactCompanyV2: { anyOf: [{ identifier: 'entity-id', entity_id: from }] } }
  expect((await post(org, 'company-search', { searchParams })).data).toMatchObject([{ entity_id: into }])
  await identity().split(merge, { actor: 'operator:test' })
  expect(await find(from, 'entityId')).toBe(from)
})

test('signals of a company that was merged into another are read by the id of the one that remains, until the split', async () => {
  const org = await service.org()
  const [first, second] = [aSlug(), aSlug()]
  await writeCompanies({ [first]: staff(90), [second]: staff(90) })
  const list = await aList(org, { slugs: [second] })
  await refresh(org, list)
  await writeCompanies({ [second]: staff(120) })
  await refresh(org, list)
  const read = async (entityId: string) => {
    const query = `entityType=company&entityId=${entityId}`
    const { signals } = await readOutput(ask(org, `GET signals?${query}`))
    return (signals as { entityId: string }[]).map((signal) => signal.entityId)
  }
  const [signal] = await readSignals(org, list)
  const { entityId: from } = signal as unknown as { entityId: string }
  const companies = [{ identifier: 'pnetSlug', value: first }]
  const into: string = (await post(org, 'company-resolve', { companies })).data[0].company.entity_id
  expect([await read(into), await read(from)]).toEqual([[], [from]])
  const merge = await identity().merge('companies', {
    into,
    from,
    actor: 'operator:test',
    reason: 'the same',
  })
  expect([await read(into), await read(from), await read('nobody')]).toEqual([[from], [from], []])
  await identity().split(merge, { actor: 'operator:test' })
  expect([await read(into), await read(from)]).toEqual([[], [from]])
})

test('an id alone, which a company and a person may have, names no signals', async () => {
  const org = await service.org()
  const { status, body } = await ask(org, 'GET signals?entityId=4711')
  expect([status, body.issues]).toMatchObject([400, [{ path: 'entityType' }]])
})

test('signals that were stored before they named domain and external ids are still answered', async () => {
  const org = await service.org()
  const id = await aList(org, {
    rules: [{ type: 'company_went_inactive', entityType: 'company', isDummy: true }],
  })
  await readOutput(ask(org, `POST fire-dummy/${id}`, {}))
  await service.db.query(sql`
    UPDATE tracker_signals SET signal = signal - 'name' - 'domain' - 'externalIds' - 'pnetOrgId' - 'pnetUserId'
    WHERE list_id = ${id}`)
  expect(await readSignals(org, id)).toMatchObject([
    { name: null, domain: null, externalIds: null, pnetOrgId: '1001', pnetUserId: null, isDummy: true },
  ])
})
