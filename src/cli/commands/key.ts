import { Option, type Command } from 'commander'
import { formatCredits, toCredits, type MilliCredits } from '../../lib/credits.ts'
import type { KeyMode, KeyRecord } from '../../platform/keys/index.ts'
import {
  creditsArgument,
  toInstant,
  nameArgument,
  rangeArgument,
  scopeArgument,
  whenArgument,
  type WhenArgument,
} from '../arguments.ts'
import type { CliContext } from '../context.ts'
import { changeKey, listKeys, makeKey, revokeKey } from '../../capabilities/operator-accounts/index.ts'
import { operate } from '../operate.ts'
import { instant, table } from '../table.ts'
import { report, printableKey } from './key-report.ts'
import { registerKeySettings } from './key-settings.ts'

/** `almanac key create|list|revoke|limit|expire`, and the commands of key-settings.ts */
export function registerKey(program: Command, context: CliContext): void {
  const key = program.command('key').description('API keys')
  registerCreate(key, context)
  registerList(key, context)
  registerKeySettings(key, context)

  key
    .command('revoke')
    .description('revoke a key for good; running instances follow within a second')
    .argument('<key>', 'id of the key')
    .option('--json', 'print JSON')
    .action(async (keyId: string, options: { json?: true }) => {
      const revoked = await operate(context, (operator) => revokeKey(operator, keyId))
      report(context, revoked, options, (one) => `Revoked ${one.id} (${one.name}).`)
    })

  key
    .command('limit')
    .description('set the most a key may spend in total')
    .argument('<key>', 'id of the key')
    .argument('<credits>', 'credits, or none', (text) => (text === 'none' ? null : creditsArgument(text)))
    .option('--json', 'print JSON')
    .action(async (keyId: string, maxCredits: MilliCredits | null, options: { json?: true }) => {
      const changed = await operate(context, (operator) => changeKey(operator, keyId, { maxCredits }))
      report(context, changed, options, (one) => `${one.id} may spend ${limitText(one)}.`)
    })

  key
    .command('expire')
    .description('set when a key stops working')
    .argument('<key>', 'id of the key')
    .argument('<when>', 'a date, an instant, days from now (90d) or never', whenArgument)
    .option('--json', 'print JSON')
    .action(async (keyId: string, when: WhenArgument, options: { json?: true }) => {
      const changed = await operate(context, (operator) =>
        changeKey(operator, keyId, { expiresAt: toInstant(when, operator.clock.now()) }),
      )
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
  scope?: string[]
  readOnly?: true
  allow?: string[]
  json?: true
}

function registerCreate(key: Command, context: CliContext): void {
  key
    .command('create')
    .description('create a key and print it once')
    .argument('<organization>', 'id of the organization')
    .requiredOption('--name <name>', 'what the key is for', nameArgument)
    .addOption(
      new Option('--mode <mode>', 'test keys are never charged').choices(['live', 'test']).default('live'),
    )
    .option('--credits <credits>', 'the most it may spend in total', creditsArgument)
    .option('--expires <when>', 'a date, an instant, days from now (90d) or never', whenArgument)
    .option('--scope <patterns...>', 'operation ids it may use; * matches any letters', scopeArgument)
    .option('--read-only', 'only operations that change nothing')
    .option('--allow <addresses...>', 'addresses or CIDR ranges it may be used from', rangeArgument)
    .option('--json', 'print JSON')
    .action(async (organizationId: string, options: CreateOptions) => {
      const { record, rawKey } = await operate(context, (operator) =>
        makeKey(operator, {
          organizationId,
          name: options.name,
          mode: options.mode,
          scopes: options.scope ?? [],
          isReadOnly: options.readOnly ?? false,
          allowedAddresses: options.allow ?? [],
          maxCredits: options.credits ?? null,
          expiresAt: toInstant(options.expires ?? 'never', operator.clock.now()),
        }),
      )
      if (options.json) return context.print({ ...printableKey(record), key: rawKey })
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
      const keys = await operate(context, (operator) =>
        listKeys(operator, organizationId, options.all ?? false),
      )
      if (options.json) return context.print(keys.map(printableKey))
      const rows = keys.map((one) => ({
        id: one.id,
        name: one.name,
        mode: one.mode,
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
  maxCredits === null ? 'without limit' : `${formatCredits(maxCredits)} credits in total`
