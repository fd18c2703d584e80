import { z } from 'zod'
import {
  free,
  invalidMember,
  openPage,
  pageQuestion,
  optional,
  outsideId,
  pageInput,
  makePage,
  perMinute,
  resourceId,
  withDefault,
} from '../../../operation/index.ts'
import type { TransferFilter } from '../../../platform/ledger/index.ts'
import { ledgerCsv, ledgerEntry, ledgerKinds, viewOfTransfer } from '../ledger-view.ts'
import { additionsTag, operation } from '../slice.ts'
import { statementCsv, statementHtml } from '../statement.ts'

const instant = () => optional(z.iso.datetime({ offset: true }))

const input = z.object({
  format: withDefault(z.enum(['json', 'csv', 'statement-html', 'statement-csv']), 'json').describe(
    'json and csv list entries; statements sum up a month.',
  ),
  month: optional(z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/)).describe(
    'UTC calendar month, such as 2026-11; required for a statement.',
  ),
  from: instant().describe('Not before this instant.'),
  to: instant().describe('Before this instant.'),
  subscriptionId: optional(resourceId('subscription', { most: 200 })),
  kind: optional(z.array(z.enum(ledgerKinds)).min(1).max(ledgerKinds.length)),
  operationId: optional(outsideId(z.string().min(1).max(200))),
  keyId: optional(resourceId('key', { prefix: 'key', most: 200 })),
  memberId: optional(z.array(resourceId('member')).min(1).max(100)).describe(
    'People, for what they did in the console.',
  ),
  requestId: optional(resourceId('request', { prefix: 'req', most: 200 })),
  ...pageInput({ sizes: { default: 100, most: 1000 } }),
})

export const getLedger = operation({
  id: 'getLedger',
  route: 'GET /v1/ledger',
  tag: additionsTag,
  summary: 'Read the ledger',
  tasks: ['what were credits spent on', 'charges, transactions, billing history, invoice'],
  describe:
    "Returns the organization's ledger, newest first: every movement of credits, never changed afterwards. The sum of `change` over all entries is the available balance, to a thousandth of a credit. `format=csv` answers the same page as CSV with the cursor of the next page in the header `X-Next-Cursor`; `format=statement-html` and `statement-csv` answer the statement of `month`.",
  input,
  output: z.object({
    entries: z.array(ledgerEntry),
    hasMore: z.boolean(),
    nextCursor: z.string().nullable(),
    statement: z.string().optional().describe('The statement itself, sent without the envelope.'),
  }),
  pages: 'nextCursor',
  price: free('Reading the ledger is free.'),
  limit: perMinute(60),
  fails: ['invalid-cursor'],
  examples: [
    { name: 'The newest entries', input: { pageSize: 20 } },
    { name: 'What a month was charged', input: { month: '2026-11', kind: ['capture', 'refund'] } },
  ],
  effect: 'reads',
  media: {
    types: ['text/csv', 'text/html'],
    render(output, { format }) {
      if (format === 'json') return undefined
      if (format === 'statement-html') {
        const headers = { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'" }
        return { contentType: 'text/html; charset=utf-8', body: output.statement ?? '', headers }
      }
      const body = format === 'csv' ? ledgerCsv(output.entries) : (output.statement ?? '')
      const headers: Record<string, string> =
        output.nextCursor === null ? {} : { 'x-next-cursor': output.nextCursor }
      return { contentType: 'text/csv; charset=utf-8; header=present', body, headers }
    },
  },
  async handle({ input, call, deps }) {
    const { organizationId } = call
    const none = { entries: [], hasMore: false, nextCursor: null }
    if (input.format === 'statement-html' || input.format === 'statement-csv') {
      if (input.month === undefined)
        return invalidMember('month', 'Required for a statement.', 'invalid_type')
      const statement = await deps.statement(organizationId, input.month)
      if (statement === undefined) return invalidMember('month', 'Expected a month such as 2026-11.')
      if (input.format === 'statement-csv') return { ...none, statement: statementCsv(statement) }
      const name = await deps.organizationName(organizationId)
      return { ...none, statement: statementHtml(statement, { id: organizationId, name }) }
    }
    const home = call.sandboxOf ?? organizationId
    for (const [index, memberId] of (input.memberId ?? []).entries()) {
      if (!(await deps.wasMember(home, memberId)))
        return invalidMember(
          `memberId[${index}]`,
          'Your organization has nobody with this id. List them with listMembers.',
        )
    }
    // The form may change from page to page.
    const query = { ...pageQuestion(input), format: null }
    const seal = { key: deps.secret, of: 'getLedger', organizationId, query }
    const beforeId = openPage(input.cursor, seal, z.int())
    const filter = { ...buildFilter(input), ...(beforeId !== undefined && { beforeId }) }
    const { pageSize: size } = input
    const transfers = await deps.ledger.pageOfTransfers(organizationId, filter, size + 1)
    const { items, nextCursor } = makePage(transfers, { size, seal, position: ({ id }) => id })
    const nameActor = await deps.nameActors(items.flatMap(({ keyId }) => keyId ?? []))
    const entries = items.map((transfer) => viewOfTransfer(transfer, nameActor))
    return { entries, hasMore: nextCursor !== null, nextCursor }
  },
})

function buildFilter(params: z.output<typeof input>): TransferFilter {
  const { subscriptionId, operationId, keyId, memberId, requestId, kind, month } = params
  const filter: TransferFilter = {
    ...(subscriptionId !== undefined && { subscriptionId }),
    ...(operationId !== undefined && { operationId }),
    ...(keyId !== undefined && { keyId }),
    ...(memberId !== undefined && { memberIds: memberId }),
    ...(requestId !== undefined && { requestId }),
    ...(kind !== undefined && { kinds: kind }),
  }
  const froms = [params.from, month && `${month}-01T00:00:00Z`].filter((text) => text !== undefined)
  if (froms.length > 0) filter.from = new Date(Math.max(...froms.map((text) => Date.parse(text as string))))
  const tos = [params.to === undefined ? undefined : Date.parse(params.to), month && nextMonth(month)]
  const ends = tos.filter((end) => typeof end === 'number')
  if (ends.length > 0) filter.to = new Date(Math.min(...ends))
  return filter
}

function nextMonth(month: string): number {
  const [year, index] = month.split('-').map(Number)
  return Date.UTC(year ?? 0, index ?? 0, 1)
}
