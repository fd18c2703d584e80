import { z } from 'zod'
import { toCredits } from '../../../lib/credits.ts'
import {
  curlCommand,
  free,
  invalidMember,
  openPage,
  optional,
  pageInput,
  makePage,
  perMinute,
} from '../../../operation/index.ts'
import {
  keptMembers,
  RETENTION_DAYS,
  type LoggedRequest,
  type RequestFilter,
} from '../../../platform/requests/index.ts'
import { keysTag, operation, type AccountDeps } from '../slice.ts'

const pages = pageInput({ sizes: { default: 50, most: 500 } })
const position = z.tuple([z.number(), z.string()])

const logged = z
  .object({
    id: z.string().describe('The X-Request-Id of the answer.'),
    organizationId: z.string(),
    createdAt: z.iso.datetime(),
    method: z.string(),
    routePath: z.string(),
    statusCode: z.number().int(),
    durationMs: z.number(),
    errorCode: z.string().nullable(),
    creditsCharged: z.number(),
    request: z.unknown().describe('Members of the request; keys and personal data are masked.'),
    curl: z
      .string()
      .nullable()
      .describe(
        'The request as a POSIX shell command, with `$ALMANAC_API_KEY` for the key and the same members masked. null where the members were not stored: too long, not JSON, or about somebody who asked to be removed.',
      ),
  })
  .meta({ id: 'ApiRequest' })

export const listApiRequests = operation({
  id: 'listApiRequests',
  route: 'POST /v1/api-requests',
  tag: keysTag,
  summary: 'List past API requests',
  tasks: ['log of past calls, debug a request'],
  describe:
    'Returns the requests of the organization in the last seven days, newest first. Requests refused by a rate limit are not logged.',
  input: z.object({
    from: optional(z.iso.datetime({ offset: true })).describe('Not before this instant.'),
    to: optional(z.iso.datetime({ offset: true })).describe('Before this instant.'),
    routePath: optional(z.string().max(500)),
    method: optional(z.enum(['GET', 'POST', 'PATCH', 'PUT', 'DELETE'])),
    statusCode: optional(z.number().int().min(100).max(599)),
    errorCode: optional(z.string().max(100)),
    ...pages,
  }),
  output: z.object({
    apiRequests: z.array(logged),
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
    const { from, to, cursor, pageSize, ...equal } = input
    const filter: RequestFilter = { organizationId, most: pageSize + 1, ...withoutUndefined(equal) }
    if (from !== undefined) filter.fromMs = Date.parse(from)
    if (to !== undefined) filter.toMs = Date.parse(to)
    if ((filter.fromMs ?? 0) > (filter.toMs ?? Number.POSITIVE_INFINITY)) {
      return invalidMember('to', 'Expected an instant at or after from.')
    }
    const seal = { key: deps.secret, of: 'listApiRequests', organizationId }
    const after = openPage(cursor, seal, position)
    if (after !== undefined) filter.after = { createdAtMs: after[0], id: after[1] }
    // The log is written in batches; requests of this process are flushed before it is read.
    await deps.requests.flush()
    const { items, nextCursor } = makePage(await deps.requests.listRequests(filter), {
      size: pageSize,
      seal,
      position: ({ createdAt, id }) => [createdAt.getTime(), id],
    })
    return {
      apiRequests: items.map((request) => ({ ...buildView(request), curl: buildCurl(deps, request) })),
      hasMore: nextCursor !== null,
      retentionDays: RETENTION_DAYS,
      nextCursor,
    }
  },
})

/** Built from the stored log, so anything masked or forgotten there is masked or missing here. */
function buildCurl(
  { registry, baseUrl }: AccountDeps,
  { operationId, request }: LoggedRequest,
): string | null {
  const [operation, input] = [registry.find(operationId), keptMembers(request)]
  return operation === undefined || input === undefined ? null : curlCommand(operation, { baseUrl, input })
}

function withoutUndefined<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never
}

function buildView(request: LoggedRequest): Omit<z.infer<typeof logged>, 'curl'> {
  const {
    id,
    organizationId,
    createdAt,
    method,
    routePath,
    statusCode,
    durationMs,
    errorCode,
    creditsCharged,
  } = request
  return {
    id,
    organizationId,
    method,
    routePath,
    statusCode,
    durationMs,
    errorCode,
    createdAt: createdAt.toISOString(),
    creditsCharged: toCredits(creditsCharged),
    request: request.request ?? null,
  }
}
