import { parseNumber, type DecimalSign } from '../../../lib/number-text.ts'
import { currencyCode, toDollars, moneyOfText, type Money, type MoneyReading } from '../../records/index.ts'
import { findCountry } from '../../reference/index.ts'
import {
  elementwise,
  isMissing,
  isPlainObject,
  readMembers,
  MappingError,
  textArgument,
  type Compiler,
  type MappingPath,
  type Scope,
  type StepFactory,
} from './scope.ts'

/**
 * `usd`: US dollars of an amount with its currency, by the rate of its day. The value is an object with `amount`,
 * `currency` and `date`, or a text with both. `usd: EUR` and `usd: {currency: EUR}` are for amounts without a
 * currency; `country` decides between the currencies of a sign (`¥`, `kr`, `Rs`), `decimal` says how fractions are
 * written, and `scale` multiplies amounts that name no scale. An amount without a currency, or in one without rates,
 * has no value.
 */
export const compileUsd: StepFactory = (argument, mappingPath, compiler) => {
  const findReading = compileReading(argument, mappingPath, compiler)
  return elementwise((value, scope) => {
    // There was no amount, so nothing is lost.
    if (isPlainObject(value) && value['amount'] === undefined) return undefined
    const money = readMoney(value, findReading(scope))
    const dollars = money && toDollars(money)
    if (dollars === undefined) scope.lost?.('usd', value)
    return dollars
  })
}

function compileReading(
  argument: unknown,
  mappingPath: MappingPath,
  compiler: Compiler,
): (scope: Scope) => MoneyReading {
  const options = typeof argument === 'string' ? { currency: argument } : (argument ?? {})
  const members = readMembers(options, mappingPath, ['currency', 'country', 'decimal', 'scale'])
  const { currency, decimal, scale } = members
  const code = currency === undefined ? undefined : currencyCode(textArgument(currency, mappingPath))
  if (currency !== undefined && code === undefined)
    throw new MappingError('expected a currency such as EUR', mappingPath)
  if (decimal !== undefined && decimal !== '.' && decimal !== ',')
    throw new MappingError('expected decimal to be "." or ","', [...mappingPath, 'decimal'])
  if (scale !== undefined && (typeof scale !== 'number' || !(scale > 0) || !Number.isFinite(scale)))
    throw new MappingError('expected a number to multiply by', [...mappingPath, 'scale'])
  const fixed = { currency: code, decimal: decimal as DecimalSign | undefined, scale: scale as number }
  if (members['country'] === undefined) return () => fixed
  const readCountry = compiler.expression(members['country'], [...mappingPath, 'country'])
  return (scope) => {
    const country = readCountry(scope)
    return isMissing(country) ? fixed : { ...fixed, country: findCountry(String(country))?.alpha3 }
  }
}

function readMoney(value: unknown, reading: MoneyReading): Money | undefined {
  if (!isPlainObject(value)) {
    if (typeof value === 'string') return moneyOfText(value, reading)
    return plainMoney(value, undefined, reading)
  }
  const { amount, currency, date } = value
  const own =
    typeof amount === 'string' ? moneyOfText(amount, { ...reading, currency: undefined }) : undefined
  const money = own ?? plainMoney(amount, currency, reading)
  return money && { ...money, date: readDay(date) }
}

function plainMoney(amount: unknown, currency: unknown, reading: MoneyReading): Money | undefined {
  const code = isMissing(currency) ? reading.currency : currencyCode(String(currency), reading.country)
  if (code === undefined) return undefined
  if (typeof amount === 'string') return moneyOfText(amount, { ...reading, currency: code })
  const number = parseNumber(amount)
  return number === undefined ? undefined : { amount: number * (reading.scale ?? 1), currency: code }
}

function readDay(value: unknown): string | undefined {
  const text = String(value ?? '')
  return /^\d{4}-\d{2}-\d{2}/.test(text) ? text.slice(0, 10) : undefined
}
