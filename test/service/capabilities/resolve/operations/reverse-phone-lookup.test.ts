import { beforeAll, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { personRecord } from '../../../../../src/corpus/records/index.ts'
import { openResolveTest, type ResolveTest } from '../../../../worlds/resolve.ts'
import { reversePhoneLookup } from '../../../../../src/capabilities/resolve/operations/reverse-phone-lookup.ts'

let resolve: ResolveTest
beforeAll(async () => {
  resolve = await openResolveTest()
})

const ask = (body: object) => resolve.ask('POST /v1/phone-to-person/single', body)

test.each([
  { phoneNumber: '+46 70 123 45 67' },
  { phoneNumber: '0046701234567' },
  { phoneNumber: 'tel:+46-70-123-45-67' },
  { phoneNumber: '070-123 45 67', countryCode: 'SWE' },
])('200: %j finds the person for 3 credits', async (body) => {
  verifies('op.reverse-phone-lookup', 'client.lookup.phone-results')
  const answer = (await ask(body)).body
  expect(answer.output.results).toEqual([{ type: 'profile', profile: answer.output.data[0] }])
  expect(answer.output.rejectionReason).toBeNull()
  expect(answer.output.data.map((person: { primary_slug: string }) => person.primary_slug)).toEqual([
    'ada-lindqvist',
  ])
  expect(personRecord.parse(answer.output.data[0])).toEqual(answer.output.data[0])
  expect(answer.output.matches[0]).toMatchObject({ confidence: 0.95, evidence: ['phoneNumber: the same'] })
  expect(answer.chargeInfo).toMatchObject({ creditsCharged: 3 })
})

test('200: a number nobody has is free, and so is one shared by too many for minConfidence', async () => {
  verifies('reverse-phone.free-on-miss')
  const { output, chargeInfo } = (await ask({ phoneNumber: '+46701234560' })).body
  expect(output).toMatchObject({ data: [], matches: [], message: expect.any(String) })
  expect(chargeInfo.method).toBe('free')
  const unsure = (await ask({ phoneNumber: '+46701234567', minConfidence: 0.99 })).body
  expect(unsure.output.data).toEqual([])
  expect(unsure.output.message).toMatch(/^Nobody matches well enough/)
  expect(unsure.chargeInfo.method).toBe('free')
})

test('200: a number shared by many is said to be, and free; minConfidence takes them all the same', async () => {
  const phoneNumber = '+49 30 123456'
  const { output, chargeInfo } = (await ask({ phoneNumber })).body
  expect(output).toMatchObject({ data: [], message: expect.stringMatching(/^More than 10 people share it/) })
  expect(chargeInfo.method).toBe('free')
  const taken = (await ask({ phoneNumber, minConfidence: 0.05 })).body
  expect(taken.output.data).toHaveLength(10)
  expect(taken.output.matches[0]).toMatchObject({
    confidence: 0.086,
    evidence: ['phoneNumber: the same', 'shared by more than 10 people'],
  })
  const ofTwo = (await ask({ phoneNumber: '+49 30 999888' })).body
  expect(ofTwo.output.data).toHaveLength(2)
  expect(ofTwo.output.matches[0].evidence).toContain('shared by 2 people')
  expect(ofTwo.chargeInfo.creditsCharged).toBe(3)
})

test.each<[object, string]>([
  [{}, 'phoneNumber'],
  [{ phoneNumber: '12' }, 'phoneNumber'],
  [{ phoneNumber: '070-123 45 67' }, 'phoneNumber'],
  [{ phoneNumber: '070-123 45 67', countryCode: 'SE' }, 'countryCode'],
])('400 for %j at %s', async (body, path) => {
  const answer = await ask(body)
  expect(answer.status).toBe(400)
  expect(answer.body.issues[0].path).toBe(path)
})

test('may be asked 120 times a minute', () => {
  expect(reversePhoneLookup.limit).toEqual({ max: 120, windowSeconds: 60 })
})
