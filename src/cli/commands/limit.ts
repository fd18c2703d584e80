import type { Command } from 'commander'
import { countArgument } from '../arguments.ts'
import { clearLimit, listLimits, setLimit } from '../../capabilities/operator-accounts/index.ts'
import type { CliContext } from '../context.ts'
import { operate } from '../operate.ts'
import { table } from '../table.ts'

/** `almanac limit set|clear|list` */
export function registerLimit(program: Command, context: CliContext): void {
  const limit = program.command('limit').description("an organization's own rate limits")

  limit
    .command('set')
    .description('set the requests per minute; running instances follow within a second')
    .argument('<organization>', 'id of the organization')
    .argument('<operation>', 'id of the operation, such as companySearch')
    .argument('<max>', 'requests per minute', countArgument)
    .action(async (organizationId: string, operationId: string, max: number) => {
      const operationIds = await context.operationIds?.()
      await operate(context, (operator) =>
        setLimit(operator, { organizationId, operationId, max }, operationIds),
      )
      context.print(`${organizationId} may call ${operationId} ${max} times a minute.`)
    })

  limit
    .command('clear')
    .description("go back to the operation's own limit")
    .argument('<organization>', 'id of the organization')
    .argument('<operation>', 'id of the operation')
    .action(async (organizationId: string, operationId: string) => {
      await operate(context, (operator) => clearLimit(operator, { organizationId, operationId }))
      context.print(`${organizationId} has the usual limit for ${operationId} again.`)
    })

  limit
    .command('list')
    .description('list the limits that differ from the defaults')
    .argument('<organization>', 'id of the organization')
    .option('--json', 'print JSON')
    .action(async (organizationId: string, options: { json?: true }) => {
      const limits = await operate(context, (operator) => listLimits(operator, organizationId))
      const rows = limits.map(({ operationId, max }) => ({ operation: operationId, max }))
      context.print(options.json ? rows : table(rows, 'No limits of its own.'))
    })
}
