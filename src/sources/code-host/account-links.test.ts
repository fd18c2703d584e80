import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listLinks } from './account-links.ts'

const links = (bio: string, more: { blog?: string; twitter_username?: string } = {}, social: string[] = []) =>
  listLinks({ bio, ...more }, social)

test.each([
  ['I write node.js at acme.example', []],
  ['mail ada@acme.example/x', []],
  [
    '(see https://acme.example/a), and www.acme.example/b.',
    ['https://acme.example/a', 'https://www.acme.example/b'],
  ],
  ['HTTP://Acme.example/C', ['HTTP://Acme.example/C']],
  ['no links here. None/at all', []],
])('%s', (bio, expected) => {
  expect(links(bio)).toEqual(expected)
})

test('website, accounts elsewhere and bio, each once, and only what is an address', () => {
  const found = links('acme.example/x', { blog: ' acme.example ', twitter_username: 'ada' }, [
    'https://acme.example/x',
    'http://',
    'not an address at all',
  ])
  expect(found).toEqual(['https://acme.example', 'https://acme.example/x', 'https://twitter.com/ada'])
})

test('any text gives a bounded list of addresses', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 3_000 }), fc.string(), (bio, blog) => {
      const found = links(bio, { blog })
      expect(found.length).toBeLessThanOrEqual(50)
      for (const link of found) expect(URL.canParse(link)).toBe(true)
    }),
  )
})

test('a bio made to be slow is not', () => {
  const bio = `${'a.'.repeat(50_000)}/`
  expect(links(bio)).toEqual([])
})
