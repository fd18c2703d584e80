import type { Command } from 'commander'
import { countArgument } from '../arguments.ts'
import { OperatorError, type CliContext } from '../context.ts'
import { audited, operate, theOrganization } from '../operate.ts'
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
      await checkOperation(context, operationId)
      await operate(context, async (operator) => {
        await theOrganization(operator, organizationId)
        const entry = { organizationId, action: 'limit.set', subject: operationId, detail: { max } }
        await audited(operator, entry, (tx) =>
          operator.limits.setLimit({ organizationId, operationId, max }, tx),
        )
      })
      context.print(`${organizationId} may call ${operationId} ${max} times a minute.`)
    })

  limit
    .command('clear')
    .description("go back to the operation's own limit")
    .argument('<organization>', 'id of the organization')
    .argument('<operation>', 'id of the operation')
    .action(async (organizationId: string, operationId: string) => {
      const cleared = await operate(context, async (operator) => {
        await theOrganization(operator, organizationId)
        const entry = { organizationId, action: 'limit.cleared', subject: operationId }
        return audited(operator, entry, (tx) => operator.limits.clearLimit(organizationId, operationId, tx))
      })
      if (!cleared) throw new OperatorError(`${organizationId} has no limit of its own for ${operationId}.`)
      context.print(`${organizationId} has the usual limit for ${operationId} again.`)
    })

  limit
    .command('list')
    .description('list the limits that differ from the defaults')
    .argument('<organization>', 'id of the organization')
    .option('--json', 'print JSON')
    .action(async (organizationId: string, options: { json?: true }) => {
      const limits = await operate(context, async (operator) => {
        await theOrganization(operator, organizationId)
        return operator.limits.listLimits(organizationId)
      })
      const rows = limits.map(({ operationId, max }) => ({ operation: operationId, max }))
      context.print(options.json ? rows : table(rows, 'No limits of its own.'))
    })
}

/** A limit set for a mistyped id would silently have no effect. */
async function checkOperation({ operationIds }: CliContext, operationId: string): Promise<void> {
  if (operationIds !== undefined && !(await operationIds()).includes(operationId)) {
    throw new OperatorError(`There is no operation ${operationId}.`)
  }
}
