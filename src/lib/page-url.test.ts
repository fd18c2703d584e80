import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pageKey } from './page-url.ts'

describe('pageKey', () => {
  it.each([
    ['https://www.Example.org/a/', 'example.org/a'],
    ['http://example.org:8080/a#top', 'example.org/a'],
    ['https://example.org/?utm_source=x&id=7', 'example.org?id=7'],
    ['https://example.org/a?b=2&a=1', 'example.org/a?a=1&b=2'],
    ['https://example.org/A', 'example.org/A'],
    [' https://example.org ', 'example.org'],
  ])('%s', (url, key) => expect(pageKey(url)).toBe(key))

  it.each(['', 'example.org/a', 'ftp://example.org/a', 'https://', 'mailto:a@example.org', 'javascript:1'])(
    'no page: %s',
    (url) => expect(pageKey(url)).toBeUndefined(),
  )

  it('is the same for the key as for the page', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
        const key = pageKey(url)
        expect(key === undefined ? undefined : pageKey(`https://${key}`)).toBe(key)
      }),
    )
  })
})
