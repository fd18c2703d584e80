import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openLanguage } from '../../corpus/import/index.ts'
import { compileRequest } from './request-template.ts'

const asOf = '2026-01-15'

/** Builds a request of a template with a value at `question.v`. */
function builder(source: object) {
  const roots = { question: new Set(['v', 'w']), settings: new Set(['key']), page: new Set<string>() }
  const language = { ...openLanguage({}), roots }
  const build = compileRequest(source, ['request'], { language, headers: undefined })
  return (v: unknown) => build(language.scope({ question: { v }, settings: { key: 'k' } }, { asOf }))
}

/** Any text a question may hold, and those that would mean something where they stand. */
const value = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom('.', '/', '%', '2', 'e', '?', '#', '&', '=', '\r', '\n', ':', '@', '\\', ' ', '"'),
  }),
  fc.constantFrom(
    '..',
    '.',
    '%2e%2E',
    '//evil.example',
    '\r\nhost: evil.example',
    '{{settings.key}}',
    '__proto__',
  ),
)
/** Blanks around a value do not count, and lone halves of characters cannot be sent. */
const sent = (text: string) => text.trim().toWellFormed()

describe('whatever a value is', () => {
  test('the request goes to the same host, and the path keeps its segments', () => {
    const build = builder({ url: 'https://api.example/a/{{question.v}}/x{{question.v}}y/b' })
    fc.assert(
      fc.property(value, (text) => {
        const built = build(text)
        if (built === undefined) return
        const { origin, pathname, search, hash, username } = new URL(built.url)
        expect([origin, search, hash, username]).toEqual(['https://api.example', '', '', ''])
        const [, a, whole, part, b, ...rest] = pathname.split('/')
        expect([a, b, rest]).toEqual(['a', 'b', []])
        expect(decodeURIComponent(whole as string)).toBe(sent(text))
        expect(decodeURIComponent(part as string)).toBe(`x${sent(text)}y`)
      }),
    )
  })

  test('a parameter is that parameter, in the address and in a form', () => {
    const fields = { before: '1', q: '{{question.v}}', after: 'x {{question.v}}' }
    const inQuery = builder({ url: 'https://api.example/', query: fields })
    const inForm = builder({ method: 'POST', url: 'https://api.example/', form: fields })
    fc.assert(
      fc.property(value, (text) => {
        const wanted =
          sent(text) === ''
            ? [['before', '1']]
            : [
                ['before', '1'],
                ['q', sent(text)],
                ['after', `x ${sent(text)}`],
              ]
        expect([...new URL(inQuery(text)!.url).searchParams]).toEqual(wanted)
        expect([...new URLSearchParams(String(inForm(text)!.body))]).toEqual(wanted)
      }),
    )
  })

  test('a member of the body is that member', () => {
    const build = builder({
      method: 'POST',
      url: 'https://api.example/',
      json: {
        fixed: true,
        one: '{{question.v}}',
        many: ['{{question.v}}', 1],
        line: '<{{question.v}}>',
      },
    })
    fc.assert(
      fc.property(value, (text) => {
        const body = JSON.parse(String(build(text)!.body)) as unknown
        const isBlank = text.trim() === ''
        expect(body).toEqual(
          isBlank
            ? { fixed: true, many: [1] }
            : { fixed: true, one: text.trim(), many: [text.trim(), 1], line: `<${sent(text)}>` },
        )
      }),
    )
  })

  test('a header has no line breaks and is one header, or nothing is sent', () => {
    const build = builder({ url: 'https://api.example/', headers: { 'X-Value': 'v={{question.v}}' } })
    fc.assert(
      fc.property(value, (text) => {
        const built = build(text)
        if (built === undefined) return
        const headers = Object.entries(built.headers ?? {})
        expect(headers).toEqual(sent(text) === '' ? [] : [['x-value', `v=${sent(text)}`]])
        // What Node would refuse never gets there.
        expect(() => new Headers(built.headers)).not.toThrow()
      }),
    )
  })
})

test('values of other types: lists repeat a parameter, objects are no text, numbers and flags are', () => {
  const build = builder({ url: 'https://api.example/{{question.v}}', query: { q: '{{question.v}}' } })
  expect(build(['a', 'b'])?.url).toBe('https://api.example/a%2Cb?q=a&q=b')
  expect(build(7)?.url).toBe('https://api.example/7?q=7')
  expect(build(false)?.url).toBe('https://api.example/false?q=false')
  expect(build({ a: 1 })).toBeUndefined()
  expect(build([])).toBeUndefined()
  expect(build(null)).toBeUndefined()
})
