import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { companyRecord, personRecord } from '../records/index.ts'
import { readCompanyHead, readPersonCareer, readPersonHead } from './record-heads.ts'

/** Texts of the kind that would end a head too early, if a text could. */
const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(
    ',"external_ids":',
    '","external_ids":{',
    '\\","skills":[',
    ',"skills":',
    ',"patents":',
    '"}',
    ',',
    '{',
    'Søren "Bo" Ænd',
  ),
)
const value = fc.oneof(
  fc.constant(null),
  text,
  fc.array(text, { maxLength: 3 }),
  fc.dictionary(fc.oneof(text, fc.constantFrom('external_ids', 'skills', 'patents')), text, { maxKeys: 3 }),
)

const of = {
  companies: {
    read: readCompanyHead,
    shape: companyRecord.shape,
    members: ['li_org_id', 'preferred_name', 'names', 'domains', 'parent'],
  },
  people: {
    read: readPersonHead,
    shape: personRecord.shape,
    members: ['name', 'first_name', 'last_name', 'primary_slug', 'slugs'],
  },
  careers: {
    read: readPersonCareer,
    shape: personRecord.shape,
    members: ['name', 'headline', 'locality', 'education', 'experiences', 'inferred_location'],
  },
} as const

describe.each(['companies', 'people', 'careers'] as const)('the head of %s', (kind) => {
  const { read, shape, members } = of[kind]
  const keys = Object.keys(shape)

  test('says what the record says, in whatever order and with whatever texts it is written', () => {
    const record = fc
      .tuple(
        fc.shuffledSubarray(keys, { minLength: 5 }),
        fc.array(value, { minLength: keys.length, maxLength: keys.length }),
      )
      .map(([some, values]) => Object.fromEntries(some.map((key, index) => [key, values[index]])))
    const inOrder = fc
      .array(value, { minLength: keys.length, maxLength: keys.length })
      .map((values) => Object.fromEntries(keys.map((key, index) => [key, values[index]])))
    fc.assert(
      fc.property(fc.oneof(record, inOrder), (each) => {
        const head = read(JSON.stringify(each)) as Record<string, unknown>
        for (const member of members) expect(head[member]).toEqual(each[member])
      }),
    )
  })

  test('is a part of the record in the order in which records are stored', () => {
    const whole = JSON.stringify(Object.fromEntries(keys.map((key) => [key, null])))
    expect(Object.keys(read(whole)).length).toBeLessThan(
      kind === 'careers' ? keys.length * 0.6 : keys.length / 2,
    )
  })
})
