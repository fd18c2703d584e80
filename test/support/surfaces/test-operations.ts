import { z } from 'zod'
import {
  createRegistry,
  type Call,
  Failure,
  free,
  bindOperations,
  optional,
  perItem,
  perMinute,
  perRequest,
  withDefault,
} from '../../../src/operation/index.ts'

/** What the test operations' handlers may call, so that a test decides what happens inside one. */
export interface TestDeps {
  onCall(operationId: string, input: unknown, call: Call): unknown
}

const operation = bindOperations<TestDeps>('test')

const place = z
  .object({ city: z.string().describe('City.'), country: z.string().nullable() })
  .meta({ id: 'TestPlace' })

const company = z
  .object({ name: z.string().describe('Preferred name.'), place: place.nullable(), size: z.int().nullable() })
  .meta({ id: 'TestCompany' })

const range = z
  .object({ gte: optional(z.int().min(0)), lte: withDefault(z.int(), 1_000_000).describe('Upper end.') })
  .meta({ id: 'TestRange' })

const searchParams = z
  .object({
    countries: optional(z.object({ anyOf: optional(z.array(z.string().length(3))) })),
    size: optional(range),
    kind: optional(z.enum(['small', 'large'])).describe('Which kind; both when left out.'),
  })
  .describe('What to look for.')

export const searchThings = operation({
  id: 'searchThings',
  route: 'POST /v1/things/search',
  tag: 'Things',
  summary: 'Search things',
  describe: 'Finds things by place and size. Pages follow `nextCursor` until it is null.',
  input: z.object({
    searchParams,
    pageSize: withDefault(z.int().min(1).max(100), 25).describe('Things a page.'),
    cursor: optional(z.string()).describe('`nextCursor` of the page before.'),
  }),
  output: z.object({ data: z.array(company), nextCursor: z.string().nullable() }),
  price: perItem({
    key: 'companySearchResult',
    most: (input: { pageSize: number }) => input.pageSize,
    count: (output: { data: unknown[] }) => output.data.length,
  }),
  limit: perMinute(180),
  fails: ['invalid-cursor'],
  examples: [{ name: 'Small things', input: { searchParams: { kind: 'small' }, pageSize: 2 } }],
  effect: 'spends',
  async handle({ input, call, deps }) {
    const answer = await deps.onCall('searchThings', input, call)
    if (answer instanceof Failure) return answer
    const data = Array.from({ length: input.pageSize }, (_, index) => ({
      name: `Thing ${index + 1}`,
      place: { city: 'Oslo', country: 'NOR' },
      size: index,
    }))
    return { data, nextCursor: null }
  },
})

export const countThings = operation({
  id: 'countThings',
  route: 'POST /v1/things/count',
  tag: 'Things',
  summary: 'Count things',
  describe: 'Counts what searchThings would page through.',
  input: z.object({ searchParams }),
  output: z.object({ count: z.int() }),
  price: free('Counting is free.'),
  limit: perMinute(120),
  examples: [{ name: 'All', input: { searchParams: {} } }],
  effect: 'reads',
  handle: () => ({ count: 3 }),
})

export const listThings = operation({
  id: 'listThings',
  route: 'GET /v1/things',
  tag: 'Things',
  summary: 'List things',
  describe: 'Lists the things of the organization.',
  input: z.object({
    kinds: optional(z.array(z.enum(['small', 'large']))).describe('Kinds to list.'),
    limit: withDefault(z.int().min(1).max(50), 10).describe('At most so many.'),
    deep: withDefault(z.boolean(), false).describe('With everything below.'),
  }),
  output: z.object({ given: z.unknown() }),
  price: free(),
  limit: perMinute(60),
  examples: [{ name: 'Two small', input: { kinds: ['small'], limit: 2 } }],
  effect: 'reads',
  handle: ({ input }) => ({ given: input }),
})

export const getThing = operation({
  id: 'getThing',
  route: 'GET /v1/things/{thingId}',
  tag: 'Things',
  summary: 'Read a thing',
  describe: 'Reads one thing.',
  input: z.object({ thingId: z.string().min(1).describe('Id of the thing.') }),
  output: z.object({ thingId: z.string() }),
  price: perRequest({ key: 'companyResolve' }),
  limit: perMinute(60),
  fails: ['not-found'],
  examples: [{ name: 'By id', input: { thingId: 'thing_1' } }],
  effect: 'spends',
  async handle({ input, call, deps }) {
    const answer = await deps.onCall('getThing', input, call)
    return answer instanceof Failure ? answer : { thingId: input.thingId }
  },
})

export const removeThings = operation({
  id: 'removeThings',
  route: 'DELETE /v1/things/{thingId}/parts',
  tag: 'Parts',
  summary: 'Remove parts',
  describe: 'Removes parts of a thing.',
  input: z.object({
    thingId: z.string().describe('Id of the thing.'),
    parts: z
      .array(z.object({ name: z.string() }))
      .min(1)
      .describe('Parts to remove.'),
    force: withDefault(z.boolean(), false).describe('Also those in use.'),
  }),
  output: z.object({ given: z.unknown() }),
  price: free(),
  limit: perMinute(60),
  examples: [{ name: 'One part', input: { thingId: 'thing_1', parts: [{ name: 'lid' }], force: true } }],
  effect: 'changes',
  handle: ({ input }) => ({ given: input }),
})

export const getHealth = operation({
  id: 'getHealth',
  route: 'GET /health',
  tag: 'Utilities',
  summary: 'Health check',
  describe: 'Answers while the service is up.',
  input: z.object({}),
  output: z.strictObject({ status: z.literal('healthy') }),
  price: free('The health check is free.'),
  limit: perMinute(6_000),
  access: 'public',
  bare: true,
  examples: [{ name: 'Ask', input: {} }],
  effect: 'reads',
  handle: () => ({ status: 'healthy' as const }),
})

/** A small registry with every shape of operation: body, query, path parameters, public, bare, free, priced. */
export const testRegistry = createRegistry([
  searchThings,
  countThings,
  listThings,
  getThing,
  removeThings,
  getHealth,
])
