import type { Command } from 'commander'
import { formatCredits, noCredits, toCredits, type MilliCredits } from '../../lib/credits.ts'
import { creditsArgument, nameArgument, switchArgument } from '../arguments.ts'
import type { CliContext } from '../context.ts'
import { changeOrganization, createOrganization } from '../../capabilities/operator-accounts/index.ts'
import { operate } from '../operate.ts'
import { instant, table } from '../table.ts'

/** `almanac org create|list|rename|age-search` */
export function registerOrg(program: Command, context: CliContext): void {
  const org = program.command('org').description('organizations')

  org
    .command('create')
    .description('create an organization with one subscription')
    .argument('<name>', 'its name, shown to operators only', nameArgument)
    .option('--credits <credits>', 'credits it starts with', creditsArgument, noCredits)
    .option('--json', 'print JSON')
    .action(async (name: string, options: { credits: MilliCredits; json?: true }) => {
      const { organization, subscriptionId } = await operate(context, (operator) =>
        createOrganization(operator, { name, credits: options.credits }),
      )
      const { id } = organization
      if (options.json)
        return context.print({ id, name, subscriptionId, credits: toCredits(options.credits) })
      context.print(`Created ${id} (${name}) with ${formatCredits(options.credits)} credits.`)
      context.print(`Give it a key with: almanac key create ${id} --name NAME`)
    })

  registerList(org, context)

  org
    .command('rename')
    .description('give an organization another name')
    .argument('<organization>', 'its id')
    .argument('<name>', 'its name, shown to operators and on statements', nameArgument)
    .action(async (id: string, name: string) => {
      await operate(context, (operator) => changeOrganization(operator, id, { name }))
      context.print(`${id} is called ${name}.`)
    })

  org
    .command('age-search')
    .description('allow or forbid an organization to search people by age')
    .argument('<organization>', 'its id')
    .argument('<on|off>', 'on (the default) or off', switchArgument)
    .action(async (id: string, allowed: boolean) => {
      await operate(context, (operator) => changeOrganization(operator, id, { ageSearch: allowed }))
      context.print(`Searching by age is switched ${allowed ? 'on' : 'off'} for ${id}.`)
    })
}

function registerList(org: Command, context: CliContext): void {
  org
    .command('list')
    .description('list all organizations and the credits they can spend')
    .option('--json', 'print JSON')
    .action(async (options: { json?: true }) => {
      const rows = await operate(context, async ({ organizations, ledger }) => {
        const all = await organizations.listOrganizations()
        return Promise.all(all.map(async (one) => ({ ...one, ...(await ledger.balance(one.id)) })))
      })
      if (options.json) {
        return context.print(
          rows.map(({ id, name, createdAt, available }) => ({
            id,
            name,
            createdAt,
            available: toCredits(available),
          })),
        )
      }
      const printed = rows.map((row) => ({
        id: row.id,
        name: row.name,
        created: instant(row.createdAt),
        available: toCredits(row.available),
      }))
      context.print(table(printed, 'No organizations yet.'))
    })
}
