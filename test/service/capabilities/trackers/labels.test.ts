import { expect, test } from 'vitest'
import type { TestOrganization } from '../../../support/platform.ts'
import { recordStore, rewriteSnapshots } from '../../../../src/corpus/record-store/index.ts'
import { sql } from '../../../../src/store/postgres/index.ts'
import {
  ask,
  aSlug,
  readOutput,
  refresh,
  service,
  shareService,
  readSignals,
} from '../../../../src/capabilities/trackers/fixtures/tracking.ts'
import { dayMs } from '../../../../src/lib/time.ts'

shareService()

const dayIn = (days: number) => new Date(service.clock.now() + days * dayMs).toISOString().slice(0, 10)

const position = (title: string, start_date: string, end_date?: string) => ({
  title,
  company_name: 'Zeta',
  start_date,
  end_date,
  is_current: end_date === undefined,
})
const analyst = (end?: string) => position('Sales Analyst', '2020-01-01', end)

/** Writes somebody as they are now; each call lets a minute pass. */
async function write(primary_slug: string, more: object): Promise<void> {
  service.clock.advance(60_000)
  await service.write('people', [{ primary_slug, name: 'Ada', ...more }])
}

/** A list that tells of every label that depends on the day. */
async function aListOf(org: TestOrganization, slug: string, tags: string[]): Promise<string> {
  const trackingRules = [{ type: 'person_tag_gained', entityType: 'person', tags }]
  const body = { name: 'Champions', refreshIntervalDays: 7, trackingRules }
  const { id } = await readOutput(ask(org, 'POST person-lists', body))
  await readOutput(ask(org, `PUT person-lists/${id}/people`, { people: [{ pnetSlug: slug }] }))
  await refresh(org, id, 'person')
  return id
}

const listGained = async (org: TestOrganization, id: string) =>
  (await readSignals(org, id)).map(({ changeData }) => changeData[0]?.['name'])

test('a label that a new position brings is told, once, and found by the search at the same moment', async () => {
  const org = await service.org(1_000)
  const slug = aSlug('person')
  await write(slug, { experiences: [analyst()] })
  const id = await aListOf(org, slug, ['recently-promoted'])
  const risen = dayIn(-3)
  await write(slug, { experiences: [position('Sales Director', risen), analyst(risen)] })
  await refresh(org, id, 'person')
  expect(await listGained(org, id)).toEqual(['recently-promoted'])
  const searchParams = {
    tags: { anyOf: ['recently-promoted'] },
    exactProfile: { anyOf: [{ primary_slug: slug }] },
  }
  const answer = await service.send('POST /v1/people-search', { key: org.rawKey, body: { searchParams } })
  const [record] = answer.body.output.data
  expect(record.tags).toContain('recently-promoted')
  await write(slug, {
    headline: 'Director',
    experiences: [position('Sales Director', risen), analyst(risen)],
  })
  service.clock.advance(7 * dayMs)
  await refresh(org, id, 'person')
  expect(await listGained(org, id)).toEqual(['recently-promoted'])
})

test('a label that time alone brings is told at a refresh for which nothing was written, free, and once', async () => {
  const org = await service.org(1_000)
  const slug = aSlug('person')
  await write(slug, {
    education: [{ school_name: 'State', start_date: dayIn(20), end_date: dayIn(800) }],
    experiences: [],
  })
  const id = await aListOf(org, slug, ['student'])
  service.clock.advance(10 * dayMs)
  await refresh(org, id, 'person')
  expect(await listGained(org, id)).toEqual([])
  service.clock.advance(15 * dayMs)
  const due = await refresh(org, id, 'person')
  expect(due.body.output.message).toContain('only rules that depend on the clock')
  expect(await listGained(org, id)).toEqual(['student'])
  service.clock.advance(7 * dayMs)
  await refresh(org, id, 'person')
  await write(slug, { headline: 'Studies' })
  await refresh(org, id, 'person')
  expect(await listGained(org, id)).toEqual(['student'])
})

test('of history that was stored before it kept these days nothing is told falsely', async () => {
  const org = await service.org(1_000)
  const slug = aSlug('person')
  const held = [position('Sales Director', dayIn(-30)), analyst(dayIn(-30))]
  await write(slug, { experiences: held })
  const id = await aListOf(org, slug, ['recently-promoted', 'student', 'experienced-executive'])
  await write(slug, { headline: 'Director', experiences: held })
  // What an earlier program stored.
  const rows = await service.db.query<{ id: string }>(
    sql`SELECT DISTINCT id::text AS id FROM corpus_snapshots_people`,
  )
  const store = recordStore(service.db)
  let rewritten = 0
  await service.db.transact((tx) =>
    rewriteSnapshots(
      { store, tx },
      'people',
      rows.map(({ id }) => id),
      (_, tracked) => {
        rewritten += 1
        const { tag_days: _days, ...before } = JSON.parse(tracked) as Record<string, unknown>
        return JSON.stringify(before)
      },
    ),
  )
  expect(rewritten).toBeGreaterThan(0)
  await refresh(org, id, 'person')
  expect(await listGained(org, id)).toEqual([])
})

test('a rule whose labels do not depend on the day looks at nobody where nothing was written', async () => {
  const org = await service.org(1_000)
  const slug = aSlug('person')
  await write(slug, { experiences: [analyst()] })
  const id = await aListOf(org, slug, ['decision-maker'])
  const answer = await refresh(org, id, 'person')
  expect(answer.body.output.message).toContain('nothing to check')
})
