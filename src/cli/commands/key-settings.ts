import type { Command } from 'commander'
import { noCredits } from '../../lib/credits.ts'
import type { KeyChange, KeyRecord } from '../../platform/keys/index.ts'
import {
  toInstant,
  nameArgument,
  rangeArgument,
  scopeArgument,
  whenArgument,
  type WhenArgument,
} from '../arguments.ts'
import { OperatorError, type CliContext } from '../context.ts'
import { changeKey, rotateKey } from '../../capabilities/operator-accounts/index.ts'
import { operate } from '../operate.ts'
import { instant } from '../table.ts'
import { report, printableKey } from './key-report.ts'

/** `almanac key scope|allow|rename|reset|rotate` */
export function registerKeySettings(key: Command, context: CliContext): void {
  const change = keyChanger(context)

  key
    .command('scope')
    .description('set which operations a key may use; without patterns, all')
    .argument('<key>', 'id of the key')
    .argument('[patterns...]', 'operation ids; * matches any letters', scopeArgument)
    .option('--read-only', 'only operations that change nothing')
    .option('--json', 'print JSON')
    .action((keyId: string, changes: string[], options: { readOnly?: true; json?: true }) => {
      const wanted = { scopes: changes, isReadOnly: options.readOnly ?? false }
      return change(keyId, wanted, { options, sentence: (one) => `${one.id} may use ${scopeText(one)}.` })
    })

  key
    .command('allow')
    .description('set which addresses a key may be used from; without addresses, any')
    .argument('<key>', 'id of the key')
    .argument('[addresses...]', 'addresses or CIDR ranges', rangeArgument)
    .option('--json', 'print JSON')
    .action((keyId: string, allowedAddresses: string[], options: { json?: true }) => {
      const sentence = (one: KeyRecord) =>
        `${one.id} may be used from ${one.allowedAddresses.length === 0 ? 'anywhere' : one.allowedAddresses.join(', ')}.`
      return change(keyId, { allowedAddresses }, { options, sentence })
    })

  key
    .command('rename')
    .description('give a key another name')
    .argument('<key>', 'id of the key')
    .argument('<name>', 'what the key is for', nameArgument)
    .option('--json', 'print JSON')
    .action((keyId: string, name: string, options: { json?: true }) =>
      change(keyId, { name }, { options, sentence: (one) => `${one.id} is called ${one.name}.` }),
    )

  key
    .command('reset')
    .description('set what a key has used of its limit to 0')
    .argument('<key>', 'id of the key')
    .option('--json', 'print JSON')
    .action((keyId: string, options: { json?: true }) =>
      change(
        keyId,
        { creditsUsed: noCredits },
        { options, sentence: (one) => `${one.id} has used 0 credits.` },
      ),
    )

  registerRotate(key, context)
}

/** Changes a key and says what it is now. */
const keyChanger =
  (context: CliContext) =>
  async (
    keyId: string,
    wanted: KeyChange,
    { options, sentence }: { options: { json?: true }; sentence: (key: KeyRecord) => string },
  ) => {
    const changed = await operate(context, (operator) => changeKey(operator, keyId, wanted))
    report(context, changed, options, sentence)
  }

function registerRotate(key: Command, context: CliContext): void {
  key
    .command('rotate')
    .description('give a key a new secret and print it once; the old one keeps working for a while')
    .argument('<key>', 'id of the key')
    .option('--until <when>', 'how long the old secret keeps working', whenArgument, {
      days: 1,
    } as WhenArgument)
    .option('--json', 'print JSON')
    .action(async (keyId: string, options: { until: WhenArgument; json?: true }) => {
      const { record, rawKey } = await operate(context, (operator) => {
        const nowMs = operator.clock.now()
        const until = toInstant(options.until, nowMs)
        if (until === null) throw new OperatorError('The old secret must stop working at some time.')
        return rotateKey(operator, keyId, Math.max(0, until.getTime() - nowMs))
      })
      if (options.json) return context.print({ ...printableKey(record), key: rawKey })
      context.print(
        `The old key works until ${instant(record.previousExpiresAt)}. The new one is shown only now:`,
      )
      context.print(rawKey)
    })
}

function scopeText({ scopes, isReadOnly }: KeyRecord): string {
  const which = scopes.length === 0 ? 'every operation' : scopes.join(', ')
  return isReadOnly ? `${which} that changes nothing` : which
}
