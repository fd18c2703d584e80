import type { Command } from 'commander'
import { CONSOLE_CODE_MINUTES, makeConsoleCode } from '../../platform/members/index.ts'
import type { Organizations } from '../../platform/organizations/index.ts'
import { makeConsoleLink } from '../console-link.ts'
import { OperatorError, type CliContext } from '../context.ts'
import { operate } from '../operate.ts'

/** `address`: where the service of this data directory is reached. */
export interface ConsoleContext extends CliContext {
  address(): string
}

/** `almanac console [ORGANIZATION|--operator]` */
export function registerConsole(program: Command, context: ConsoleContext): void {
  program
    .command('console')
    .description(
      `print a link that signs a browser in to the console as an owner, once, within ${CONSOLE_CODE_MINUTES} minutes`,
    )
    .argument('[organization]', 'id of the organization; default the only one')
    .option('--operator', 'as operator of the installation instead')
    .option('--json', 'print JSON')
    .action(async (organization: string | undefined, options: { operator?: true; json?: true }) => {
      if (organization !== undefined && options.operator)
        throw new OperatorError('Name an organization or --operator, not both.')
      const stores = await context.open()
      const link = await operate({ ...context, open: async () => stores }, async ({ organizations }) => {
        const organizationId = options.operator ? null : await choose(organizations, organization)
        const baseUrl = context.address()
        return makeConsoleLink((of) => makeConsoleCode(stores, of), { baseUrl, organizationId })
      })
      context.print(options.json ? { link, minutes: CONSOLE_CODE_MINUTES } : link)
    })
}

async function choose(organizations: Organizations, organizationId: string | undefined): Promise<string> {
  if (organizationId !== undefined) {
    if ((await organizations.getOrganization(organizationId)) !== undefined) return organizationId
    throw new OperatorError(`There is no organization ${organizationId}. List them with: almanac org list`)
  }
  const [only, ...others] = await organizations.listOrganizations()
  if (only === undefined)
    throw new OperatorError('There is no organization yet. Make one with: almanac org create NAME')
  if (others.length === 0) return only.id
  throw new OperatorError('There are several organizations. Name one of: almanac org list')
}
