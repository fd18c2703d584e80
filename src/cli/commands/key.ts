import { Option, type Command } from 'commander'
import { formatCredits, toCredits, type MilliCredits } from '../../lib/credits.ts'
import type { KeyMode, KeyRecord } from '../../platform/keys/index.ts'
import { creditsArgument, instantOf, nameArgument, whenArgument, type WhenArgument } from '../arguments.ts'
import { OperatorError, type CliContext } from '../context.ts'
import { operate, theKey, theOrganization } from '../operate.ts'
import { instant, table } from '../table.ts'

/** `almanac key create|list|revoke|limit|expire` */
export function registerKey(program: Command, context: CliContext): void {
  const key = program.command('key').description('API keys')
  registerCreate(key, context)
  registerList(key, context)

  key
    .command('revoke')
    .description('revoke a key for good; running instances follow within a second')
    .argument('<key>', 'id of the key')
    .option('--json', 'print JSON')
    .action(async (keyId: string, options: { json?: true }) => {
      const revoked = await operate(context, async (operator) => {
        const { organizationId } = await theKey(operator, keyId)
        return operator.keys.revokeKey(organizationId, keyId)
      })
      report(context, revoked, options, (one) => `Revoked ${one.id} (${one.name}).`)
    })

  key
    .command('limit')
    .description('set the most a key may spend in all')
    .argument('<key>', 'id of the key')
    .argument('<credits>', 'credits, or none', (text) => (text === 'none' ? null : creditsArgument(text)))
    .option('--json', 'print JSON')
    .action(async (keyId: string, maxCredits: MilliCredits | null, options: { json?: true }) => {
      const changed = await operate(context, async (operator) => {
        const { organizationId } = await theKey(operator, keyId)
        return operator.keys.setCreditLimit(organizationId, keyId, maxCredits)
      })
      report(context, changed, options, (one) => `${one.id} may spend ${limitText(one)}.`)
    })

  key
    .command('expire')
    .description('set when a key stops working')
    .argument('<key>', 'id of the key')
    .argument('<when>', 'a date, an instant, days from now (90d) or never', whenArgument)
    .option('--json', 'print JSON')
    .action(async (keyId: string, when: WhenArgument, options: { json?: true }) => {
      const changed = await operate(context, async (operator) => {
        const { organizationId } = await theKey(operator, keyId)
        return operator.keys.setExpiration(organizationId, keyId, instantOf(when, operator.clock.now()))
      })
      report(context, changed, options, (one) =>
        one.expiresAt === null
          ? `${one.id} does not expire.`
          : `${one.id} expires at ${instant(one.expiresAt)}.`,
      )
    })
}

interface CreateOptions {
  name: string
  mode: KeyMode
  credits?: MilliCredits
  expires?: WhenArgument
  json?: true
}

function registerCreate(key: Command, context: CliContext): void {
  key
    .command('create')
    .description('create a key and print it, once')
    .argument('<organization>', 'id of the organization')
    .requiredOption('--name <name>', 'what the key is for', nameArgument)
    .addOption(
      new Option('--mode <mode>', 'test keys are never charged').choices(['live', 'test']).default('live'),
    )
    .option('--credits <credits>', 'the most it may spend in all', creditsArgument)
    .option('--expires <when>', 'a date, an instant, days from now (90d) or never', whenArgument)
    .option('--json', 'print JSON')
    .action(async (organizationId: string, options: CreateOptions) => {
      const { record, rawKey } = await operate(context, async (operator) => {
        await theOrganization(operator, organizationId)
        return operator.keys.createKey({
          organizationId,
          name: options.name,
          mode: options.mode,
          maxCredits: options.credits ?? null,
          expiresAt: instantOf(options.expires ?? 'never', operator.clock.now()),
        })
      })
      if (options.json) return context.print({ ...shown(record), key: rawKey })
      context.print(`Created ${record.id} (${record.name}). The key is shown only now:`)
      context.print(rawKey)
    })
}

function registerList(key: Command, context: CliContext): void {
  key
    .command('list')
    .description("list an organization's keys")
    .argument('<organization>', 'id of the organization')
    .option('--all', 'revoked ones too')
    .option('--json', 'print JSON')
    .action(async (organizationId: string, options: { all?: true; json?: true }) => {
      const keys = await operate(context, async (operator) => {
        await theOrganization(operator, organizationId)
        return operator.keys.listKeys(organizationId, { includeRevoked: options.all ?? false })
      })
      if (options.json) return context.print(keys.map(shown))
      const rows = keys.map((one) => ({
        id: one.id,
        name: one.name,
        key: `${one.prefix}…${one.last4}`,
        used: toCredits(one.creditsUsed),
        limit: one.maxCredits === null ? '-' : formatCredits(one.maxCredits),
        created: instant(one.createdAt),
        expires: instant(one.expiresAt),
        revoked: instant(one.revokedAt),
      }))
      context.print(table(rows, 'No keys.'))
    })
}

const limitText = ({ maxCredits }: KeyRecord) =>
  maxCredits === null ? 'without limit' : `${formatCredits(maxCredits)} credits in all`

function report(
  context: CliContext,
  key: KeyRecord | undefined,
  options: { json?: true },
  sentence: (key: KeyRecord) => string,
): void {
  if (key === undefined) throw new OperatorError('The key vanished in the meantime.')
  context.print(options.json ? shown(key) : sentence(key))
}

/** Credits as numbers of credits, as everywhere outside of the store. */
function shown({ maxCredits, creditsUsed, ...key }: KeyRecord): object {
  return {
    ...key,
    maxCredits: maxCredits === null ? null : toCredits(maxCredits),
    creditsUsed: toCredits(creditsUsed),
  }
}
