import { z } from 'zod'
import { accepted, entityTokens } from '../../../corpus/identify/index.ts'
import { findNow } from '../../../corpus/lookup/index.ts'
import {
  companyRecord,
  personRecord,
  type CompanyRecord,
  type PersonRecord,
} from '../../../corpus/records/index.ts'
import {
  Failure,
  outsideId,
  paid,
  perMinute,
  stored,
  type Call,
  type Paid,
  type PriceKey,
} from '../../../operation/index.ts'
import { operation, resolversTag, type ResolveDeps } from '../slice.ts'

const id = (of: string) =>
  outsideId(z.string().min(1).max(40)).describe(
    `The entity_id of ${of}, which never changes. The id of a record that was merged into another leads to that one.`,
  )

const describeRead = (of: string) =>
  `Answers one ${of} by the entity_id of its record, whether or not it has a page or a domain. It costs what a look-up does, and nothing if your organization paid for the record within 30 days (ALMANAC_RECORD_REREAD_DAYS): by this operation, by a list of startEnrichList or by a decision about a row of one. chargeInfo says so, and no credits need be left then. A record that was merged leads to the one it became part of, whose entity_id is in data. An unknown id, and that of somebody who asked to be removed, is a 404, free.`

export const getCompany = operation({
  id: 'getCompany',
  route: 'GET /v1/companies/{companyId}',
  tag: resolversTag,
  summary: 'Read a company by its id',
  tasks: ['read a company again by the id of its record'],
  describe: describeRead('company'),
  input: z.object({ companyId: id('a company') }),
  output: z.object({ data: companyRecord }),
  price: (p) => p.perRequest({ key: 'kitchenSinkCompany' }),
  paysAfter: () => true,
  limit: perMinute(120),
  fails: ['not-found'],
  examples: [{ name: 'An id', input: { companyId: '1' } }],
  isPaidBefore: ({ input: { companyId }, ...request }) =>
    isPaidBefore('companies', {
      ...request,
      tokens: accepted(entityTokens(companyId), 'companyId'),
    }),
  follows: 'kitchenSinkCompany',
  effect: 'spends',
  handle: ({ input: { companyId }, call, deps }) =>
    readEntity<CompanyRecord>(deps, call, {
      kind: 'companies',
      key: 'kitchenSinkCompany',
      tokens: accepted(entityTokens(companyId), 'companyId'),
    }),
})

export const getPerson = operation({
  id: 'getPerson',
  route: 'GET /v1/people/{personId}',
  tag: resolversTag,
  summary: 'Read a person by their id',
  tasks: ['read a person again by the id of their record'],
  describe: describeRead('person'),
  input: z.object({ personId: id('a person') }),
  output: z.object({ data: personRecord }),
  price: (p) => p.perRequest({ key: 'kitchenSinkPerson' }),
  paysAfter: () => true,
  limit: perMinute(120),
  fails: ['not-found'],
  examples: [{ name: 'An id', input: { personId: '1' } }],
  isPaidBefore: ({ input: { personId }, ...request }) =>
    isPaidBefore('people', {
      ...request,
      tokens: accepted(entityTokens(personId), 'personId'),
    }),
  follows: 'KitchenSinkProfile',
  effect: 'spends',
  handle: ({ input: { personId }, call, deps }) =>
    readEntity<PersonRecord>(deps, call, {
      kind: 'people',
      key: 'kitchenSinkPerson',
      tokens: accepted(entityTokens(personId), 'personId'),
    }),
})

async function isPaidBefore(
  kind: 'companies' | 'people',
  request: {
    deps: ResolveDeps
    tokens: string[]
    organizationId: string
    nowMs: number
    signal: AbortSignal | undefined
  },
): Promise<boolean> {
  const { deps, tokens, organizationId, nowMs, signal } = request
  const [record] = await findNow(deps.search, kind, { tokens, perToken: 1, signal })
  if (record === undefined) return false
  return (await deps.recordReads.countPaid([record.id], { organizationId, kind, nowMs })) > 0
}

async function readEntity<R>(
  { search, recordReads }: ResolveDeps,
  { organizationId, requestId, mode, nowMs, signal }: Call,
  { kind, key, tokens }: { kind: 'companies' | 'people'; key: PriceKey; tokens: string[] },
): Promise<Paid<{ data: R }>> {
  const [record] = await findNow(search, kind, { tokens, perToken: 1, signal })
  if (record === undefined) throw new Failure('not-found')
  const output = { data: stored<R>(record.body, record.id) }
  const by = { organizationId, kind, nowMs }
  const note = `Your organization paid for this record within ${recordReads.windowDays} days, so it costs nothing again.`
  if (mode === 'test' || (await recordReads.countPaid([record.id], by)) > 0) return paid(output, [], { note })
  const lines = [{ key, units: 1 }]
  return paid(output, lines, {
    note,
    decide: async (tx) => {
      const unpaid = await recordReads.claim(tx, [record.id], { ...by, requestId, priceKey: key })
      return unpaid.size === 0 ? [] : lines
    },
  })
}
