import { beforeAll, expect, test } from 'vitest'
import { testAlmanac, type TestAlmanac } from '../../../support/harness.ts'

let service: TestAlmanac
let key: string
beforeAll(async () => {
  service = await testAlmanac()
  key = (await service.org()).rawKey
})

const dayOf = (month: string) => `${month}-01T00:00:00.000Z`
const write = (month: string, record: object) => service.write('companies', [record], dayOf(month))

async function look(domain: string, more: object = {}) {
  const companies = [{ identifier: 'domain', value: domain }]
  const body = { companies, includeProvenance: true, ...more }
  const { output } = (await service.send('POST /v1/company-resolve', { key, body })).body
  return { output, members: output.provenance[0].members }
}

test('what a source said in full stays verified on that day when it says a part of it later', async () => {
  const site = { domains: ['part.example'] }
  const whole = { ...site, preferred_name: 'Part', li_headline: 'Makes parts', confidence: 0.6 }
  await write('2025-02', whole)
  await write('2025-08', whole)
  await write('2025-10', { ...site, preferred_name: 'Part', confidence: 0.6 })
  const { members } = await look('part.example')
  const said = { source: 'test', observedAt: dayOf('2025-02'), confidence: 0.6 }
  expect(members).toMatchObject({
    preferred_name: { ...said, verifiedAt: dayOf('2025-10') },
    li_headline: { ...said, verifiedAt: dayOf('2025-08') },
  })
  // Nothing between the two days is newer; what is told besides keeps how sure the source was.
  await write('2025-05', { ...site, li_headline: 'Made parts', li_description: 'Parts' })
  const { members: after } = await look('part.example')
  expect(after.li_headline).toMatchObject({ confidence: 0.6, verifiedAt: dayOf('2025-08') })
  expect(after.li_description).toMatchObject({ confidence: 1, observedAt: dayOf('2025-05') })
})

test('files that come late confirm no less', async () => {
  const site = { domains: ['late.example'] }
  await write('2025-02', { ...site, preferred_name: 'Late', li_headline: 'Comes late' })
  await write('2025-10', { ...site, preferred_name: 'Late' })
  await write('2025-08', { ...site, preferred_name: 'Late', li_headline: 'Comes late' })
  expect((await look('late.example')).members).toMatchObject({
    preferred_name: { verifiedAt: dayOf('2025-10') },
    li_headline: { verifiedAt: dayOf('2025-08') },
  })
})

test('each entry of a list names who says it, in whatever order the sources came', async () => {
  const words = [
    {
      source: 'register',
      preferred_name: 'Entries',
      domains: ['entries.example', 'old-entries.example'],
      external_ids: { lei: '5299000J2N45DDNE4Y28' },
      li_locations: [{ location: { country_code: 'DEU', city: 'Bonn' } }],
    },
    {
      source: 'crm',
      preferred_name: 'Entries Group',
      domains: ['entries.example', 'entries-crm.example'],
      external_ids: { lei: '5299000J2N45DDNE4Y28', crm: '7' },
      li_locations: [
        { location: { country_code: 'DEU', city: 'Bonn' } },
        { location: { country_code: 'DEU', city: 'Essen' } },
      ],
    },
  ]
  for (const [index, word] of words.entries()) await write(`2025-0${index + 2}`, word)
  const { output, members } = await look('entries.example')
  const { company } = output.data[0]
  const who = (name: string) =>
    Object.entries(members[name].entries as Record<string, string[]>).map(([key, sources]) => [
      Array.isArray(company[name]) ? company[name][Number(key)] : key,
      sources,
    ])
  expect(Object.fromEntries(who('domains'))).toEqual({
    'entries.example': ['crm', 'register'],
    'old-entries.example': ['register'],
    'entries-crm.example': ['crm'],
  })
  expect(Object.fromEntries(who('names'))).toEqual({ Entries: ['register'], 'Entries Group': ['crm'] })
  expect(members.li_locations.entries).toEqual({ 0: ['crm', 'register'], 1: ['crm'] })
})
