import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { testEngine } from '../../../test/support/engine.ts'
import { isLong } from '../../../test/support/long.ts'
import { testDatabase } from '../../../test/support/postgres.ts'
import { openSnapshots } from '../commits/index.ts'
import { loadMapping, readRecords } from '../import/index.ts'
import { rowReader } from '../import/run/native-row.ts'
import { readByTokens, recordStore } from '../record-store/index.ts'
import type { NativeCompany } from '../records/index.ts'
import { openWriter } from '../write/index.ts'
import { openHistory } from './index.ts'

const root = join(import.meta.dirname, '../../..')
const data = join(root, '../shared/data/yc')
const days = ['2021-12-02', '2023-01-31', '2024-05-13', '2025-05-13']

/** A third of the companies, the same of each edition. */
const isTaken = (row: object) => isLong || ('value' in row && (row.value as { id: number }).id % 3 === 0)

async function edition(on: string): Promise<Map<string, NativeCompany>> {
  const mapping = await loadMapping(join(root, 'docs/guide/maps/yc.yaml'))
  const read = rowReader({ kind: mapping.kind, mapping, asOf: on })
  const records = new Map<string, NativeCompany>()
  for await (const row of readRecords(join(data, `yc-${on}.ndjson.gz`))) {
    const outcome = isTaken(row) ? read(row) : {}
    if (!('record' in outcome)) continue
    const record = outcome.record as NativeCompany
    records.set(String(record.external_ids?.['yc']), record)
  }
  return records
}

describe.skipIf(!existsSync(data))('four dated editions of ../shared/data/yc', () => {
  test('each rename has the day of the edition that shows it first', async () => {
    const editions = await Promise.all(days.map(edition))
    const expected: string[] = []
    const renamed = new Set<string>()
    for (const [index, now] of editions.entries())
      for (const [id, { preferred_name: name }] of now) {
        const before = editions
          .slice(0, index)
          .findLast((each) => each.has(id))
          ?.get(id)?.preferred_name
        if (before === undefined || before === name) continue
        renamed.add(id)
        expected.push(`${id} ${days[index]} ${before} > ${name}`)
      }
    expect(expected.length).toBeGreaterThan(isLong ? 90 : 30)
    const [db, engine] = [await testDatabase({ poolSize: 4 }), await testEngine()]
    const snapshots = await openSnapshots(db)
    const writer = openWriter({ db, engine, onlyReader: snapshots }, () => snapshots.refresh())
    for (const [index, now] of editions.entries()) {
      const items = [...now].flatMap(([id, record], line) => (renamed.has(id) ? [{ line, record }] : []))
      await writer.write('companies', items, {
        source: 'yc',
        observedAt: new Date(days[index] as string),
      })
    }
    const snapshot = await snapshots.newest('companies')
    const history = openHistory(db)
    const told: string[] = []
    for (const id of renamed) {
      const tokens = [`ext:yc/${id}`]
      const [found] = await readByTokens(recordStore(db), 'companies', {
        tokens,
        asOf: snapshot.number,
        perToken: 1,
      })
      if (found === undefined) throw new Error(`${id} is not there`)
      for await (const { observedAt, changes = [] } of history.timeline('companies', found.id, { snapshot }))
        for (const { member, previous, current } of changes)
          if (member === 'preferred_name')
            told.push(`${id} ${observedAt.slice(0, 10)} ${String(previous)} > ${String(current)}`)
    }
    await snapshots.close()
    expect(told.toSorted()).toEqual(expected.toSorted())
  })
})
