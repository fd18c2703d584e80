import { expect, test } from 'vitest'
import type { Json, OpenApiDocument } from '../openapi/index.ts'
import { jsonText } from './json-text.ts'
import { maxBytes, schemaPages, schemaReader } from './schema-pages.ts'

const string = { type: 'string' }
const object = (...names: string[]): Json => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, string])),
})
const named = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })

function documentOf(schemas: Record<string, Json>): OpenApiDocument {
  return {
    openapi: '3.1.0',
    info: { title: '', version: '', description: '' },
    paths: {},
    webhooks: {},
    components: { schemas },
  }
}

test('a schema has a page when several places name it, unless it is small, and when it names itself', () => {
  const { findAddress: addressOf } = schemaReader(
    documentOf({
      Root: {
        properties: {
          a: named('Twice'),
          b: named('Twice'),
          c: named('Once'),
          d: named('Small'),
          e: named('Small'),
        },
      },
      Twice: object('one', 'two', 'three', 'four'),
      Once: object('one', 'two', 'three', 'four'),
      Small: object('one', 'two', 'three'),
      Tree: {
        properties: { ...(object('one', 'two', 'three')['properties'] as Json), below: named('Tree') },
      },
    }),
  )
  expect(addressOf('#/components/schemas/Twice')).toBe('/ai-docs/schema-Twice.md')
  expect(addressOf('Tree')).toBe('/ai-docs/schema-Tree.md')
  for (const name of ['Once', 'Small', 'Root']) expect(addressOf(name)).toBeUndefined()
})

test('what does not fit on a page has a page of its own, the largest members first', () => {
  const many = (size: number) =>
    object(...Array.from({ length: size }, (_, index) => `a_member_with_a_name_${index}`))
  const document = documentOf({
    Root: { properties: { a: named('Long'), b: named('Long') } },
    Long: { properties: { few: many(20), more: many(100), most: { type: 'array', items: many(150) } } },
  })
  const pages = schemaPages(schemaReader(document))
  expect([...pages.keys()]).toEqual(['/ai-docs/schema-Long.md', '/ai-docs/schema-Long.most.md'])
  for (const text of pages.values()) expect(Buffer.byteLength(text)).toBeLessThan(maxBytes)
  const [long = '', most = ''] = pages.values()
  expect(long).toContain('| `most` | array of object, [members](/ai-docs/schema-Long.most.md) |')
  expect(long).toContain('| `more.a_member_with_a_name_99` |')
  expect(long).not.toContain('most[]')
  expect(most).toContain('# Long.most\n')
  expect(most).toContain('| `[].a_member_with_a_name_149` |')
})

test('JSON is the same value, and breaks a line only where it is too long', () => {
  const value = {
    short: { a: [1, null, 'x"y'] },
    long: Array.from({ length: 90 }, (_, index) => index),
    left: undefined,
  }
  const text = jsonText(value)
  expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
  expect(text.split('\n')[1]).toBe(' "short":{"a":[1,null,"x\\"y"]},')
  for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(200)
})
