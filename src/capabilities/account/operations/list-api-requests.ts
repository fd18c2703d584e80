import { z } from 'zod'
import {
  free,
  invalidMember,
  makePage,
  openPage,
  pageQuestion,
  optional,
  outsideId,
  pageInput,
  perMinute,
  resourceId,
} from '../../../operation/index.ts'
import { RETENTION_DAYS, type RequestFilter } from '../../../platform/requests/index.ts'
import { usageOrigins } from '../../../platform/usage/index.ts'
import { findStranger } from '../member-filter.ts'
import { requestSources, requestView, viewOfRequest } from '../request-view.ts'
import { keysTag, operation } from '../slice.ts'

const pages = pageInput({ sizes: { default: 50, most: 500 } })
const position = z.tuple([z.number(), z.string()])

/** First and last status of a class. */
const statusClasses = { '2xx': [200, 299], '3xx': [300, 399], '4xx': [400, 499], '5xx': [500, 599] } as const
const classNames = Object.keys(statusClasses) as (keyof typeof statusClasses)[]

const input = z.object({
  from: optional(z.iso.datetime({ offset: true })).describe('Not before this instant.'),
  to: optional(z.iso.datetime({ offset: true })).describe('Before this instant.'),
  routePath: optional(z.string().max(500)),
  method: optional(z.enum(['GET', 'POST', 'PATCH', 'PUT', 'DELETE'])),
  statusCode: optional(z.number().int().min(100).max(599)),
  statusClass: optional(z.enum(classNames)),
  errorCode: optional(z.string().max(100)),
  keyId: optional(resourceId('key', { prefix: 'key', most: 200 })),
  operationId: optional(outsideId(z.string().min(1).max(200))),
  memberId: optional(z.array(resourceId('member')).min(1).max(100)).describe(
    'People, for what they did in the console.',
  ),
  origin: optional(z.enum(usageOrigins)).describe(
    'api: of programs and agents; console: of people at the pages of the console, which ask much by themselves; all: both. Default: api, and all where key, person, source or freeOfConsole is given.',
  ),
  source: optional(z.array(z.enum(requestSources)).min(1)).describe(
    'api: with a key over HTTP; console: a person in the console; agent: through a server for agents. Default: all.',
  ),
  isCharged: optional(z.boolean()).describe(
    'true: only requests that cost credits; false: only those that did not.',
  ),
  freeOfConsole: optional(z.enum(['shown', 'hidden'])).describe(
    'hidden: without requests of the console that cost nothing and succeeded, or were answered 402 or 404. Its pages send most of them by themselves: they ask so whether a record was paid for, or an enrichment has begun. Default: shown.',
  ),
  ...pages,
})

export const listApiRequests = operation({
  id: 'listApiRequests',
  route: 'POST /v1/api-requests',
  tag: keysTag,
  summary: 'List past API requests',
  tasks: ['log of past calls, debug a request'],
  describe:
    'Returns the requests of the organization in the last seven days, newest first, without those of the console unless they are asked for. Requests refused by a rate limit are not logged.',
  input,
  output: z.object({
    apiRequests: z.array(requestView),
    hasMore: z.boolean(),
    retentionDays: z.number().int(),
    nextCursor: z.string().nullable(),
  }),
  pages: 'nextCursor',
  price: free('Listing requests is free.'),
  limit: perMinute(60),
  fails: ['invalid-cursor'],
  examples: [{ name: 'The newest failed requests', input: { statusCode: 400, pageSize: 10 } }],
  effect: 'reads',
  async handle({ input, call, deps }) {
    const { organizationId } = call
    const { from, to, cursor, pageSize, statusClass, memberId, freeOfConsole } = input
    const { routePath, method, statusCode, errorCode, keyId, operationId, isCharged } = input
    const stranger = await findStranger(deps, call, memberId)
    if (stranger !== undefined) return stranger
    const equal = { routePath, method, statusCode, errorCode, keyId, operationId, isCharged }
    const filter: RequestFilter = { organizationId, most: pageSize + 1, ...withoutUndefined(equal) }
    if (statusClass !== undefined) filter.statusBetween = statusClasses[statusClass]
    const sources = sourcesOf(input)
    if (sources !== undefined) filter.sources = sources
    if (memberId !== undefined) filter.memberIds = memberId
    if (freeOfConsole === 'hidden') filter.isWithoutFreeOfConsole = true
    if (from !== undefined) filter.fromMs = Date.parse(from)
    if (to !== undefined) filter.toMs = Date.parse(to)
    if ((filter.fromMs ?? 0) > (filter.toMs ?? Number.POSITIVE_INFINITY)) {
      return invalidMember('to', 'Expected an instant at or after from.')
    }
    const seal = { key: deps.secret, of: 'listApiRequests', organizationId, query: pageQuestion(input) }
    const after = openPage(cursor, seal, position)
    if (after !== undefined) filter.after = { createdAtMs: after[0], id: after[1] }
    // The log is written in batches; requests of this process are flushed before it is read.
    await deps.requests.flush()
    const { items, nextCursor } = makePage(await deps.requests.listRequests(filter), {
      size: pageSize,
      seal,
      position: ({ createdAt, id }) => [createdAt.getTime(), id],
    })
    const nameActor = await deps.keys.nameActors(items.map(({ keyId }) => keyId))
    return {
      apiRequests: items.map((request) => viewOfRequest(deps, request, nameActor)),
      hasMore: nextCursor !== null,
      retentionDays: RETENTION_DAYS,
      nextCursor,
    }
  },
})

const sourcesByOrigin = { api: ['api', 'agent'], console: ['console'], all: requestSources } as const

/** Undefined for all. Whoever names a key, a person or a source means what it sent. */
function sourcesOf({ origin, source, keyId, memberId, freeOfConsole }: z.output<typeof input>) {
  const named = [source, keyId, memberId, freeOfConsole].some((member) => member !== undefined)
  const of = sourcesByOrigin[origin ?? (named ? 'all' : 'api')]
  const sources = of.filter((each) => source === undefined || source.includes(each))
  return sources.length === requestSources.length ? undefined : sources
}

function withoutUndefined<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never
}
