import type { Command } from 'commander'
import { formatCredits, toCredits, type MilliCredits } from '../../lib/credits.ts'
import type { Queryable } from '../../store/postgres/index.ts'
import { setPayAsYouGo } from '../../platform/keys/index.ts'
import {
  NotEnoughCredits,
  usualSubscription,
  type Posting,
  type SubscriptionBalance,
} from '../../platform/ledger/index.ts'
import { positiveCreditsArgument } from '../arguments.ts'
import { OperatorError, type CliContext } from '../context.ts'
import { audited, operate, theOrganization, type Operator } from '../operate.ts'
import { instant, table } from '../table.ts'

interface PostOptions {
  subscription?: string
  request?: string
  note?: string
  json?: true
}

/** `almanac credits grant|refund|revoke|pay-as-you-go|show` */
export function registerCredits(program: Command, context: CliContext): void {
  const credits = program.command('credits').description('credits of an organization')

  posting(credits, 'grant', 'add credits').action(
    (organizationId: string, amount: MilliCredits, options: PostOptions) =>
      post(context, { organizationId, amount, options, done: 'Granted' }, (tx, operator, entry) =>
        operator.ledger.grant(entry, tx),
      ),
  )
  posting(credits, 'revoke', 'take back unspent credits').action(
    (organizationId: string, amount: MilliCredits, options: PostOptions) =>
      post(context, { organizationId, amount, options, done: 'Took back' }, (tx, operator, entry) =>
        operator.ledger.revoke(entry, tx),
      ),
  )
  posting(credits, 'refund', 'give back spent credits')
    .option('--request <id>', 'the charged request; at most its charge can be given back')
    .action((organizationId: string, amount: MilliCredits, options: PostOptions) =>
      post(context, { organizationId, amount, options, done: 'Refunded' }, (tx, operator, entry) =>
        entry.refunds === undefined
          ? operator.ledger.refund(entry, tx)
          : operator.ledger.refundRequest({ ...entry, refunds: entry.refunds }, tx),
      ),
    )

  credits
    .command('pay-as-you-go')
    .description('allow a key to buy as few as 100 credits, or no longer')
    .argument('<key>', 'id of the key')
    .argument('<on|off>')
    .action(async (keyId: string, is: string) => {
      if (is !== 'on' && is !== 'off') throw new OperatorError('Expected on or off.')
      await operate(context, async (operator) => {
        const organizationId = await operator.keys.findOrganization(keyId)
        if (organizationId === undefined) throw new OperatorError(`There is no key ${keyId}.`)
        await operator.db.transact(async (tx) => {
          await setPayAsYouGo(tx, keyId, is === 'on')
          const entry = { organizationId, by: operator.by, action: 'key.pay-as-you-go', subject: keyId }
          await operator.audit.append(tx, { ...entry, detail: { is: is === 'on' } })
        })
      })
      context.print(`${keyId} can buy ${is === 'on' ? '100' : '1,000'} credits or more.`)
    })

  credits
    .command('show')
    .description("show an organization's balance by subscription")
    .argument('<organization>', 'id of the organization')
    .option('--json', 'print JSON')
    .action(async (organizationId: string, options: { json?: true }) => {
      const balances = await operate(context, async (operator) => {
        await theOrganization(operator, organizationId)
        return operator.ledger.subscriptionBalances(organizationId)
      })
      show(context, balances, options)
    })
}

function posting(credits: Command, name: string, description: string): Command {
  return credits
    .command(name)
    .description(description)
    .argument('<organization>', 'id of the organization')
    .argument('<credits>', 'how many', positiveCreditsArgument)
    .option('--subscription <id>', 'default: the active one that resets soonest')
    .option('--note <text>', 'kept with the entry')
    .option('--json', 'print JSON')
}

/** The names of these acts in the audit. */
const actions = {
  Granted: 'credits.granted',
  'Took back': 'credits.revoked',
  Refunded: 'credits.refunded',
} as const

interface Order {
  organizationId: string
  amount: MilliCredits
  options: PostOptions
  /** How the printed sentence begins. */
  done: keyof typeof actions
}

async function post(
  context: CliContext,
  { organizationId, amount, options, done }: Order,
  move: (tx: Queryable, operator: Operator, entry: Posting) => Promise<void>,
): Promise<void> {
  const balances = await operate(context, async (operator) => {
    await theOrganization(operator, organizationId)
    const subscriptionId = await theSubscription(operator, organizationId, options)
    const { request: refunds, note } = options
    const more = { ...(refunds !== undefined && { refunds }), ...(note !== undefined && { note }) }
    const detail = { credits: toCredits(amount), ...(refunds !== undefined && { refunds }) }
    const audit = { organizationId, action: actions[done], subject: subscriptionId, detail }
    try {
      await audited(operator, audit, (tx, requestId) =>
        move(tx, operator, { organizationId, subscriptionId, amount, requestId, ...more }),
      )
    } catch (error) {
      if (!(error instanceof NotEnoughCredits)) throw error
      throw new OperatorError(
        `Nothing was moved: at most ${formatCredits(error.reachable)} credits can be moved.`,
      )
    }
    return operator.ledger.subscriptionBalances(organizationId)
  })
  if (!options.json) context.print(`${done} ${formatCredits(amount)} credits.`)
  show(context, balances, options)
}

async function theSubscription(
  operator: Operator,
  organizationId: string,
  { subscription, request }: PostOptions,
): Promise<string> {
  const balances = await operator.ledger.subscriptionBalances(organizationId)
  if (subscription !== undefined) {
    if (balances.some((one) => one.subscriptionId === subscription)) return subscription
    throw new OperatorError(`There is no subscription ${subscription} in ${organizationId}.`)
  }
  if (request !== undefined) {
    const charged = await operator.ledger.chargedSubscription(organizationId, request)
    if (charged === undefined)
      throw new OperatorError(`${organizationId} was not charged for a request ${request}.`)
    return charged
  }
  const first = usualSubscription(balances)
  if (first === undefined) throw new OperatorError(`${organizationId} has no subscription.`)
  return first.subscriptionId
}

function show(context: CliContext, balances: SubscriptionBalance[], options: { json?: true }): void {
  const rows = balances.map((one) => ({
    subscription: one.subscriptionId,
    status: one.status,
    max: toCredits(one.max),
    used: toCredits(one.used),
    held: toCredits(one.held),
    available: toCredits(one.available),
    suspended: toCredits(one.suspended),
    resets: instant(one.usagePeriodResetsOn),
  }))
  context.print(options.json ? rows : table(rows, 'No subscriptions.'))
}
