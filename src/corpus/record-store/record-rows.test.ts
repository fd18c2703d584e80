import { expect, test } from 'vitest'
import { joinRecords, RecordBuilder, tokensWritten } from './record-rows.ts'

test('tokens that rows give or take are told from others, of rows that were built in several places', () => {
  const dictionary = { number: 2, bytes: Buffer.alloc(0) }
  const [one, other] = [new RecordBuilder(dictionary, 7), new RecordBuilder(dictionary, 7)]
  for (let id = 0; id < 2_000; id++) one.identifier(`slug:${id}`, { id: String(id), rank: id })
  other.identifier('dom:ended.example', { id: '1', rank: 1 }, { born: 3, dead: 7 })
  other.identifier('dom:here.example', { id: '2', rank: 1 })
  other.lose('ext:crm/9', '5')
  const rows = joinRecords([one.take(), other.take()])
  const written = ['slug:0', 'slug:1999', 'dom:ended.example', 'dom:here.example', 'ext:crm/9']
  expect(tokensWritten(rows, [...written, 'slug:2000', 'dom:there.example'])).toEqual(new Set(written))
  expect(tokensWritten(new RecordBuilder(dictionary, 7).take(), written)).toEqual(new Set())
})
