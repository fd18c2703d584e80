import { beforeAll, expect, it } from 'vitest'
import { subjectsWorld, type Privacy } from '../../../worlds/subjects.ts'

let service: Privacy
beforeAll(async () => {
  service = await subjectsWorld()
})

async function labels(type: string, text: string): Promise<string[]> {
  const { rawKey: key } = await service.org()
  const { status, body } = await service.send('POST /v1/search/suggest', { key, body: { type, text } })
  expect(status).toBe(200)
  return body.output.suggestions.map(({ label }: { label: string }) => label)
}

it('nothing is suggested that no record has any more; what is new is, once it is gathered', async () => {
  const { writer, search } = service.almanac
  const write = (title: string, day: string) => {
    const experiences = [{ company_name: 'Quartz Works', is_current: true, title }]
    const record = { primary_slug: 'quartz-teller', name: 'Ann Quartz', experiences, skills: [title] }
    return writer.write('people', [{ line: 1, record }], { source: 'test', observedAt: new Date(day) })
  }
  const company = { pnet_primary_slug: 'quartz-works', preferred_name: 'Quartz Works' }
  await writer.write('companies', [{ line: 1, record: company }], {
    source: 'test',
    observedAt: new Date(0),
  })
  await write('Quartz Teller', '2026-02-01')
  await search.suggestions.refresh()
  expect(await labels('title', 'quartz')).toEqual(['quartz teller'])
  expect(await labels('skill', 'quartz')).toEqual(['quartz teller'])
  expect(await labels('company', 'quartz wo')).toEqual(['Quartz Works'])
  await write('Basalt Teller', '2026-02-02')
  expect(await labels('title', 'quartz')).toEqual([])
  expect(await labels('skill', 'quartz')).toEqual([])
  await search.suggestions.refresh()
  expect(await labels('title', 'basalt')).toEqual(['basalt teller'])
  await service.operate('POST /v1/privacy/suppressions', { profiles: ['quartz-teller'] })
  expect(await labels('title', 'basalt')).toEqual([])
  expect(await labels('skill', 'basalt')).toEqual([])
})
