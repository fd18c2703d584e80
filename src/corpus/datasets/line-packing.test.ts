import { readFileSync } from 'node:fs'
import { deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { packRecord, unpackRecord } from './line-packing.ts'

const record = {
  preferred_name: 'ACME LIMITED',
  names: ['ACME LIMITED', 'Ünïcode 株式会社'],
  external_ids: { 'companies-house': '01000123' },
  custom_data: { legal_form: 'Private Limited Company' },
}

test('a record is read as it was packed, also one of a release that packed without a dictionary', () => {
  expect(unpackRecord(packRecord(record))).toEqual(record)
  expect(unpackRecord(deflateRawSync(JSON.stringify(record)))).toEqual(record)
})

test('what was packed by the first dictionary is read for ever', () => {
  const packed = readFileSync(new URL('fixtures/packed-line.txt', import.meta.url), 'utf8')
  expect(unpackRecord(Buffer.from(packed, 'base64'))).toEqual(record)
})
