import { z } from 'zod'
import { toCredits } from '../../../lib/credits.ts'
import { dayMs } from '../../../lib/time.ts'
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
  withDefault,
} from '../../../operation/index.ts'
import {
  usageDimensions,
  usageOrigins,
  type UsageOrigin,
  type UsageSum,
} from '../../../platform/usage/index.ts'
import { findStranger } from '../member-filter.ts'
import { billingTag, operation } from '../slice.ts'

const maxDays = 400
const defaultDays = 30

const sums = {
  requests: z.number().int(),
  failed: z.number().int().describe('Of them, answered with a status of 400 or above.'),
  creditsCharged: z.number(),
  creditsRefunded: z.number().describe('Given back, counted on the day it was given back.'),
}
const usage = z
  .object({
    day: z.iso.date().nullable().describe('UTC.'),
    operationId: z.string().nullable(),
    keyId: z.string().nullable(),
    keyName: z.string().nullable().describe('Also that of the key as which the sessions of a person act.'),
    memberId: z.string().nullable().describe('Who worked in the console; null for what API keys did.'),
    person: z.string().nullable().describe('As the audit writes them, such as person:ann@acme.example.'),
    ...sums,
  })
  .meta({ id: 'Usage' })

const day = () => optional(z.iso.date())
const position = z.tuple([z.string(), z.string(), z.string(), z.string()])

const input = z.object({
  from: day().describe(`First day, such as 2026-11-01; default ${defaultDays - 1} days before the last.`),
  to: day().describe('Last day; default today.'),
  by: withDefault(z.array(z.enum(usageDimensions)).min(1).max(usageDimensions.length), ['day']),
  operationId: optional(
    z
      .array(outsideId(z.string().min(1).max(200)))
      .min(1)
      .max(100),
  ),
  keyId: optional(
    z
      .array(resourceId('key', { prefix: 'key', most: 200 }))
      .min(1)
      .max(100),
  ),
  memberId: optional(z.array(resourceId('member')).min(1).max(100)).describe(
    'People, for what they did in the console.',
  ),
  origin: optional(z.enum(usageOrigins)).describe(
    'api: what programs and agents did; console: what people did at the pages of the console, which ask much by themselves; all: both, which is what the ledger has. Default: api, and all where keys or people are named or summed up by person.',
  ),
  ...pageInput({ sizes: { default: 100, most: 1000 } }),
})

export const getUsage = operation({
  id: 'getUsage',
  route: 'GET /v1/usage',
  tag: billingTag,
  summary: 'Read usage by day, operation, key and person',
  tasks: ['credits charged yesterday', 'spend by key, person, operation or day', 'requests and errors a day'],
  describe:
    'Returns how many requests there were, how many failed and what was charged, on UTC days, summed by what `by` names; members that `by` does not name are null, and so is an operation or key where no request was the cause, and a person for what API keys did. What the pages of the console did is left out unless `origin` asks for it; charges of a session that an API key was exchanged for count for that key. With `origin=all` the credits are exactly those of the ledger at the moment `asOf`, charges of jobs included; requests are those of the request log, in which those refused by a rate limit are not. `total` sums up all pages.',
  input,
  output: z.object({
    usage: z.array(usage),
    total: z.object(sums),
    from: z.iso.date(),
    to: z.iso.date(),
    origin: z.enum(usageOrigins),
    asOf: z.iso.datetime(),
    hasMore: z.boolean(),
    nextCursor: z.string().nullable(),
  }),
  pages: 'nextCursor',
  price: free('Reading the usage is free.'),
  limit: perMinute(60),
  fails: ['invalid-cursor'],
  examples: [
    { name: 'Credits a day', input: {} },
    { name: 'Who spent what', input: { by: ['person'] } },
    { name: 'All that was charged, the console included', input: { origin: 'all' } },
    { name: 'A month by key', input: { from: '2026-11-01', to: '2026-11-30', by: ['key'] } },
  ],
  effect: 'reads',
  async handle({ input, call, deps }) {
    const { organizationId } = call
    const to = input.to ?? toDay(call.nowMs)
    const from = input.from ?? toDay(Date.parse(to) - (defaultDays - 1) * dayMs)
    if (from > to) return invalidMember('to', 'Expected a day not before from.')
    if (Date.parse(to) - Date.parse(from) >= maxDays * dayMs) {
      return invalidMember('from', `Expected at most ${maxDays} days.`)
    }
    const stranger = await findStranger(deps, call, input.memberId)
    if (stranger !== undefined) return stranger
    const by = [...new Set(input.by)].toSorted()
    const origin = input.origin ?? defaultOrigin(input)
    const query = { ...pageQuestion(input), from, to, by, origin }
    const seal = { key: deps.secret, of: 'getUsage', organizationId, query }
    const after = openPage(input.cursor, seal, position)
    // The log is written in batches; requests of this process are counted before they are summed up.
    await deps.requests.flush()
    const rows = await deps.readUsage({
      organizationId,
      from,
      to,
      by,
      origin,
      most: input.pageSize + 1,
      ...(input.operationId !== undefined && { operationIds: input.operationId }),
      ...(input.keyId !== undefined && { keyIds: input.keyId }),
      ...(input.memberId !== undefined && { memberIds: input.memberId }),
      ...(after !== undefined && { after }),
    })
    const { items, nextCursor } = makePage(rows, {
      size: input.pageSize,
      seal,
      position: (row) => [row.day ?? '', row.operationId ?? '', row.keyId ?? '', row.memberId ?? ''],
    })
    return {
      usage: items.map(({ day, operationId, keyId, keyName, memberId, person, ...sum }) => ({
        day,
        operationId,
        keyId,
        keyName,
        memberId,
        person,
        ...viewOfSum(sum),
      })),
      total: rows[0] === undefined ? noUsage : viewOfSum(rows[0].total),
      from,
      to,
      origin,
      asOf: new Date(call.nowMs).toISOString(),
      hasMore: nextCursor !== null,
      nextCursor,
    }
  },
})

/** Whoever names a key or a person means what it did; only people work in the console. */
const defaultOrigin = ({
  by,
  keyId,
  memberId,
}: Pick<z.output<typeof input>, 'by' | 'keyId' | 'memberId'>): UsageOrigin =>
  keyId !== undefined || memberId !== undefined || by.includes('person') ? 'all' : 'api'

const noUsage = { requests: 0, failed: 0, creditsCharged: 0, creditsRefunded: 0 }
const toDay = (ms: number) => new Date(ms).toISOString().slice(0, 10)

function viewOfSum({ requests, failed, charged, refunded }: UsageSum) {
  return { requests, failed, creditsCharged: toCredits(charged), creditsRefunded: toCredits(refunded) }
}
