import { beforeAll, expect, test } from 'vitest'
import { enriching, type Enriching } from '../../../support/enriching.ts'
import type { TestAlmanac } from '../../../support/harness.ts'
import { openResolveTest } from '../../../worlds/resolve.ts'
import { forgetDecisions } from '../../../../src/capabilities/enrich/forget-decisions.ts'
import { sql } from '../../../../src/store/postgres/index.ts'

let service: TestAlmanac
let lists: Enriching
beforeAll(async () => {
  ;({ service } = await openResolveTest())
  lists = enriching(service)
})

test('whoever rows were decided to be is forgotten by their id: files are withdrawn, rows show nobody', async () => {
  const [org, other] = [await service.org(), await service.org()]
  const begin = async (who: typeof org) => {
    const { started } = await lists.run(who, {
      inlineCsv: 'name\nRobert Miller\nAda Lindqvist\n',
      as: 'people',
    })
    return started.body.output.runId as string
  }
  const runId = await begin(org)
  await lists.ask(org, 'decide', { runId, rowId: 'person_1', answer: 'likeliest' })
  const untouched = await begin(other)
  const [row] = await service.db.query<{ entity: string }>(sql`
    SELECT entity::text AS entity FROM match_decisions WHERE organization_id = ${org.organizationId}`)
  const subject = {
    people: [row!.entity],
    patterns: [],
    widePatterns: [],
    isIn: () => false,
    mayBeIn: () => false,
    couldBeIn: () => false,
  }
  const store = forgetDecisions({ db: service.db, blobs: service.almanac.blobs })
  // Its decision and its file; other tests of the world may have decided to be the same person.
  expect(await store.forget(subject)).toBeGreaterThanOrEqual(2)
  expect((await lists.poll(org, runId)).body.output.run).toMatchObject({
    outputUrl: null,
    error: expect.stringMatching(/withdrawn/),
  })
  const { body } = await lists.ask(org, 'rows', { runId, state: 'matched' })
  const decided = body.output.rows.find(({ rowId }: { rowId: string }) => rowId === 'person_1')
  expect(decided).toMatchObject({ record: null, reasons: ['withdrawn'] })
  expect((await lists.poll(other, untouched)).body.output.run.outputUrl).toMatch(/downloads/)
  expect(await store.forget(subject)).toBe(0)
})
