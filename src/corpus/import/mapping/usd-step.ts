import { currencyCode, dollarsOf } from '../../records/index.ts'
import { parseNumber } from './parse-number.ts'
import {
  elementwise,
  isPlainObject,
  membersOf,
  MappingError,
  textArgument,
  type StepFactory,
} from './scope.ts'

const moneyText =
  /^\s*(\p{L}{0,3}\p{Sc}|\p{L}{2,3})?\s*([-+]?[\d.,'’\s]*\d\s*(?:k|m|bn|b|t)?)\s*(\p{Sc}|\p{L}{2,3})?\s*$/iu

/** Number and currency that a text says, such as `€4.5M` or `4,500,000 EUR`. */
function splitMoney(text: string): { amount: unknown; currency: unknown } {
  const [, before, amount, after] = moneyText.exec(text) ?? []
  return { amount, currency: before ?? after }
}

/**
 * `usd`: US dollars of an amount with its currency, by the rate of its day: an object with `amount`, `currency` and `date`,
 * or a text that says both. `usd: EUR` and `usd: {currency: EUR}` are for amounts that say none. What has no currency, or
 * one without rates, comes to nothing.
 */
export const compileUsd: StepFactory = (argument, mappingPath) => {
  const given = typeof argument === 'string' ? { currency: argument } : (argument ?? {})
  const { currency } = membersOf(given, mappingPath, ['currency'])
  const otherwise = currency === undefined ? undefined : currencyCode(textArgument(currency, mappingPath))
  if (currency !== undefined && otherwise === undefined)
    throw new MappingError('expected a currency such as EUR', mappingPath)
  return elementwise((value, scope) => {
    const parts: Record<string, unknown> = isPlainObject(value)
      ? value
      : typeof value === 'string'
        ? splitMoney(value)
        : { amount: value }
    // Nothing was told, which is no loss.
    if (parts['amount'] === undefined && isPlainObject(value)) return undefined
    const amount = parseNumber(parts['amount'])
    const said = parts['currency']
    const code = said === undefined ? otherwise : currencyCode(String(said))
    const dollars =
      amount === undefined || code === undefined
        ? undefined
        : dollarsOf({ amount, currency: code, date: dayOf(parts['date']) })
    if (dollars === undefined) scope.lost?.('usd', value)
    return dollars
  })
}

function dayOf(value: unknown): string | undefined {
  const text = String(value ?? '')
  return /^\d{4}-\d{2}-\d{2}/.test(text) ? text.slice(0, 10) : undefined
}
