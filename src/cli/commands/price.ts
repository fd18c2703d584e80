import { InvalidArgumentError, type Command } from 'commander'
import { formatCredits, toCredits, type MilliCredits } from '../../lib/credits.ts'
import { isPriceKey, priceKeys, priceList, type PriceKey } from '../../operation/index.ts'
import { countArgument, creditsArgument } from '../arguments.ts'
import type { CliContext } from '../context.ts'
import { clearPrice, listPrices, setPrice } from '../../capabilities/operator-accounts/index.ts'
import { operate } from '../operate.ts'
import { table } from '../table.ts'

/** `almanac price set|clear|list` */
export function registerPrice(program: Command, context: CliContext): void {
  const price = program.command('price').description("an organization's own prices")

  price
    .command('set')
    .description('set a price; running instances follow within a second')
    .argument('<organization>', 'id of the organization')
    .argument('<unit>', 'price key, as shown by price list', priceKeyArgument)
    .argument('<credits>', 'credits per unit; 0 makes it free', creditsArgument)
    .option(
      '--tier <units>',
      'the price of the units after this many in a calendar month (UTC)',
      countArgument,
    )
    .action(
      async (organizationId: string, key: PriceKey, unitPrice: MilliCredits, { tier }: { tier?: number }) => {
        await operate(context, (operator) =>
          setPrice(operator, { organizationId, key, unitPrice, fromUnits: tier }),
        )
        const from = tier === undefined ? '' : `From ${tier} units a month on `
        context.print(
          `${from}${organizationId} pays ${formatCredits(unitPrice)} credits per ${priceList[key].unit}.`,
        )
      },
    )

  price
    .command('clear')
    .description('go back to the price list')
    .argument('<organization>', 'id of the organization')
    .argument('<unit>', 'price key, as shown by price list', priceKeyArgument)
    .action(async (organizationId: string, key: PriceKey) => {
      const cleared = await operate(context, (operator) => clearPrice(operator, { organizationId, key }))
      const { credits, unit } = priceList[key]
      const now = `${organizationId} pays ${credits} credits per ${unit}, as in the price list`
      context.print(cleared ? `${now}.` : `${now}; it had no price of its own.`)
    })

  price
    .command('list')
    .description('list the prices in force')
    .argument('<organization>', 'id of the organization')
    .option('--json', 'print JSON')
    .action((organizationId: string, options: { json?: true }) => list(context, organizationId, options))
}

function priceKeyArgument(text: string): PriceKey {
  if (isPriceKey(text)) return text
  throw new InvalidArgumentError(`expected one of ${priceKeys.join(', ')}`)
}

async function list(context: CliContext, organizationId: string, options: { json?: true }): Promise<void> {
  const prices = await operate(context, (operator) => listPrices(operator, organizationId))
  const rows = prices.map(({ key, unitPrice, isCustom, tiers }) => ({
    key,
    credits: toCredits(unitPrice),
    per: priceList[key].unit,
    isCustom,
    ...(tiers !== undefined && {
      tiers: tiers.map((tier) => `${formatCredits(tier.unitPrice)} from ${tier.fromUnits}`).join(', '),
    }),
  }))
  if (options.json) return context.print(rows)
  context.print(
    table(
      rows.map((row) => ({ ...row, isCustom: row.isCustom ? 'own price' : '', tiers: row.tiers ?? '' })),
      'No prices.',
    ),
  )
}
