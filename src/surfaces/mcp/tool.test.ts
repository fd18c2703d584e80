import { isLimited } from '../../operation/index.ts'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { discoverOperations } from '../../capabilities/discover.ts'
import type { Json } from '../openapi/index.ts'
import { tokensOf } from '../../../test/support/surfaces/token-count.ts'
import { compacted } from './compact-answer.ts'
import { fewTools } from './few-tools.ts'
import { formText } from './form-text.ts'
import { shortened } from './shortened.ts'
import { makeTool } from './tool.ts'

const operations = (await discoverOperations()).filter(({ access }) => access !== 'operator')
const tools = new Map(operations.map((operation) => [operation.id, makeTool(operation)]))

describe('a tool', () => {
  test('says price and limit, and how its cost is asked where it may cost', () => {
    for (const operation of operations) {
      const { description = '', inputSchema } = tools.get(operation.id) ?? {}
      expect(description).toContain(operation.price.describe)
      expect(description).toContain(isLimited(operation) ? `${operation.limit.max} requests` : 'Limit: none.')
      const isPriced = operation.price.kind !== 'free' && operation.dryRun !== false
      expect('dryRun' in (inputSchema?.properties ?? {}), operation.id).toBe(isPriced)
    }
  })

  test('tells what it leaves behind', () => {
    const hints = (id: string) => tools.get(id)?.annotations
    expect(hints('companyCount')).toMatchObject({ readOnlyHint: true, idempotentHint: true })
    expect(hints('companySearch')).toMatchObject({ readOnlyHint: false, destructiveHint: false })
    expect(hints('buyCredits')).toMatchObject({
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: false,
    })
    expect(hints('addTrackerCompanies')).toMatchObject({ destructiveHint: true, idempotentHint: true })
  })

  test('has a schema a model can afford, that takes every example', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    for (const { id, examples } of operations) {
      const schema = tools.get(id)?.inputSchema ?? { type: 'object' }
      expect(JSON.stringify(schema).length, id).toBeLessThan(11_000)
      const validate = ajv.compile(schema)
      for (const { name, input } of examples)
        expect(validate(input), `${id} ${name}: ${JSON.stringify(validate.errors)}`).toBe(true)
    }
  })

  test('has parts of one type each, as clients of several models need them', () => {
    for (const [id, { inputSchema }] of tools)
      expect(JSON.stringify(inputSchema), id).not.toMatch(/"type":\[/)
  })

  test('tells the form of its answers, wherever they are JSON whatever is asked', () => {
    for (const { id, media, bare } of operations) {
      const { outputSchema } = tools.get(id) ?? {}
      expect(outputSchema !== undefined, id).toBe(media === undefined && !bare)
      expect(JSON.stringify(outputSchema ?? {}).length, id).toBeLessThan(6_000)
    }
  })
})

describe('the few tools where agents look first', () => {
  const few = operations.filter(({ isAgentTool }) => isAgentTool === true)
  const absent = new Set(operations.filter(({ isAgentTool }) => isAgentTool !== true).map(({ id }) => id))
  const made = fewTools(few, { absent })

  test('are few, and short together', () => {
    expect(few.length).toBeLessThanOrEqual(26)
    expect(tokensOf(made)).toBeLessThan(11_000)
  })

  test('take every example', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    for (const { id, examples } of few) {
      const schema = made.find(({ name }) => name === id)?.inputSchema ?? {}
      const validate = ajv.compile(schema)
      for (const { name, input } of examples)
        expect(validate(input), `${id} ${name}: ${JSON.stringify(validate.errors)}`).toBe(true)
    }
  })

  test('name no operation that is not among them', () => {
    for (const tool of made)
      for (const word of JSON.stringify(tool).match(/\w+/g) ?? [])
        expect(absent.has(word), `${tool.name} names ${word}`).toBe(false)
  })

  test('tell each large member once, and name where', () => {
    const members = (id: string) => made.find(({ name }) => name === id)?.inputSchema.properties
    expect(members('companyCount')).toMatchObject({
      searchParams: { description: expect.stringContaining('headquartersCountryCode: {anyOf: string[]') },
    })
    expect(members('companySearch')).toMatchObject({
      searchParams: { type: 'object', description: 'Takes what searchParams of companyCount takes.' },
    })
  })
})

describe('formText', () => {
  const definitions: Record<string, Json> = {
    Tree: { type: 'object', properties: { name: { type: 'string' }, of: { $ref: '#/$defs/Tree' } } },
  }
  test.each([
    [{ type: 'array', items: { type: 'string' } }, 40, 'string[]'],
    [{ enum: ['a', 'b', null] }, 40, '"a"|"b"'],
    [
      { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'integer' }] } },
      40,
      '(string|integer)[]',
    ],
    [{ $ref: '#/$defs/Tree' }, 40, '{name: string, of: {…}}'],
    [{ $ref: '#/$defs/Tree' }, 10, '{…}'],
  ] as const)('%j in %d letters', (schema, letters, text) => {
    expect(formText(schema as unknown as Json, definitions, letters)).toBe(text)
  })
})

describe('shortened', () => {
  const text = 'What it is. And much more of it, which a model need not read with every question.'
  const member = { type: 'object', properties: { one: { type: 'string', description: text } } }
  const schema: Json = {
    type: 'object',
    properties: {
      small: { type: 'string', description: text },
      union: { oneOf: [member, { $ref: '#/$defs/Tree' }] },
      maybe: { anyOf: [{ type: 'integer' }, { type: 'null' }], default: 7 },
    },
    required: ['union'],
    $defs: { Tree: { type: 'object', properties: { of: { $ref: '#/$defs/Tree' } }, required: ['of'] } },
  }

  test('leaves alone what fits', () => {
    expect(shortened(schema, 10_000, 'elsewhere')).toBe(schema)
  })

  test.each([200, 300, 400])('keeps within %d bytes, closed over itself', (most) => {
    const cut = shortened(schema, most, 'elsewhere')
    expect(JSON.stringify(cut)).not.toContain('$ref')
    expect(JSON.stringify(cut)).not.toContain('much more')
    expect(cut).toMatchObject({ required: ['union'], description: 'elsewhere' })
    const validate = new Ajv2020({ strict: false }).compile(cut)
    expect(validate({ union: { one: 'x' } })).toBe(true)
    expect(validate({ union: { of: {} } })).toBe(true)
    expect(validate({ small: 'x' })).toBe(false)
  })
})

describe('compacted', () => {
  test('drops what is empty, but for the members of the output', () => {
    const body = {
      output: {
        data: [{ a: null, b: [], c: { d: {} }, e: 0, f: '', g: false, h: [null] }],
        nextCursor: null,
        none: [],
      },
      chargeInfo: { method: 'free', lowCreditAlert: null },
    }
    expect(compacted(JSON.stringify(body))).toEqual({
      output: { data: [{ e: 0, f: '', g: false, h: [null] }], nextCursor: null, none: [] },
      chargeInfo: { method: 'free' },
    })
  })
})
