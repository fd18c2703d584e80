import type { Command } from 'commander'
import { toCredits } from '../../lib/credits.ts'
import type { Transfer } from '../../platform/ledger/index.ts'
import { countArgument } from '../arguments.ts'
import { requireOrganization, type Operator } from '../../capabilities/operator-accounts/index.ts'
import { statementCsv, statementHtml } from '../../capabilities/billing/index.ts'
import { readStatement } from '../../platform/payments/index.ts'
import { OperatorError, type CliContext } from '../context.ts'
import { operate } from '../operate.ts'
import { instant, table } from '../table.ts'

/** Prints the lines of one table as they are read, so that a long journal needs no memory. */
const chunkRows = 500

interface ListOptions {
  request?: string
  after?: number
  limit?: number
  json?: true
}

/** `almanac ledger list|statement|verify` */
export function registerLedger(program: Command, context: CliContext): void {
  const ledger = program.command('ledger').description('the journal of all credits')

  ledger
    .command('list')
    .description("list an organization's entries, oldest first")
    .argument('<organization>', 'id of the organization')
    .option('--request <id>', 'only entries of one request')
    .option('--after <id>', 'only entries after this one', countArgument)
    .option('--limit <count>', 'at most this many', countArgument)
    .option('--json', 'print one JSON document per line')
    .action((organizationId: string, options: ListOptions) => list(context, organizationId, options))

  ledger
    .command('statement')
    .description("print an organization's statement for a month")
    .argument('<organization>', 'id of the organization')
    .argument('<month>', 'UTC calendar month, such as 2026-11')
    .option('--html', 'as an HTML page instead of CSV')
    .action(async (organizationId: string, month: string, options: { html?: true }) => {
      const text = await operate(context, async (operator) => {
        const organization = await requireOrganization(operator, organizationId)
        const statement = await readStatement(operator.db, organizationId, month)
        if (statement === undefined) throw new OperatorError('Expected a month such as 2026-11.')
        return options.html ? statementHtml(statement, organization) : statementCsv(statement)
      })
      context.print(text.trimEnd())
    })

  ledger
    .command('verify')
    .description('compare every balance with its entries')
    .argument('[organization]', 'id of the organization; default: all')
    .option('--json', 'print JSON')
    .action((organizationId: string | undefined, options: { json?: true }) =>
      verify(context, organizationId, options),
    )
}

async function list(context: CliContext, organizationId: string, options: ListOptions): Promise<void> {
  await operate(context, async (operator) => {
    await requireOrganization(operator, organizationId)
    const entries = operator.ledger.listTransfers(organizationId, {
      ...(options.request !== undefined && { requestId: options.request }),
      ...(options.after !== undefined && { afterId: options.after }),
    })
    let chunk: Transfer[] = []
    let count = 0
    for await (const entry of entries) {
      count += 1
      if (options.json) context.print({ ...entry, amount: toCredits(entry.amount), lines: listLines(entry) })
      else chunk.push(entry)
      if (chunk.length === chunkRows) {
        context.print(table(chunk.map(printableTransfer), ''))
        chunk = []
      }
      if (count === options.limit) break
    }
    if (options.json) return
    if (chunk.length > 0 || count === 0) context.print(table(chunk.map(printableTransfer), 'No entries.'))
  })
}

const listLines = ({ lines }: Transfer) =>
  lines?.map((line) => ({ ...line, unitPrice: toCredits(line.unitPrice) })) ?? null

function printableTransfer(entry: Transfer): Record<string, string | number> {
  const lines = entry.lines?.map((line) => `${line.units} ${line.key}`).join(', ')
  return {
    id: entry.id,
    at: instant(entry.createdAt),
    kind: entry.kind,
    credits: toCredits(entry.amount),
    from: entry.debitAccount,
    to: entry.creditAccount,
    request: entry.requestId,
    for: lines ?? entry.note ?? '',
  }
}

async function verify(
  context: CliContext,
  organizationId: string | undefined,
  options: { json?: true },
): Promise<void> {
  const results = await operate(context, (operator) => checkLedger(operator, organizationId))
  const broken = results.flatMap(({ organization, discrepancies }) =>
    discrepancies.map((one) => ({ organization, ...one })),
  )
  if (options.json) context.print(results)
  else
    context.print(
      table(broken, `Organizations checked: ${results.length}. Every balance is the sum of its entries.`),
    )
  if (broken.length > 0) throw new OperatorError(`${broken.length} balances do not match their entries.`)
}

/** Compares every balance with its entries, of one organization or of all. */
export async function checkLedger(
  operator: Operator,
  organizationId?: string,
): Promise<{ organization: string; discrepancies: object[] }[]> {
  const organizations =
    organizationId === undefined
      ? await operator.organizations.listOrganizations()
      : [await requireOrganization(operator, organizationId)]
  const checked: { organization: string; discrepancies: object[] }[] = []
  for (const { id } of organizations) {
    const discrepancies = await operator.ledger.reconcile(id)
    checked.push({
      organization: id,
      discrepancies: discrepancies.map((one) => ({
        ...one,
        balance: toCredits(one.balance),
        journal: toCredits(one.journal),
      })),
    })
  }
  return checked
}
