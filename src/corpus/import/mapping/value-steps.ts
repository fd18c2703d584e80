import { normalizeDomain, registrableDomain } from '../../../lib/domain-name.ts'
import { normalizeEmail } from '../../../lib/email.ts'
import { normalizePhone } from '../../../lib/phone.ts'
import { canonicalZone } from '../../../lib/time-zone.ts'
import { findCountry } from '../../reference/index.ts'
import { locationOfParts, parseLocation, unplacedCity } from '../../records/index.ts'
import { capitalized } from './capitalize.ts'
import { compilePattern } from './condition.ts'
import { dateReader, momentReader, type DateReader } from './parse-date.ts'
import { parseNumber, type DecimalSign } from '../../../lib/number-text.ts'
import { parseRange } from '../../../lib/range-text.ts'
import { compileTemplate } from './template.ts'
import { compileHeadcount } from './headcount-step.ts'
import { compileUsd } from './usd-step.ts'
import {
  elementwise,
  isMissing,
  isPlainObject,
  MappingError,
  readMembers,
  scalarsArgument,
  textArgument,
  type Compiler,
  type MappingPath,
  type MappingStep,
  type StepFactory,
  type Table,
} from './scope.ts'

/** A step for one value, applied to each entry of a list. What it makes nothing of is reported as lost. */
function conversion(name: string, convert: (value: unknown) => unknown): MappingStep {
  return elementwise((value, scope) => {
    const result = convert(value)
    if (result === undefined) scope.lost?.(name, value)
    return result
  })
}

/** A conversion that takes no argument. */
function plain(name: string, convert: (value: unknown) => unknown): StepFactory {
  return (argument, mappingPath) => {
    if (argument !== undefined && argument !== null)
      throw new MappingError(`\`${name}\` takes nothing`, mappingPath)
    return conversion(name, convert)
  }
}

/** A conversion of texts by a choice of words; without one the first is meant. */
function choice(name: string, options: Record<string, (text: string) => unknown>): StepFactory {
  const names = Object.keys(options)
  return (argument, mappingPath) => {
    const convert = options[argument === undefined ? names[0]! : String(argument)]
    if (!convert) throw new MappingError(`expected one of ${names.join(', ')}`, mappingPath)
    return conversion(name, (value) => convert(String(value)))
  }
}

const truths = new Map<string, boolean>([
  ...['true', 'yes', 'y', 't', '1', 'on'].map((word) => [word, true] as const),
  ...['false', 'no', 'n', 'f', '0', 'off'].map((word) => [word, false] as const),
])

export const valueSteps: Record<string, StepFactory> = {
  lower: plain('lower', (value) => String(value).toLowerCase()),
  upper: plain('upper', (value) => String(value).toUpperCase()),
  text: plain('text', toText),
  capitalize: plain('capitalize', (value) => capitalized(String(value))),
  boolean: plain('boolean', (value) => truths.get(String(value).trim().toLowerCase())),
  range: plain('range', parseRange),
  headcount: compileHeadcount,
  url: plain('url', toUrl),
  email: plain('email', (value) => normalizeEmail(String(value))),
  domain: choice('domain', { registrable: registrableDomain, host: normalizeDomain }),
  country: choice('country', {
    code: (text) => findCountry(text)?.alpha3,
    name: (text) => findCountry(text)?.name,
  }),
  number: (argument, mappingPath) => {
    const decimal = decimalArgument(argument, mappingPath)
    return conversion('number', (value) => parseNumber(value, decimal))
  },
  scale: (argument, mappingPath) => {
    const factor = argument
    if (typeof factor !== 'number' || !Number.isFinite(factor))
      throw new MappingError('expected a number to multiply by', mappingPath)
    return conversion('scale', (value) => scaled(value, factor))
  },
  phone: (argument, mappingPath) => {
    const country = argument === undefined ? undefined : textArgument(argument, mappingPath)
    const alpha2 = country === undefined ? undefined : findCountry(country)?.alpha2
    if (country !== undefined && alpha2 === undefined)
      throw new MappingError('expected a country', mappingPath)
    return conversion('phone', (value) => normalizePhone(String(value), alpha2))
  },
  date: compileDate,
  moment: compileMoment,
  location: compileLocation,
  usd: compileUsd,
  lookup: compileLookup,
  match: (argument, mappingPath) => {
    const pattern = compilePattern(argument, mappingPath)
    return elementwise((value) => {
      const match = pattern.exec(String(value))
      return match ? (match[1] ?? match[0]).trim() || undefined : undefined
    })
  },
  replace: (argument, mappingPath) => {
    const { from, pattern, to } = readMembers(argument, mappingPath, ['from', 'pattern', 'to'])
    if ((from === undefined) === (pattern === undefined))
      throw new MappingError('expected `from`, a text, or `pattern`, a regular expression', mappingPath)
    const other = to === undefined ? '' : String(to)
    if (pattern !== undefined) {
      const every = new RegExp(compilePattern(pattern, [...mappingPath, 'pattern']), 'giu')
      return elementwise((value) => String(value).replace(every, other).trim())
    }
    const wanted = textArgument(from, [...mappingPath, 'from'])
    return elementwise((value) => String(value).replaceAll(wanted, other).trim())
  },
  template: (argument, mappingPath) => {
    const evaluate = compileTemplate(textArgument(argument, mappingPath), mappingPath)
    return elementwise((value, scope) => evaluate({ ...scope, item: value }))
  },
  drop: (argument, mappingPath) => {
    const words = new Set(scalarsArgument(argument, mappingPath).map(folded))
    return elementwise((value) => (words.has(folded(value)) ? undefined : value))
  },
  keep: (argument, mappingPath) => {
    const words = new Set(scalarsArgument(argument, mappingPath).map(folded))
    return elementwise((value) => (words.has(folded(value)) ? value : undefined))
  },
}

function decimalArgument(argument: unknown, mappingPath: MappingPath): DecimalSign | undefined {
  const { decimal } = argument === undefined ? {} : readMembers(argument, mappingPath, ['decimal'])
  if (decimal !== undefined && decimal !== '.' && decimal !== ',')
    throw new MappingError('expected decimal to be "." or ","', [...mappingPath, 'decimal'])
  return decimal
}

/** `date: [formats]`, or `date: {format, time_zone}` where numbers are moments and the day is that of a place. */
function compileDate(argument: unknown, mappingPath: MappingPath): MappingStep {
  const members = isPlainObject(argument)
    ? readMembers(argument, mappingPath, ['format', 'time_zone'])
    : undefined
  const zone = members?.['time_zone'] === undefined ? undefined : canonicalZone(String(members['time_zone']))
  if (members?.['time_zone'] !== undefined && zone === undefined)
    throw new MappingError('expected a time zone such as Europe/Berlin', [...mappingPath, 'time_zone'])
  const format = members === undefined ? argument : members['format']
  const formats = format === undefined ? [undefined] : scalarsArgument(format, mappingPath).map(String)
  return firstRead(
    'date',
    formats.map((each) => {
      const reader = dateReader(each, zone)
      if (!reader) throw new MappingError(`a date format needs a year: \`${each}\``, mappingPath)
      return reader
    }),
  )
}

function compileMoment(argument: unknown, mappingPath: MappingPath): MappingStep {
  const formats = argument === undefined ? [undefined] : scalarsArgument(argument, mappingPath).map(String)
  return firstRead(
    'moment',
    formats.map((each) => {
      const reader = momentReader(each)
      if (!reader) throw new MappingError('expected unix, unix_ms or nothing', mappingPath)
      return reader
    }),
  )
}

/** The result of the first of some readers that can read a value. */
function firstRead(name: string, readers: readonly DateReader[]): MappingStep {
  return conversion(name, (value) => {
    for (const read of readers) {
      const date = read(value)
      if (date !== undefined) return date
    }
    return undefined
  })
}

function compileLocation(argument: unknown, mappingPath: MappingPath): MappingStep {
  const options = argument === undefined ? {} : readMembers(argument, mappingPath, ['country'])
  const country = options['country'] === undefined ? undefined : String(options['country'])
  if (country !== undefined && !findCountry(country))
    throw new MappingError('not a country', [...mappingPath, 'country'])
  return conversion('location', (value) => {
    if (!isPlainObject(value)) return parseLocation(String(value), country) ?? unplacedCity(String(value))
    const { lat, lon, ...texts } = value
    const parts = Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, String(text)]))
    return locationOfParts({ ...parts, lat: parseNumber(lat), lon: parseNumber(lon) }, country)
  })
}

function compileLookup(argument: unknown, mappingPath: MappingPath, compiler: Compiler): MappingStep {
  const full = isPlainObject(argument) ? argument : { table: argument }
  const members = readMembers(full, mappingPath, ['table', 'map', 'else'])
  const table =
    'map' in members
      ? readTable(members['map'], [...mappingPath, 'map'])
      : compiler.tables.get(String(members['table']))
  if (!table) throw new MappingError(`no table \`${String(members['table'])}\` in \`tables\``, mappingPath)
  const otherwise = members['else'] ?? 'drop'
  return elementwise((value, scope) => {
    const key = folded(value)
    if (table.has(key)) return table.get(key) ?? undefined
    if (otherwise === 'keep') return value
    if (otherwise !== 'drop') return otherwise
    scope.lost?.('lookup', value)
    return undefined
  })
}

/** A table of the mapping: text to value, or to a list of values; null means nothing. Case does not matter. */
export function readTable(source: unknown, mappingPath: MappingPath): Table {
  if (!isPlainObject(source)) throw new MappingError('expected a map from texts to values', mappingPath)
  return new Map(Object.entries(source).map(([key, value]) => [folded(key), value]))
}

function toText(value: unknown): string | undefined {
  if (isMissing(value)) return undefined
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Multiplied, without the digits that binary fractions add: 97 by 0.01 is 0.97. */
function scaled(value: unknown, factor: number): number | undefined {
  const number = parseNumber(value)
  return number === undefined ? undefined : Number((number * factor).toPrecision(12))
}

/** An absolute http(s) address; a missing scheme is added, a mistyped one replaced. */
function toUrl(value: unknown): string | undefined {
  const text = String(value).trim()
  const schemed = /^[a-z]{2,6}:\/\//i.exec(text)?.[0]
  const isWeb = schemed !== undefined && /^https?:/i.test(schemed)
  const url = isWeb ? text : `http://${schemed === undefined ? text : text.slice(schemed.length)}`
  return registrableDomain(url) === undefined || !URL.canParse(url) ? undefined : url
}

function folded(value: unknown): string {
  return String(value).trim().toLowerCase()
}
