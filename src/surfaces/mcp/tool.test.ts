import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { discoverOperations } from '../../capabilities/discover.ts'
import type { Json } from '../openapi/index.ts'
import { compactText } from './compact-text.ts'
import { shortened } from './shortened.ts'
import { toolOf } from './tool.ts'

const operations = (await discoverOperations()).filter(({ access }) => access !== 'operator')
const tools = new Map(operations.map((operation) => [operation.id, toolOf(operation)]))

describe('a tool', () => {
  test('says price and limit, and how its cost is asked where it may cost', () => {
    for (const operation of operations) {
      const { description = '', inputSchema } = tools.get(operation.id) ?? {}
      expect(description).toContain(operation.price.describe)
      expect(description).toContain(`${operation.limit.max} requests`)
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

  test('is one of few that fit together where agents look first', () => {
    const few = operations.filter(({ isAgentTool }) => isAgentTool === true)
    expect(few.length).toBeLessThanOrEqual(16)
    expect(JSON.stringify(few.map(({ id }) => tools.get(id))).length).toBeLessThan(80_000)
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

describe('compactText', () => {
  test('drops what is empty below the output, and nothing else', () => {
    const body = {
      output: {
        data: [{ a: null, b: [], c: { d: {} }, e: 0, f: '', g: false, h: [null] }],
        nextCursor: null,
        none: [],
      },
      chargeInfo: { method: 'free', lowCreditAlert: null },
    }
    expect(JSON.parse(compactText(JSON.stringify(body)))).toEqual({
      output: { data: [{ e: 0, f: '', g: false, h: [null] }], nextCursor: null, none: [] },
      chargeInfo: { method: 'free', lowCreditAlert: null },
    })
  })
})
