import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { enriching, type Enriching } from '../../../../support/enriching.ts'
import type { TestAlmanac } from '../../../../support/harness.ts'
import { rowsLookedAt } from '../../../../support/rows-looked-at.ts'
import { openResolveTest } from '../../../../worlds/resolve.ts'
import { sql } from '../../../../../src/store/postgres/index.ts'
import { selectGroups } from '../../../../../src/capabilities/enrich/row-groups.ts'
import type { ShownRow } from '../../../../../src/capabilities/enrich/shown-row.ts'

let service: TestAlmanac
let lists: Enriching
beforeAll(async () => {
  ;({ service } = await openResolveTest())
  lists = enriching(service)
})

const list = [
  'company,website,note',
  'Globex,globex.example,first',
  'Twin Peaks,,',
  'Nobody Known,nobody.example,',
  ',,',
  'Twin Peaks,,again',
  'Acme, Inc,acme.example,cut',
  'Globex,globex.example,second',
  'Twin Peaks,,and again',
].join('\n')

describe('listEnrichRows 200', () => {
  test('answers equal rows once, most rows first, with cells, record, sureness and reasons', async () => {
    verifies('op.list-enrich-rows')
    const org = await service.org()
    const { started } = await lists.run(org, { inlineCsv: list, as: 'companies' })
    const { runId } = started.body.output
    const spent = await service.captured(org)
    const { body } = await lists.ask(org, 'rows', { runId })
    expect(body.output.rows.map((row: ShownRow) => [row.rowId, row.rowCount, row.state])).toEqual([
      ['company_2', 3, 'unsure'],
      ['company_1', 2, 'matched'],
      ['company_3', 1, 'not_found'],
      ['company_4', 1, 'blank'],
      ['company_6', 1, 'unreadable'],
    ])
    expect(body.output.counts).toEqual({ matched: 2, unsure: 3, not_found: 1, unreadable: 1, blank: 1 })
    const [unsure, matched, unknown, blank, cut] = body.output.rows
    expect(matched).toMatchObject({
      cells: { company: 'Globex', website: 'globex.example', note: 'first' },
      record: { name: 'Globex', website: 'globex.example', size: '9000' },
      by: 'domain',
      reasons: ['domain_same', 'company_same'],
      members: { preferred_name: 'Globex' },
    })
    // Nothing but the name of the likeliest is free.
    expect(unsure).toMatchObject({
      record: null,
      members: null,
      candidate: /Twin Peaks/,
      reasons: ['not_sure_enough'],
    } as object)
    expect(unknown).toMatchObject({ record: null, candidate: null, reasons: ['no_match'] })
    expect([blank.reasons, cut.reasons]).toEqual([['empty_row'], ['too_many_cells']])
    expect(cut.cells).toEqual({ company: 'Acme', website: ' Inc', note: 'acme.example', column_4: 'cut' })
    expect(body.chargeInfo.method).toBe('free')
    expect(await service.captured(org)).toBe(spent)
  })

  test('pages through one outcome without repeating or leaving out a row', async () => {
    const org = await service.org()
    const names = Array.from({ length: 23 }, (_, index) => `nobody-${index % 17}.example`)
    const { started } = await lists.run(org, { inlineCsv: ['domain', ...names].join('\n'), as: 'companies' })
    const { runId } = started.body.output
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const { body } = await lists.ask(org, 'rows', { runId, state: 'not_found', pageSize: 5, cursor })
      seen.push(...body.output.rows.map((row: ShownRow) => row.cells['domain'] ?? ''))
      cursor = body.output.nextCursor ?? undefined
    } while (cursor !== undefined)
    expect(seen).toHaveLength(17)
    expect(new Set(seen)).toEqual(new Set(names))
  })

  test('shows a page of a hundred thousand rows as quickly as one of ten, whatever statistics say', async () => {
    const org = await service.org()
    const { started } = await lists.run(org, { inlineCsv: 'domain\nglobex.example\n', as: 'companies' })
    const { runId } = started.body.output
    await service.db.transact(
      async (tx) => {
        await tx.query(sql`
          INSERT INTO enrich_groups (job_id, value, state, row_count, first_row)
          SELECT ${runId}, decode(md5(i::text), 'hex'), 'not_found', 1 + (i % 3), i FROM generate_series(2, 100000) i`)
        // They see many pages without a row.
        await service.db.query(sql`ANALYZE enrich_groups`)
      },
      { statementTimeoutMs: 0 },
    )
    const after = { rowCount: 1, firstRow: 50_000, row: 0 }
    const looked = await service.db.transact((tx) =>
      rowsLookedAt(tx, 'enrich_groups', () =>
        selectGroups(tx, runId, { state: 'not_found', after, most: 51 }),
      ),
    )
    expect(looked).toBeLessThan(1_000)
  })
})

test('listEnrichRows 401', async () => {
  expect((await service.send('POST /v1/enrich/rows', { body: { runId: 'task_x' } })).status).toBe(401)
})

test("listEnrichRows 404 for another organization's run", async () => {
  const [org, other] = [await service.org(), await service.org()]
  const { started } = await lists.run(org, { inlineCsv: list, as: 'companies' })
  expect((await lists.ask(other, 'rows', { runId: started.body.output.runId })).status).toBe(404)
})
