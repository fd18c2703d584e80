import { beforeAll, expect, test } from 'vitest'
import { sql } from '../../../../src/store/postgres/index.ts'
import { enriching, type Enriching } from '../../../support/enriching.ts'
import type { TestAlmanac } from '../../../support/harness.ts'
import type { TestOrganization } from '../../../support/platform.ts'
import { openResolveTest } from '../../../worlds/resolve.ts'

let service: TestAlmanac
let lists: Enriching
beforeAll(async () => {
  ;({ service } = await openResolveTest())
  lists = enriching(service)
})

/** Three equal rows that nobody is sure about, and a person who is known. */
const inlineCsv = 'name,note\nRobert Miller,a\nAda Lindqvist,b\nRobert Miller,c\nRobert Miller,d\n'

async function aRun(org: TestOrganization) {
  const { started } = await lists.run(org, { inlineCsv, as: 'people' })
  const { runId } = started.body.output
  const { body } = await lists.ask(org, 'rows', { runId, state: 'unsure' })
  return { runId, rowId: body.output.rows[0].rowId as string }
}

const exported = ({ rawKey: key }: TestOrganization, body: object) =>
  service.send('POST /v1/exports/list/people', { key, body })

test('an export of a run, and an audience of it, have what was decided since the last poll', async () => {
  const org = await service.org()
  const { runId, rowId } = await aRun(org)
  expect((await exported(org, { runId })).body.output.estimatedRows).toBe(1)
  const yes = await lists.ask(org, 'decide', { runId, rowId, answer: 'likeliest' })
  expect(yes.status, yes.text).toBe(200)
  // Three rows name one record.
  const { exportId, estimatedRows } = (await exported(org, { runId })).body.output
  expect(estimatedRows).toBe(2)
  await service.almanac.jobs.workNow()
  const view = await service.send(`GET /v1/exports/${exportId}`, { key: org.rawKey })
  expect(view.body.output).toMatchObject({ status: 'completed', rows: 2 })
  const made = await service.send('POST /v1/audiences/create-from-list', {
    key: org.rawKey,
    body: { name: 'Decided', runId },
  })
  expect(made.body.output.report, made.text).toMatchObject({ matched: 4, unsure: 0 })
})

test('409 for a run whose file was withdrawn', async () => {
  const org = await service.org()
  const { runId } = await aRun(org)
  await service.db.query(sql`UPDATE jobs SET result = NULL WHERE id = ${runId}`)
  const answer = await exported(org, { runId })
  expect([answer.status, answer.body.code], answer.text).toEqual([409, 'conflict'])
  expect(answer.text).toContain('asked to be removed')
})
