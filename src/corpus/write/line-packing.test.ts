import { readFileSync } from 'node:fs'
import { deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { joinPacked, packRecord, splitPacked, unpackRecord, unpackText } from './line-packing.ts'

const record = {
  preferred_name: 'ACME LIMITED',
  names: ['ACME LIMITED', 'Ünïcode 株式会社'],
  external_ids: { 'companies-house': '01000123' },
  custom_data: { legal_form: 'Private Limited Company' },
}

test('a record is read as it was packed, also one of a release that packed without a dictionary', () => {
  expect(unpackRecord(packRecord(record))).toEqual(record)
  expect(unpackRecord(deflateRawSync(JSON.stringify(record)))).toEqual(record)
  expect(unpackText(packRecord(record))).toBe(JSON.stringify(record))
})

test('records in one piece are the records that were put there, in their order', () => {
  const records = [record, { preferred_name: 'Other' }, {}, record]
  expect(splitPacked(joinPacked(records.map(packRecord))).map(unpackRecord)).toEqual(records)
  expect(splitPacked(joinPacked([]))).toEqual([])
})

test('what was packed by the first dictionary is read for ever', () => {
  const packed = readFileSync(new URL('fixtures/packed-line.txt', import.meta.url), 'utf8')
  expect(unpackRecord(Buffer.from(packed, 'base64'))).toEqual(record)
})
