import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { enriching, type Enriching } from '../../../../support/enriching.ts'
import type { TestAlmanac } from '../../../../support/harness.ts'
import { openResolveTest } from '../../../../worlds/resolve.ts'

let service: TestAlmanac
let lists: Enriching
beforeAll(async () => {
  ;({ service } = await openResolveTest())
  lists = enriching(service)
})

const body = { inlineCsv: 'name\nRobert Miller\nAda Lindqvist\n', as: 'people' }

describe('undoEnrichDecision 200', () => {
  test('makes the row unsure again; of a row that nobody decided nothing changes', async () => {
    verifies('op.undo-enrich-decision')
    const org = await service.org()
    const { started } = await lists.run(org, body)
    const row = { runId: started.body.output.runId, rowId: 'person_1' }
    const before = await lists.ask(org, 'rows', { runId: row.runId })
    expect((await lists.ask(org, 'undo-decision', row)).body.output.row).toEqual(before.body.output.rows[0])
    await lists.ask(org, 'decide', { ...row, answer: 'none' })
    expect((await lists.ask(org, 'undo-decision', row)).body.output.row.state).toBe('unsure')
    expect((await lists.ask(org, 'rows', { runId: row.runId })).body.output).toEqual(before.body.output)
  })
})

test('undoEnrichDecision 401', async () => {
  const row = { runId: 'task_x', rowId: 'person_1' }
  expect((await service.send('POST /v1/enrich/undo-decision', { body: row })).status).toBe(401)
})

test("undoEnrichDecision 404 for another organization's run, 409 for a matched row", async () => {
  const [org, other] = [await service.org(), await service.org()]
  const { started } = await lists.run(org, body)
  const { runId } = started.body.output
  expect((await lists.ask(other, 'undo-decision', { runId, rowId: 'person_1' })).status).toBe(404)
  expect((await lists.ask(org, 'undo-decision', { runId, rowId: 'person_2' })).status).toBe(409)
})
