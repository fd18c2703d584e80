import type { Command } from 'commander'
import { formatCredits, toCredits, type MilliCredits } from '../../lib/credits.ts'
import {
  addSubscription,
  changeSubscription,
  listSubscriptions,
} from '../../capabilities/operator-accounts/index.ts'
import { countArgument, creditsArgument } from '../arguments.ts'
import { OperatorError, type CliContext } from '../context.ts'
import { operate } from '../operate.ts'
import { instant, table } from '../table.ts'

interface SetOptions {
  autoReset?: 'on' | 'off'
  allocation?: MilliCredits
  graceDays?: number
  exportRows?: number | 'default'
}

/** `almanac subscription list|add|set|pause|reset` */
export function registerSubscription(program: Command, context: CliContext): void {
  const subscription = program.command('subscription').description('subscriptions and their usage periods')
  const of = (name: string, description: string) =>
    subscription
      .command(name)
      .description(description)
      .argument('<organization>', 'id of the organization')
      .argument('<subscription>', 'id of the subscription')

  subscription
    .command('list')
    .description("list an organization's subscriptions, the one that resets soonest first")
    .argument('<organization>', 'id of the organization')
    .option('--json', 'print JSON')
    .action((organizationId: string, options: { json?: true }) => list(context, organizationId, options))

  subscription
    .command('add')
    .description('add a subscription to an organization')
    .argument('<organization>', 'id of the organization')
    .argument('<credits>', 'credits at the start of each period', creditsArgument)
    .action(async (organizationId: string, allocation: MilliCredits) => {
      const id = await operate(context, (operator) =>
        addSubscription(operator, { organizationId, allocation }),
      )
      context.print(`Added ${id} with ${formatCredits(allocation)} credits.`)
    })

  registerSet(of('set', 'change how a subscription renews'), context)

  of('pause', 'stop spending until a reset').action(async (organizationId: string, id: string) => {
    const target = { organizationId, subscriptionId: id }
    await operate(context, (operator) =>
      changeSubscription(operator, target, (subscriptions, which) => subscriptions.pause(which)),
    )
    context.print(`Paused ${id}. Restart it with: almanac subscription reset ${organizationId} ${id}`)
  })

  of('reset', 'begin a new period now, also for a paused subscription').action(
    async (organizationId: string, id: string) => {
      const target = { organizationId, subscriptionId: id }
      const moved = await operate(context, (operator) =>
        changeSubscription(operator, target, (subscriptions, which) => subscriptions.reset(which)),
      )
      const [lapsed, granted] = [formatCredits(moved.lapsed), formatCredits(moved.granted)]
      context.print(`${id} begins a new period: ${granted} credits granted, ${lapsed} lapsed.`)
    },
  )
}

function registerSet(set: Command, context: CliContext): void {
  set
    .option('--auto-reset <on|off>', 'whether a new period begins automatically', onOffArgument)
    .option(
      '--allocation <credits>',
      'credits at the start of a period, from the next one on',
      creditsArgument,
    )
    .option('--grace-days <days>', 'days credits stay usable after a period', countArgument)
    .option(
      '--export-rows <rows>',
      'rows it may export in a month; default: that of the installation',
      rowsArgument,
    )
    .action(async (organizationId: string, id: string, { autoReset, exportRows, ...rest }: SetOptions) => {
      const subscriptionChange = {
        ...rest,
        ...(autoReset !== undefined && { autoReset: autoReset === 'on' }),
        ...(exportRows !== undefined && { exportRows: exportRows === 'default' ? null : exportRows }),
      }
      if (Object.keys(subscriptionChange).length === 0) throw new OperatorError('Nothing to set: see --help.')
      const target = { organizationId, subscriptionId: id }
      await operate(context, (operator) =>
        changeSubscription(operator, target, (subscriptions, which) =>
          subscriptions.configure(which, subscriptionChange),
        ),
      )
      context.print(`Changed ${id}.`)
    })
}

/** A number of rows, which may be 0, or `default`. */
function rowsArgument(text: string): number | 'default' {
  if (text === 'default') return text
  return text === '0' ? 0 : countArgument(text)
}

function onOffArgument(text: string): 'on' | 'off' {
  if (text === 'on' || text === 'off') return text
  throw new OperatorError('Expected on or off.')
}

async function list(context: CliContext, organizationId: string, options: { json?: true }): Promise<void> {
  const subscriptions = await operate(context, (operator) => listSubscriptions(operator, organizationId))
  const rows = subscriptions.map((one) => ({
    subscription: one.id,
    status: one.status,
    allocation: toCredits(one.allocation),
    started: instant(one.periodStartedAt),
    resets: instant(one.periodResetsAt),
    graceDays: one.graceDays,
    exportRows: one.exportRows ?? 'default',
    autoReset: one.autoReset ? 'on' : 'off',
  }))
  context.print(options.json ? rows : table(rows, 'No subscriptions.'))
}
