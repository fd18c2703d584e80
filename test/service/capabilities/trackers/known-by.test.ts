import { expect, test } from 'vitest'
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
} from '../../../../src/capabilities/trackers/fixtures/tracking.ts'

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
  const [told] = await readEvents(org, 'tracker.signal_detected')
  const { entityId } = signal as unknown as { entityId: string }
  expect(told.entity.identifiers).toMatchObject({ ...same, entityId, pnetOrgId: null })
})

test('signals that were stored before they named domain and external ids are still answered', async () => {
  const org = await service.org()
  const id = await aList(org, {
    rules: [{ type: 'company_went_inactive', entityType: 'company', isDummy: true }],
  })
  await readOutput(ask(org, `POST fire-dummy/${id}`, {}))
  await service.db.query(sql`
    UPDATE tracker_signals SET signal = signal - 'name' - 'domain' - 'externalIds' WHERE list_id = ${id}`)
  expect(await readSignals(org, id)).toMatchObject([
    { name: null, domain: null, externalIds: null, isDummy: true },
  ])
})
