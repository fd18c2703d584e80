import { expect, it } from 'vitest'
import { registry } from '../../../contract/registry.ts'
import { service, shareSearchService } from '../../../search/search-service.ts'

shareSearchService()

const lists = registry.operations.filter(({ cacheSeconds }) => cacheSeconds !== undefined)

it('every list of the world may be used again, and nothing else', () => {
  expect(lists.map(({ slice }) => slice).every((slice) => slice === 'reference')).toBe(true)
  expect(lists).toHaveLength(15)
  for (const { method, access } of lists) expect([method, access]).toEqual(['GET', 'key'])
})

it.each(lists.map(({ id, path }) => [id, path]))(
  '%s says its version, and who has it gets no body',
  async (id, path) => {
    const { rawKey: key } = await service.org()
    const query = id === 'getSubdivisions' ? '?countryCode=FRA' : ''
    const get = (headers?: Record<string, string>) =>
      service.send(`GET ${path}${query}`, { key, ...(headers === undefined ? {} : { headers }) })
    const first = await get()
    expect(first.status).toBe(200)
    const version = first.headers.get('etag')!
    expect(version).toMatch(/^W\/"[\w-]{27}"$/)
    expect(first.headers.get('cache-control')).toMatch(/^private, max-age=\d+$/)
    const again = await get({ 'if-none-match': `"other", ${version}` })
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', version])
    const other = await get({ 'if-none-match': 'W/"other"' })
    expect([other.status, other.text]).toEqual([200, first.text])
  },
)

it('another answer has another version, and a refusal has none', async () => {
  const { rawKey: key } = await service.org()
  const [france, spain, nowhere] = await Promise.all(
    ['FRA', 'ESP', 'QQQ'].map((code) =>
      service.send(`GET /v1/enums/subdivisions?countryCode=${code}`, { key }),
    ),
  )
  expect(france!.headers.get('etag')).not.toBe(spain!.headers.get('etag'))
  expect([nowhere!.status, nowhere!.headers.get('etag')]).toEqual([400, null])
  expect(nowhere!.headers.get('cache-control')).toBe('no-store')
})
