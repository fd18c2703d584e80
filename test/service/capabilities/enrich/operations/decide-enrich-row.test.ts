import { beforeAll, describe, expect, test } from 'vitest'
import { milli } from '../../../../../src/lib/credits.ts'
import { verifies } from '../../../../conformance/verifies.ts'
import { enriching, type Enriching } from '../../../../support/enriching.ts'
import type { TestAlmanac } from '../../../../support/harness.ts'
import type { TestOrganization } from '../../../../support/platform.ts'
import { openResolveTest } from '../../../../worlds/resolve.ts'
import type { Candidate } from '../../../../../src/capabilities/enrich/find-candidates.ts'

let service: TestAlmanac
let lists: Enriching
beforeAll(async () => {
  ;({ service } = await openResolveTest())
  lists = enriching(service)
})

/** Three rows of a name that three people have, and one of a known person. */
const people = 'name,note\nRobert Miller,a\nAda Lindqvist,b\nRobert Miller,c\nRobert Miller,d\n'

async function begin(org: TestOrganization, inlineCsv = people, as = 'people') {
  const { started } = await lists.run(org, { inlineCsv, as })
  const { runId } = started.body.output
  const { body } = await lists.ask(org, 'rows', { runId, state: 'unsure' })
  return { runId, rowId: body.output.rows[0].rowId as string, unsure: body.output.rows }
}

const fileOf = async (org: TestOrganization, runId: string) =>
  (await lists.fetchFile(org, runId)).rows.map((row) => [row['match'], row['found_primary_slug']])

describe('decideEnrichRow 200', () => {
  test('a yes settles all equal rows for one match, in the rows, the counts and the file', async () => {
    verifies('op.decide-enrich-row')
    const org = await service.org()
    const { runId, rowId, unsure } = await begin(org)
    expect(unsure).toMatchObject([{ rowCount: 3, firstRow: 1, state: 'unsure', record: null }])
    expect(await service.captured(org)).toBe(2_000)
    const yes = await lists.ask(org, 'decide', { runId, rowId, answer: 'likeliest' })
    expect(yes.status).toBe(200)
    expect(yes.body.chargeInfo).toMatchObject({ method: 'charged-now', creditsCharged: 2 })
    expect(yes.body.output.row).toMatchObject({
      state: 'matched',
      rowCount: 3,
      decision: 'same',
      by: 'decision',
      reasons: ['decided_same'],
      record: { name: 'Robert Miller', employer: 'Globex', place: 'Dayton, Ohio' },
    })
    expect(await fileOf(org, runId)).toEqual([
      ['matched', 'robert-miller-2'],
      ['matched', 'ada-lindqvist'],
      ['matched', 'robert-miller-2'],
      ['matched', 'robert-miller-2'],
    ])
    const polled = await lists.poll(org, runId)
    expect(polled.body.output.run.stats).toMatchObject({ matched: 4, duplicates: 2, unsure: 0 })
    expect(polled.body.output.run).toMatchObject({ decisionCredits: 2, decisions: 1 })
    expect(polled.body.chargeInfo.creditsCharged).toBe(2)
    const rows = await lists.ask(org, 'rows', { runId, state: 'matched' })
    expect(rows.body.output.rows[0]).toEqual(yes.body.output.row)
    expect(rows.body.output.counts).toMatchObject({ matched: 4, unsure: 0 })
    // The same answer again, and the run again: the record is paid for.
    const again = await lists.ask(org, 'decide', { runId, rowId, answer: 'likeliest' })
    expect(again.body.chargeInfo).toMatchObject({ method: 'free', message: expect.stringMatching(/paid/) })
    expect(await service.captured(org)).toBe(4_000)
    const runs = await service.send('GET /v1/enrich/runs', { key: org.rawKey })
    expect(runs.body.output.runs).toMatchObject([{ runId, creditsCharged: 2, decisionCredits: 2 }])
    expect(await service.almanac.ledger.reconcile(org.organizationId)).toEqual([])
  })

  test('what decisions cost is told as charged where the price rises by volume', async () => {
    const org = await service.org()
    const tier = { fromUnits: 5, unitPrice: milli(7_000) }
    await service.almanac.ledger.prices.setTier(org.organizationId, 'kitchenSinkPerson', tier)
    const { runId, rowId } = await begin(org)
    await lists.ask(org, 'decide', { runId, rowId, answer: 'likeliest' })
    expect(await service.captured(org)).toBe(4_000)
    const polled = await lists.poll(org, runId)
    expect(polled.body.output.run.decisionCredits).toBe(2)
  })

  test('another candidate, for one row alone, leaves the equal rows unsure', async () => {
    const org = await service.org()
    const { runId, rowId } = await begin(org)
    const { body } = await lists.ask(org, 'candidates', { runId, rowId })
    const munich = body.output.candidates.find(({ record }: Candidate) => record.place === 'Munich, Bavaria')
    const { candidateId } = munich
    const chosen = await lists.ask(org, 'decide', {
      runId,
      rowId: 'person_3',
      answer: 'candidate',
      candidateId,
      rows: 'one',
    })
    expect(chosen.body.output.row).toMatchObject({ rowId: 'person_3', rowCount: 1, state: 'matched' })
    expect(await fileOf(org, runId)).toEqual([
      ['unsure', ''],
      ['matched', 'ada-lindqvist'],
      ['matched', 'robert-miller-3'],
      ['unsure', ''],
    ])
    const rest = await lists.ask(org, 'rows', { runId, state: 'unsure' })
    expect(rest.body.output.rows).toMatchObject([{ rowCount: 2 }])
    expect(rest.body.output.counts).toMatchObject({ matched: 2, unsure: 2 })
    // A row alone is nothing that other lists follow.
    const later = await begin(org)
    expect(later.unsure).toMatchObject([{ rowCount: 3 }])
  })

  test('none is free; later runs of the organization follow decisions, and no other organization does', async () => {
    const [org, other] = [await service.org(), await service.org()]
    const first = await begin(org)
    const none = await lists.ask(org, 'decide', { runId: first.runId, rowId: first.rowId, answer: 'none' })
    expect(none.body.chargeInfo.method).toBe('free')
    expect(none.body.output.row).toMatchObject({ state: 'not_found', decision: 'none', record: null })
    const second = await lists.run(org, { inlineCsv: people, as: 'people' })
    expect(second.rows.map((row) => row['match'])).toEqual(['not_found', 'matched', 'not_found', 'not_found'])
    expect(second.polled.body.output.run.stats).toMatchObject({ matched: 1, notFound: 3, unsure: 0 })
    await lists.ask(org, 'decide', { runId: first.runId, rowId: first.rowId, answer: 'likeliest' })
    const third = await lists.run(org, { inlineCsv: people, as: 'people' })
    expect(third.rows.map((row) => row['found_primary_slug'])).toEqual([
      'robert-miller-2',
      'ada-lindqvist',
      'robert-miller-2',
      'robert-miller-2',
    ])
    expect(third.rows.map((row) => row['match_by'])).toEqual(['decision', 'name', 'decision', 'decision'])
    expect(third.polled.body.output.run).toMatchObject({ paidBefore: 2 })
    expect(third.polled.body.chargeInfo).toMatchObject({
      method: 'free',
      message: expect.stringMatching(/2 of its/),
    })
    expect(await service.captured(org)).toBe(4_000)
    expect((await begin(other)).unsure).toMatchObject([{ rowCount: 3 }])
    expect(await service.captured(other)).toBe(2_000)
  })

  test('an undone decision gives nothing back and costs nothing again', async () => {
    const org = await service.org()
    const { runId, rowId } = await begin(org)
    await lists.ask(org, 'decide', { runId, rowId, answer: 'likeliest' })
    const undone = await lists.ask(org, 'undo-decision', { runId, rowId })
    expect(undone.body.output.row).toMatchObject({
      state: 'unsure',
      decision: null,
      record: null,
      rowCount: 3,
    })
    expect(undone.body.chargeInfo.method).toBe('free')
    expect((await fileOf(org, runId)).map(([match]) => match)).toEqual([
      'unsure',
      'matched',
      'unsure',
      'unsure',
    ])
    expect((await begin(org)).unsure).toMatchObject([{ rowCount: 3 }])
    const again = await lists.ask(org, 'decide', { runId, rowId, answer: 'likeliest' })
    expect(again.body.chargeInfo.method).toBe('free')
    expect(await service.captured(org)).toBe(4_000)
    service.clock.advance(31 * 86_400_000)
    await lists.run(org, { inlineCsv: people, as: 'people' })
    expect(await service.captured(org)).toBe(8_000)
  })

  test('companies are decided alike', async () => {
    const org = await service.org()
    const list = 'company,website\nTwin Peaks,\nGlobex,globex.example\n'
    const { runId, rowId, unsure } = await begin(org, list, 'companies')
    expect(unsure).toMatchObject([{ rowCount: 1, cells: { company: 'Twin Peaks', website: '' } }])
    const { body } = await lists.ask(org, 'candidates', { runId, rowId })
    const leeds = body.output.candidates.find(({ record }: Candidate) => record.website === 'peaks-b.example')
    const { candidateId } = leeds
    const { body: answer } = await lists.ask(org, 'decide', {
      runId,
      rowId,
      answer: 'candidate',
      candidateId,
    })
    expect(answer.output.row.record).toEqual({
      name: 'Twin Peaks Ltd',
      website: 'peaks-b.example',
      place: 'Leeds, England, United Kingdom',
      size: '10',
      employer: null,
    })
    expect(await service.captured(org)).toBe(4_000)
  })

  test('twenty answers about one row at the same moment are charged once', async () => {
    const org = await service.org()
    const { runId, rowId } = await begin(org)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => lists.ask(org, 'decide', { runId, rowId, answer: 'likeliest' })),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(answers.filter(({ body }) => body.chargeInfo.method === 'charged-now')).toHaveLength(1)
    expect(await service.captured(org)).toBe(4_000)
    expect(await service.almanac.ledger.reconcile(org.organizationId)).toEqual([])
  })

  test('with an Idempotency-Key the answer is replayed, and a dry run decides nothing', async () => {
    const org = await service.org()
    const { runId, rowId } = await begin(org)
    const body = { runId, rowId, answer: 'likeliest' }
    const dry = await lists.ask(org, 'decide', body, { 'x-dry-run': '1' })
    expect(dry.body.output.dryRun.maxCredits).toBe(2)
    const first = await lists.ask(org, 'decide', body, { 'idempotency-key': 'yes' })
    const replay = await lists.ask(org, 'decide', body, { 'idempotency-key': 'yes' })
    expect(replay.text).toBe(first.text)
    expect(await service.captured(org)).toBe(4_000)
  })
})

describe('decideEnrichRow 400', () => {
  test('for a candidate of another row, run or organization, and for one that comes without the answer', async () => {
    const [org, other] = [await service.org(), await service.org()]
    const [run, foreign] = [await begin(org), await begin(other)]
    const candidateOf = async (who: TestOrganization, { runId, rowId }: { runId: string; rowId: string }) =>
      (await lists.ask(who, 'candidates', { runId, rowId })).body.output.candidates[0].candidateId as string
    const { runId, rowId } = run
    const second = await begin(org)
    const foreignIds = [await candidateOf(other, foreign), await candidateOf(org, second), 'made up']
    for (const candidateId of foreignIds) {
      const { status, body } = await lists.ask(org, 'decide', {
        runId,
        rowId,
        answer: 'candidate',
        candidateId,
      })
      expect([status, body.issues[0].path]).toEqual([400, 'candidateId'])
    }
    for (const body of [{ answer: 'candidate' }, { answer: 'none', candidateId: 'x' }])
      expect((await lists.ask(org, 'decide', { runId, rowId, ...body })).status).toBe(400)
    const wrong = await lists.ask(org, 'decide', { runId, rowId: 'company_1', answer: 'likeliest' })
    expect([wrong.status, wrong.body.issues[0].path]).toEqual([400, 'rowId'])
    expect(await service.captured(org)).toBe(2_000)
  })
})

test('decideEnrichRow 401', async () => {
  const body = { runId: 'task_x', rowId: 'person_1', answer: 'none' }
  expect((await service.send('POST /v1/enrich/decide', { body })).status).toBe(401)
})

test('decideEnrichRow 402 below the price, and above X-Max-Credits; the row stays unsure', async () => {
  const org = await service.org(8)
  const { runId, rowId } = await begin(org)
  const guarded = await lists.ask(
    org,
    'decide',
    { runId, rowId, answer: 'likeliest' },
    { 'x-max-credits': '1' },
  )
  expect([guarded.status, guarded.body.code]).toEqual([402, 'spend_guard'])
  const free = { runId, rowId, answer: 'none' }
  const enough = await lists.ask(org, 'decide', free, { 'x-max-credits': '0' })
  expect(enough.status).toBe(200)
  const poor = await service.org(8)
  const run = await begin(poor)
  await lists.run(poor, {
    inlineCsv: 'domain\nacme.example\nglobex.example\nacme-de.example\n',
    as: 'companies',
  })
  const refused = await lists.ask(poor, 'decide', { runId: run.runId, rowId: run.rowId, answer: 'likeliest' })
  expect(refused.status).toBe(402)
  const { body } = await lists.ask(poor, 'rows', { runId: run.runId, state: 'unsure' })
  expect(body.output.rows).toHaveLength(1)
})

test("decideEnrichRow 404 for an unknown run and row and another organization's", async () => {
  const [org, other] = [await service.org(), await service.org()]
  const { runId, rowId } = await begin(org)
  const body = { runId, rowId, answer: 'none' }
  const answers = [
    await lists.ask(other, 'decide', body),
    await lists.ask(org, 'decide', { ...body, rowId: 'person_5' }),
    await lists.ask(org, 'decide', { ...body, runId: 'task_01kf0example0000000000000000' }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
})

test('decideEnrichRow 409 for a row that is not unsure, and while the run goes on', async () => {
  const org = await service.org()
  const { runId } = await begin(org)
  const matched = await lists.ask(org, 'decide', { runId, rowId: 'person_2', answer: 'none' })
  expect([matched.status, matched.body.code]).toEqual([409, 'conflict'])
  const { body } = await lists.start(org, { inlineCsv: people, as: 'people' })
  const going = await lists.ask(org, 'decide', {
    runId: body.output.runId,
    rowId: 'person_1',
    answer: 'none',
  })
  expect(going.status).toBe(409)
  await service.almanac.jobs.workNow()
})
