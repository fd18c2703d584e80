import { describe, expect, test } from 'vitest'
import { describeChanges } from '../../scripts/interface-changes.ts'
import { interfaceText } from '../../scripts/interface-text.ts'

type Json = Record<string, unknown>

const request: Json = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 100 },
    size: { type: 'integer', minimum: 1, maximum: 50, default: 10 },
    order: { anyOf: [{ enum: ['asc', 'desc'] }, { type: 'null' }] },
    ids: { type: 'array', items: { type: 'string', maxLength: 20 }, maxItems: 5 },
    filter: { type: 'object', properties: { min: { type: 'number' } } },
    place: { $ref: '#/components/schemas/Place' },
  },
}
const response: Json = {
  type: 'object',
  required: ['count', 'status'],
  properties: {
    count: { type: 'integer' },
    status: { enum: ['done', 'open'] },
    note: { type: 'string' },
    rows: {
      type: 'array',
      items: { type: 'object', required: ['id'], properties: { id: { type: 'string' } } },
    },
  },
}

/** A service of one operation, with something changed. */
function service(
  change: (parts: { operation: Json; request: Json; response: Json; place: Json }) => void = () => {},
) {
  const parts = structuredClone({
    request,
    response,
    place: { type: 'object', properties: { city: { type: 'string' } } } as Json,
    operation: {
      operationId: 'findThings',
      security: [{ Key: [] }],
      'x-price': { kind: 'per-item', units: [{ key: 'thing', credits: 2 }] },
      'x-rate-limit': { max: 60, windowSeconds: 60 },
    } as Json,
  })
  change(parts)
  const body = (name: string) => ({
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
  })
  return interfaceText({
    paths: {
      '/v1/things': {
        post: {
          ...parts.operation,
          requestBody: body('Request'),
          responses: { '200': body('Response') },
        },
      },
    },
    components: { schemas: { Request: parts.request, Response: parts.response, Place: parts.place } },
  })
}

const member = (schema: Json, ...path: string[]) =>
  path.reduce((at, name) => (at['properties'] as Json)[name] as Json, schema)
const properties = (schema: Json) => schema['properties'] as Json

const changes = (change: Parameters<typeof service>[0]) => describeChanges(service(), service(change))

describe('what breaks a client is told as breaking', () => {
  test.each<[string, Parameters<typeof service>[0], RegExp]>([
    [
      'another operation',
      ({ operation }) => (operation['operationId'] = 'other'),
      /operation findThings was removed/,
    ],
    ['a removed member of a request', (s) => delete properties(s.request)['size'], /\.size was removed/],
    [
      'a removed member within one',
      (s) => delete properties(member(s.request, 'filter'))['min'],
      /\.filter\.min was removed/,
    ],
    [
      'a removed member of a schema of its own',
      (s) => delete properties(s.place)['city'],
      /Place .*\.city was removed/,
    ],
    ['a removed member of an answer', (s) => delete properties(s.response)['note'], /\.note was removed/],
    [
      'a removed member of its rows',
      (s) => delete properties(member(s.response, 'rows')['items'] as Json)['id'],
      /\.rows\[\]\.id was removed/,
    ],
    [
      'a member that has to be sent now',
      (s) => (s.request['required'] = ['name', 'ids']),
      /\.ids has to be sent/,
    ],
    [
      'a new member that has to be sent',
      (s) => {
        properties(s.request)['more'] = { type: 'string' }
        s.request['required'] = ['name', 'more']
      },
      /\.more is new and has to be sent/,
    ],
    [
      'a member of an answer that may be missing',
      (s) => (s.response['required'] = ['status']),
      /\.count may be missing/,
    ],
    [
      'a narrower kind',
      (s) => (member(s.request, 'filter', 'min')['type'] = 'integer'),
      /\.min may be number no more/,
    ],
    ['another kind', (s) => (member(s.request, 'name')['type'] = 'boolean'), /\.name may be string/],
    [
      'null that is refused',
      (s) => (properties(s.request)['order'] = { enum: ['asc', 'desc'] }),
      /\.order may be null no more/,
    ],
    [
      'a value less',
      (s) => (properties(s.request)['order'] = { anyOf: [{ enum: ['asc'] }, { type: 'null' }] }),
      /\.order may be "desc" no more/,
    ],
    [
      'a lower maximum',
      (s) => (member(s.request, 'size')['maximum'] = 40),
      /\.size may be integer\(1\.\.50\) no more/,
    ],
    [
      'a higher minimum',
      (s) => (member(s.request, 'size')['minimum'] = 2),
      /\.size may be integer\(1\.\.50\) no more/,
    ],
    ['fewer items', (s) => (member(s.request, 'ids')['maxItems'] = 4), /\.ids may be array\(\.\.5\) no more/],
    [
      'shorter items',
      (s) => ((member(s.request, 'ids')['items'] as Json)['maxLength'] = 9),
      /\.ids\[\] may be string\(\.\.20\) no more/,
    ],
    [
      'a pattern',
      (s) => (member(s.request, 'name')['pattern'] = '^[a-z ]+$'),
      /\.name: matches "\^\[a-z \]\+\$"/,
    ],
    [
      'another default',
      (s) => (member(s.request, 'size')['default'] = 20),
      /\.size: default 20 instead of 10/,
    ],
    [
      'a kind that is new in an answer',
      (s) => (properties(s.response)['count'] = { anyOf: [{ type: 'integer' }, { type: 'null' }] }),
      /\.count may be null/,
    ],
    [
      'a higher price',
      (s) => (s.operation['x-price'] = { kind: 'per-item', units: [{ key: 'thing', credits: 3 }] }),
      /price thing of findThings is 3 instead of 2/,
    ],
    [
      'a further price',
      (s) =>
        (s.operation['x-price'] = {
          kind: 'per-item',
          units: [
            { key: 'thing', credits: 2 },
            { key: 'extra', credits: 1 },
          ],
        }),
      /price extra of findThings is 1 instead of 0/,
    ],
    [
      'a lower limit',
      (s) => (s.operation['x-rate-limit'] = { max: 30, windowSeconds: 60 }),
      /limit of findThings is 30\/60s instead of 60\/60s/,
    ],
  ])('%s', (_name, change, expected) => {
    const { isBreaking, text } = changes(change)
    expect(text).toMatch(expected)
    expect(text).toMatch(/^Breaking \(1\)|^Breaking \(2\)/)
    expect(isBreaking).toBe(true)
  })
})

describe('what breaks nobody is told, and not as breaking', () => {
  test.each<[string, Parameters<typeof service>[0], RegExp]>([
    [
      'a new member that may be left out',
      (s) => (properties(s.request)['more'] = { type: 'string' }),
      /\.more is new/,
    ],
    [
      'a new member of an answer',
      (s) => {
        properties(s.response)['more'] = { type: 'string' }
        s.response['required'] = ['count', 'status', 'more']
      },
      /\.more is new/,
    ],
    [
      'a value more',
      (s) => (properties(s.request)['order'] = { enum: ['asc', 'desc', 'any', null] }),
      /\.order may be "any"/,
    ],
    [
      'a value more of an answer',
      (s) => (properties(s.response)['status'] = { enum: ['done', 'open', 'late'] }),
      /\.status may be "late"/,
    ],
    [
      'a wider kind',
      (s) => (member(s.request, 'size')['type'] = 'number'),
      /\.size may be number\(1\.\.50\)/,
    ],
    [
      'a wider range',
      (s) => (member(s.request, 'size')['maximum'] = 100),
      /\.size may be integer\(1\.\.100\)/,
    ],
    ['a member that may be left out now', (s) => (s.request['required'] = []), /\.name may be left out/],
    [
      'a member of an answer that is always there',
      (s) => (s.response['required'] = ['count', 'status', 'note']),
      /\.note is always there/,
    ],
    [
      'a lower price',
      (s) => (s.operation['x-price'] = { kind: 'per-item', units: [{ key: 'thing', credits: 1 }] }),
      /price thing of findThings is 1 instead of 2/,
    ],
    [
      'a higher limit',
      (s) => (s.operation['x-rate-limit'] = { max: 90, windowSeconds: 60 }),
      /limit of findThings is 90\/60s/,
    ],
  ])('%s', (_name, change, expected) => {
    const { isBreaking, text } = changes(change)
    expect(text).toMatch(expected)
    expect(text).not.toContain('Breaking')
    expect(isBreaking).toBe(false)
  })

  test('nothing changed, and a schema that is only called otherwise', () => {
    const renamed = service().replaceAll('Place', 'Spot')
    for (const text of [service(), renamed])
      expect(describeChanges(service(), text)).toEqual({
        isBreaking: false,
        text: 'The interface has not changed.\n',
      })
  })
})
