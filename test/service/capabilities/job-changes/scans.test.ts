import { describe, expect, test } from 'vitest'
import { verifies } from '../../../conformance/verifies.ts'
import { sql } from '../../../../src/store/postgres/index.ts'
import {
  anActive,
  aList,
  ask,
  aSlug,
  output,
  readProfiles,
  scanDue,
  service,
  shareService,
  works,
} from '../../../../src/capabilities/job-changes/fixtures/watching.ts'
import { deriveStatus } from '../../../../src/capabilities/job-changes/list-view.ts'

shareService()

const eventsOf = async ({ organizationId }: { organizationId: string }, type: string) =>
  (await service.almanac.events.list(organizationId, { after: undefined, limit: 100 }))
    .filter(({ event }) => event.type === type)
    .map(({ event }) => JSON.parse(event.data))

const movementsOf = async (...of: Parameters<typeof readProfiles>) =>
  Object.fromEntries(
    (await readProfiles(...of)).map(({ pnetUrl, latestMovement }) => [
      pnetUrl.replace(/.*\//, ''),
      latestMovement?.movement ?? null,
    ]),
  )

describe('a scan', () => {
  test('tells promotions, lateral moves and new roles, charged once each, and what else changed for nothing', async () => {
    verifies('job-change.activate', 'job-change.movement', 'job-change.profiles-page')
    const org = await service.org(1_000)
    const [up, aside, away, second, same] = Array.from({ length: 5 }, aSlug) as [
      string,
      string,
      string,
      string,
      string,
    ]
    const everybody = [up, aside, away, second, same]
    for (const slug of everybody) await works(slug, 'Engineer @ Acme #91001 2020-01')
    await service.write('companies', [
      {
        li_org_id: '91002',
        pnet_primary_slug: `beta-${same}`,
        preferred_name: 'Beta',
        domains: [`beta-${same}.example`],
      },
    ])
    const listId = await anActive(org, everybody)
    expect(await service.captured(org)).toBe(0)
    expect(await movementsOf(org, listId)).toEqual(
      Object.fromEntries(everybody.map((slug) => [slug, 'no-change'])),
    )

    service.clock.advance(86_400_000)
    await works(up, 'Senior Engineer @ Acme #91001 2026-01; Engineer @ Acme #91001 2020-01..2025-12')
    await works(aside, 'Designer @ Acme #91001 2026-01; Engineer @ Acme #91001 2020-01..2025-12')
    await works(away, 'Engineer @ Beta #91002 2026-01; Engineer @ Acme #91001 2020-01..2025-12')
    await works(second, 'Engineer @ Acme #91001 2020-01; Lecturer @ City College 2026-01')
    await works(same, 'Eng. @ ACME, Inc. #91001 2020-01')
    await scanDue(7)
    expect(await movementsOf(org, listId)).toEqual({
      [up]: 'promoted',
      [aside]: 'lateral-move',
      [away]: 'new-role',
      [second]: 'changed',
      [same]: 'no-change',
    })
    expect(await service.captured(org)).toBe(3 * 2_000)
    const found = (await readProfiles(org, listId, 2)).find(({ pnetUrl }) => pnetUrl.endsWith(away))
    expect(found.allMovements).toEqual([found.latestMovement])
    expect(found).toMatchObject({
      profile: { primarySlug: away, title: 'Engineer', companyName: 'Beta' },
      latestMovement: {
        oldCompanyName: 'Acme',
        oldCompanyLiOrgId: '91001',
        newCompanyName: 'Beta',
        newCompanyLiSlug: `beta-${same}`,
        newCompanyDomain: `beta-${same}.example`,
        newJobTitle: 'Engineer',
        startedInRoleAt: '2026-01',
        startedAtCompanyAt: '2026-01',
      },
    })
    const [told] = await eventsOf(org, 'job.changed')
    expect(told.jobChangeListId).toBe(listId)
    expect(
      told.profiles
        .map(({ movementDetails }: { movementDetails: { movement: string } }) => movementDetails.movement)
        .toSorted(),
    ).toEqual(['changed', 'lateral-move', 'new-role', 'promoted'])

    // Another week without news: nothing is told or charged again.
    await scanDue(7)
    expect(await service.captured(org)).toBe(3 * 2_000)
    expect(await eventsOf(org, 'job.changed')).toHaveLength(1)
    expect(await eventsOf(org, 'job_changes.scan_completed')).toMatchObject([
      { success: true, total_movements: 0 },
      { success: true, total_movements: 4 },
      { success: true, total_movements: 0 },
    ])
    expect(await service.almanac.ledger.reconcile(org.organizationId)).toEqual([])
  })

  test('finds who comes to the corpus later by their address, and tells what they do from then on', async () => {
    const org = await service.org()
    const slug = aSlug()
    const listId = await anActive(org, [slug])
    expect(await readProfiles(org, listId)).toMatchObject([{ profile: null, latestMovement: null }])
    await works(slug, 'Engineer @ Acme #91001 2020-01')
    await scanDue(7)
    expect(await readProfiles(org, listId)).toMatchObject([{ profile: { primarySlug: slug } }])
    expect(await service.captured(org)).toBe(0)
    service.clock.advance(86_400_000)
    await works(slug, 'Director @ Beta #91002 2026-02')
    await scanDue(7)
    expect(await movementsOf(org, listId)).toEqual({ [slug]: 'new-role' })
    expect(await service.captured(org)).toBe(2_000)
  })

  test('is rejected whole when credits do not cover it; the next one finds the same', async () => {
    const org = await service.org(3)
    const slugs = [aSlug(), aSlug()]
    for (const slug of slugs) await works(slug, 'Engineer @ Acme #91001 2020-01')
    const listId = await anActive(org, slugs)
    service.clock.advance(86_400_000)
    for (const slug of slugs) await works(slug, 'Engineer @ Beta #91002 2026-01')
    await scanDue(7)
    const list = await output(org, 'get-list', { jobChangeListId: listId })
    expect(list).toMatchObject({
      status: 'ERROR',
      lastScan: { status: 'REJECTED_NO_FUNDS', creditsCharged: 0 },
    })
    expect([await service.captured(org), await service.available(org)]).toEqual([0, 3_000])
    expect(await eventsOf(org, 'job.changed')).toEqual([])
    expect(await eventsOf(org, 'job_changes.scan_completed')).toMatchObject([
      { success: true },
      { success: false, status: 'REJECTED_NO_FUNDS' },
    ])
    // One of the two is watched no more: what is left is affordable.
    const [first] = await readProfiles(org, listId)
    expect(await output(org, 'delete-profiles', { listId, profileIds: [first.id, 'jcp_none'] })).toEqual({
      numDeleted: 1,
    })
    await scanDue(7)
    expect(await movementsOf(org, listId)).toEqual({ [slugs[1] as string]: 'new-role' })
    expect(await service.captured(org)).toBe(2_000)
    expect((await output(org, 'get-list', { listId })).status).toBe('NORMAL')
  })

  test('runs once a week, once after downtime, and not while the list is paused', async () => {
    const org = await service.org()
    const listId = await anActive(org, [aSlug()])
    const scans = async () => (await eventsOf(org, 'job_changes.scan_completed')).length
    expect(await scans()).toBe(1)
    await scanDue(3)
    expect(await scans()).toBe(1)
    await scanDue(16)
    expect(await scans()).toBe(2)
    await output(org, 'update-list', { listId, isActive: false })
    expect(await output(org, 'get-list', { listId })).toMatchObject({ isActive: false, nextScanAt: null })
    await scanDue(15)
    expect(await scans()).toBe(2)
    await output(org, 'update-list', { listId, isActive: true })
    await scanDue(7)
    expect(await scans()).toBe(3)
  })

  test('of a person who is in the list by two addresses is paid once', async () => {
    const org = await service.org()
    const slug = aSlug()
    const userId = String(81_000_000 + process.pid)
    const write = (positions: object) =>
      service.write('people', [{ primary_slug: slug, user_id: userId, name: slug, experiences: [positions] }])
    await write({ title: 'Engineer', company_name: 'Acme', is_current: true, start_date: '2020-01' })
    const listId = await anActive(org, [slug, userId])
    service.clock.advance(86_400_000)
    await write({ title: 'CTO', company_name: 'Acme', is_current: true, start_date: '2026-01' })
    await scanDue(7)
    expect((await readProfiles(org, listId)).map(({ latestMovement }) => latestMovement.movement)).toEqual([
      'promoted',
      'promoted',
    ])
    expect(await service.captured(org)).toBe(2_000)
  })

  test('of a list that is deleted meanwhile charges nothing and ends', async () => {
    const org = await service.org()
    const slug = aSlug()
    await works(slug, 'Engineer @ Acme #91001 2020-01')
    const listId = await anActive(org, [slug])
    service.clock.advance(86_400_000)
    await works(slug, 'CTO @ Acme #91001 2026-01')
    service.clock.advance(7 * 86_400_000)
    while ((await service.almanac.schedules.runDue()) > 0);
    await output(org, 'delete-list', { listId })
    await service.almanac.jobs.workNow()
    expect(await service.captured(org)).toBe(0)
    const [row] = await service.db.query(sql`
      SELECT status FROM job_change_scans WHERE list_id = ${listId} ORDER BY id DESC LIMIT 1`)
    expect(row).toEqual({ status: 'FAILED' })
  })
})

test('the state of a list follows its profiles and its newest scan', () => {
  expect(deriveStatus(0, 'COMPLETED')).toBe('DRAFT')
  expect([undefined, 'COMPLETED' as const].map((scan) => deriveStatus(1, scan))).toEqual(['NORMAL', 'NORMAL'])
  expect((['NOT_STARTED', 'PROCESSING'] as const).map((scan) => deriveStatus(1, scan))).toEqual([
    'BUILDING',
    'BUILDING',
  ])
  expect((['FAILED', 'REJECTED_NO_FUNDS'] as const).map((scan) => deriveStatus(1, scan))).toEqual([
    'ERROR',
    'ERROR',
  ])
})

test('a scan that is given up ends with its job, and the next one can begin', async () => {
  const org = await service.org()
  const jobChangeListId = await aList(org, [aSlug()])
  await output(org, 'update-list', { jobChangeListId, isActive: true })
  service.clock.advance(2_000)
  while ((await service.almanac.schedules.runDue()) > 0);
  const statuses = () =>
    service.db.query(sql`SELECT status FROM job_change_scans WHERE list_id = ${jobChangeListId} ORDER BY id`)
  expect(await statuses()).toEqual([{ status: 'NOT_STARTED' }])
  await service.almanac.jobs.revive(service.clock.now() + 31 * 86_400_000)
  expect(await statuses()).toEqual([{ status: 'FAILED' }])
  await scanDue(7)
  expect(await statuses()).toMatchObject([{ status: 'FAILED' }, { status: 'COMPLETED' }])
})

test('profiles beyond what a list may have are refused all together', async () => {
  const org = await service.org()
  const listId = await aList(org, [aSlug()])
  await service.db.query(sql`
    UPDATE lists SET counts = jsonb_set(counts::jsonb, '{person}', '50000') WHERE id = ${listId}`)
  const answer = await ask(org, 'add-profiles', { listId, profiles: [{ pnetUrl: aSlug() }] })
  expect([answer.status, answer.body.code]).toEqual([409, 'conflict'])
})
