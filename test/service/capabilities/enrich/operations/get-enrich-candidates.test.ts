import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { enriching, type Enriching } from '../../../../support/enriching.ts'
import type { TestAlmanac } from '../../../../support/harness.ts'
import { openResolveTest } from '../../../../worlds/resolve.ts'
import { sql } from '../../../../../src/store/postgres/index.ts'
import type { Candidate } from '../../../../../src/capabilities/enrich/find-candidates.ts'

let service: TestAlmanac
let lists: Enriching
beforeAll(async () => {
  ;({ service } = await openResolveTest())
  lists = enriching(service)
})

const people = 'name\nRobert Miller\nAda Lindqvist\nRobert Miller\n'
const runOf = async (org: Parameters<Enriching['run']>[0], inlineCsv = people) =>
  (await lists.run(org, { inlineCsv, as: 'people' })).started.body.output.runId as string

describe('getEnrichCandidates 200', () => {
  test('shows what tells them apart, and no more of any record, for nothing', async () => {
    verifies('op.get-enrich-candidates')
    const org = await service.org()
    const runId = await runOf(org)
    const { status, body } = await lists.ask(org, 'candidates', { runId, rowId: 'person_1' })
    expect(status).toBe(200)
    const { candidates } = body.output
    expect(candidates.map(({ record }: Candidate) => [record.name, record.employer, record.place])).toEqual([
      ['Robert Miller', 'Globex', 'Dayton, Ohio'],
      ['Robert Miller', 'Acme Robotics', 'Austin, Texas'],
      ['Robert Miller', 'Globex Labs', 'Munich, Bavaria'],
    ])
    for (const each of candidates) {
      expect(Object.keys(each).toSorted()).toEqual(['candidateId', 'confidence', 'record'])
      expect(Object.keys(each.record).toSorted()).toEqual(['employer', 'name', 'place', 'size', 'website'])
    }
    expect(JSON.stringify(body)).not.toMatch(/robert-miller|entity_id|pnet\.example/)
    expect(body.chargeInfo.method).toBe('free')
    expect(await service.captured(org)).toBe(2_000)
  })

  test('an id of a candidate finds nothing anywhere else', async () => {
    const org = await service.org()
    const runId = await runOf(org)
    const { body } = await lists.ask(org, 'candidates', { runId, rowId: 'person_1' })
    const { candidateId } = body.output.candidates[0]
    for (const identifier of ['entityId', 'pnetSlug']) {
      const { body: found } = await service.send('POST /v1/kitchen-sink/person', {
        key: org.rawKey,
        body: { profileIdentifier: { identifier, value: candidateId } },
      })
      expect(found.output?.data ?? []).toEqual([])
    }
  })
})

test('getEnrichCandidates 401', async () => {
  const body = { runId: 'task_x', rowId: 'person_1' }
  expect((await service.send('POST /v1/enrich/candidates', { body })).status).toBe(401)
})

test("getEnrichCandidates 404 for another organization's run", async () => {
  const [org, other] = [await service.org(), await service.org()]
  const runId = await runOf(org)
  expect((await lists.ask(other, 'candidates', { runId, rowId: 'person_1' })).status).toBe(404)
})

describe('getEnrichCandidates 409', () => {
  test('for rows that are not unsure, and runs that matched nobody', async () => {
    const org = await service.org()
    const runId = await runOf(org)
    expect((await lists.ask(org, 'candidates', { runId, rowId: 'person_2' })).status).toBe(409)
    const unpaid = await runOf(org, 'name\nRobert Miller\n')
    const { status, body } = await lists.ask(org, 'candidates', { runId: unpaid, rowId: 'person_1' })
    expect([status, body.message ?? body.error]).toEqual([
      409,
      expect.stringMatching(/at least one matched row/),
    ])
  })

  test('beyond twenty rows of an organization and five for each match it paid for, whatever the runs', async () => {
    const org = await service.org()
    const first = await runOf(org)
    const ask = (runId: string) => lists.ask(org, 'candidates', { runId, rowId: 'person_1' })
    expect((await ask(first)).status).toBe(200)
    // One match was paid for: 25 in all. A further run of the same list pays for nothing, so it adds nothing.
    await service.db.query(sql`UPDATE enrich_runs SET shown = 24 WHERE job_id = ${first}`)
    const [second, third] = [await runOf(org), await runOf(org)]
    const both = await Promise.all([ask(second), ask(third)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await ask(first)).status).toBe(200)
    expect((await ask(await runOf(org))).status).toBe(409)
    // A decision that is paid for adds five.
    await lists.ask(org, 'decide', { runId: first, rowId: 'person_1', answer: 'likeliest' })
    const list = 'name,city\nRobert Miller,Paris\nAda Lindqvist,\n'
    expect((await ask(await runOf(org, list))).status).toBe(200)
  })
})

test('a row that names an employer shows no people who work elsewhere', async () => {
  const org = await service.org()
  const list = 'name,company\nRobert Miller,Some Other Corp\nAda Lindqvist,Acme Robotics\n'
  const runId = await runOf(org, list)
  const { status, body } = await lists.ask(org, 'candidates', { runId, rowId: 'person_1' })
  expect([status, body.output?.candidates]).toEqual([200, []])
})
