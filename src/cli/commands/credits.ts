import type { Command } from 'commander'
import {
  allowPayAsYouGo,
  moveCredits,
  requireOrganization,
  type CreditAct,
} from '../../capabilities/operator-accounts/index.ts'
import { formatCredits, toCredits, type MilliCredits } from '../../lib/credits.ts'
import type { SubscriptionBalance } from '../../platform/ledger/index.ts'
import { positiveCreditsArgument } from '../arguments.ts'
import { OperatorError, type CliContext } from '../context.ts'
import { operate } from '../operate.ts'
import { instant, table } from '../table.ts'

interface PostOptions {
  subscription?: string
  request?: string
  reference?: string
  note?: string
  json?: true
}

/** `almanac credits grant|refund|revoke|pay-as-you-go|show` */
export function registerCredits(program: Command, context: CliContext): void {
  const credits = program.command('credits').description('credits of an organization')

  posting(credits, 'grant', 'add credits').action(postOf(context, 'grant'))
  posting(credits, 'revoke', 'take back unspent credits').action(postOf(context, 'revoke'))
  posting(credits, 'refund', 'give back spent credits')
    .option('--request <id>', 'the charged request; at most its charge can be given back')
    .action(postOf(context, 'refund'))

  credits
    .command('pay-as-you-go')
    .description('allow a key to buy as few as 100 credits, or no longer')
    .argument('<key>', 'id of the key')
    .argument('<on|off>')
    .action(async (keyId: string, is: string) => {
      if (is !== 'on' && is !== 'off') throw new OperatorError('Expected on or off.')
      await operate(context, (operator) => allowPayAsYouGo(operator, keyId, is === 'on'))
      context.print(`${keyId} can buy ${is === 'on' ? '100' : '1,000'} credits or more.`)
    })

  credits
    .command('show')
    .description("show an organization's balance by subscription")
    .argument('<organization>', 'id of the organization')
    .option('--json', 'print JSON')
    .action(async (organizationId: string, options: { json?: true }) => {
      const balances = await operate(context, async (operator) => {
        await requireOrganization(operator, organizationId)
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
    .option('--reference <text>', 'your own name for the movement: repeated, it moves nothing again')
    .option('--note <text>', 'kept with the entry')
    .option('--json', 'print JSON')
}

/** How the printed sentences begin. */
const words = { grant: 'Granted', revoke: 'Took back', refund: 'Refunded' } as const

const postOf =
  (context: CliContext, act: CreditAct) =>
  async (organizationId: string, amount: MilliCredits, options: PostOptions): Promise<void> => {
    const { subscription: subscriptionId, request: refunds, reference, note } = options
    const order = { organizationId, act, amount, subscriptionId, refunds, reference, note }
    const { isNew, balances } = await operate(context, async (operator) => ({
      ...(await moveCredits(operator, order)),
      balances: await operator.ledger.subscriptionBalances(organizationId),
    }))
    if (!options.json)
      context.print(
        isNew
          ? `${words[act]} ${formatCredits(amount)} credits.`
          : `${reference ?? ''} was done before: nothing was moved.`,
      )
    show(context, balances, options)
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
