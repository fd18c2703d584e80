import { guardFormula } from '../../lib/formula-guard.ts'
import { stringify } from 'csv-stringify/sync'
import { z } from 'zod'
import { times, toCredits } from '../../lib/credits.ts'
import type { Transfer } from '../../platform/ledger/index.ts'

export const ledgerKinds = [
  ...(['grant', 'purchase', 'hold', 'capture', 'release'] as const),
  ...(['expire', 'refund', 'revoke', 'lapse'] as const),
] as const

const account = z.enum(['available', 'held', 'spent', 'issued'])

/** One movement of credits as shown to its organization. */
export const ledgerEntry = z
  .object({
    id: z.number().int(),
    createdAt: z.iso.datetime(),
    subscriptionId: z.string(),
    kind: z.enum(ledgerKinds),
    credits: z.number().describe('Amount moved; always above 0.'),
    from: account,
    to: account,
    change: z.number().describe('Change of the available credits; the sum over all entries is the balance.'),
    requestId: z.string().describe('X-Request-Id of the request, or the id of the purchase or act.'),
    operationId: z.string().nullable(),
    keyId: z.string().nullable(),
    actor: z
      .string()
      .nullable()
      .describe(
        'Who caused it: `key:ID`, or the person in the console, `person:ADDRESS` or `operator:ACCOUNT`.',
      ),
    lines: z
      .array(z.object({ operation: z.string(), units: z.number().int(), creditsPerUnit: z.number() }))
      .nullable()
      .describe('What a capture paid for.'),
    note: z.string().nullable(),
  })
  .meta({ id: 'LedgerEntry' })

export type LedgerEntryView = z.infer<typeof ledgerEntry>

export function viewOfTransfer(transfer: Transfer, nameActor: (keyId: string) => string): LedgerEntryView {
  const { id, subscriptionId, kind, debitAccount, creditAccount, amount } = transfer
  const { requestId, operationId, keyId, note } = transfer
  const sign = Number(creditAccount === 'available') - Number(debitAccount === 'available')
  return {
    id,
    createdAt: transfer.createdAt.toISOString(),
    subscriptionId,
    kind: kind as LedgerEntryView['kind'],
    credits: toCredits(amount),
    from: debitAccount,
    to: creditAccount,
    change: toCredits(times(amount, sign)),
    requestId,
    operationId,
    keyId,
    actor: keyId === null ? null : nameActor(keyId),
    lines:
      transfer.lines?.map(({ key, units, unitPrice }) => ({
        operation: key,
        units,
        creditsPerUnit: toCredits(unitPrice),
      })) ?? null,
    note,
  }
}

const columns = [
  'id',
  'createdAt',
  'subscriptionId',
  'kind',
  'credits',
  'from',
  'to',
  'change',
  'requestId',
  'operationId',
  'keyId',
  'actor',
  'lines',
  'note',
]

/** RFC 4180 with a header. Text that a spreadsheet would run as a formula begins with an apostrophe. */
export function ledgerCsv(entries: readonly LedgerEntryView[]): string {
  const rows = entries.map((entry) => ({
    ...entry,
    lines:
      entry.lines?.map((line) => `${line.units} ${line.operation} at ${line.creditsPerUnit}`).join('; ') ??
      '',
    actor: guardFormula(entry.actor ?? ''),
    note: guardFormula(entry.note ?? ''),
  }))
  return stringify(rows, { header: true, columns, record_delimiter: 'windows' })
}
