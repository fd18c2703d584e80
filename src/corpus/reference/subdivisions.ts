import { iso31662 } from 'iso-3166'
import { normalText } from '../../lib/text-normal.ts'
import { buildOnce } from './build-once.ts'
import { countries, countryByAlpha3 } from './countries.ts'
import edits from '../../../data/reference/subdivision-names.json' with { type: 'json' }
import translatedNames from '../../../data/reference/subdivision-translations.json' with { type: 'json' }
import typeRules from '../../../data/reference/subdivision-types.json' with { type: 'json' }
import type { SubdivisionsBody } from './schema.ts'
import { derivedNames, withoutKind } from './subdivision-names.ts'

/** A state, province, county … of ISO 3166-2. */
export interface Subdivision {
  /** Full code, for example `US-CA`. */
  code: string
  name: string
  /** Kind of unit in lower-case English, for example `state`. */
  type: string
  alternateNames: readonly string[]
  /** Names in other languages. */
  translations: readonly Translation[]
}

interface Translation {
  /** BCP 47. */
  languageCode: string
  name: string
}

interface Entry extends Subdivision {
  /** False for units inside another listed unit (a province of an Italian region). */
  topLevel: boolean
}

/** The subdivisions of a country, larger units first; empty for countries that have none in ISO 3166-2. */
export function listSubdivisions(countryAlpha3: string): readonly Subdivision[] {
  return byCountry().get(countryAlpha3) ?? []
}

/** The body of getSubdivisions; undefined when the country code is unknown. */
export function subdivisionsBody(countryAlpha3: string): SubdivisionsBody | undefined {
  if (!countryByAlpha3(countryAlpha3)) return undefined
  const subdivisions = listSubdivisions(countryAlpha3).map(
    ({ code, name, type, alternateNames, translations }) => ({
      code,
      name,
      type,
      // The lists after the former do not say the language.
      alternateNames: [
        ...alternateNames.map((other) => ({ languageCode: 'und', name: other })),
        ...translations,
      ],
    }),
  )
  return { countryCode: countryAlpha3, subdivisions }
}

/**
 * The subdivision a text means within a country: a code with or without the country ("US-CA", "CA"), the official name
 * or another usual name ("Bayern", "Bavaria"), in whatever language ("Baviera"), with or without the kind of unit
 * ("Freistaat Bayern"). Case and accents do not matter. When a larger and a smaller unit share a name the larger one is
 * meant.
 */
export function findSubdivision(countryAlpha3: string, nameOrCode: string): Subdivision | undefined {
  const names = lookups().get(countryAlpha3)
  if (names === undefined) return undefined
  const text = normalText(nameOrCode)
  const bare = withoutKind(text)
  return (
    names.own.get(text) ?? names.translated.get(text) ?? names.own.get(bare) ?? names.translated.get(bare)
  )
}

/**
 * The subdivisions of any country that a text means, as `findSubdivision` would take it there. What is the own name of
 * one is not taken for the name of another in a third language.
 */
export function findSubdivisions(nameOrCode: string): readonly Located[] {
  const text = normalText(nameOrCode)
  const bare = withoutKind(text)
  const own = locatedBy('own', text, bare)
  return own.length > 0 ? own : locatedBy('translated', text, bare)
}

function locatedBy(names: keyof Names, text: string, bare: string): readonly Located[] {
  const byName = inAnyCountry()[names]
  const exact = byName.get(text) ?? []
  if (bare === text) return exact
  const countriesOf = new Set(exact.map(({ countryCode }) => countryCode))
  return [...exact, ...(byName.get(bare) ?? []).filter(({ countryCode }) => !countriesOf.has(countryCode))]
}

/** Names and other names of the subdivisions of a country, in whatever language, or of all, at home and in English. */
export function subdivisionNames(countryAlpha3?: string): string[] {
  if (countryAlpha3 === undefined)
    return [...byCountry().values()].flat().flatMap(({ name, alternateNames }) => [name, ...alternateNames])
  return listSubdivisions(countryAlpha3).flatMap(({ name, alternateNames, translations }) => [
    name,
    ...alternateNames,
    ...translations.map((translation) => translation.name),
  ])
}

/** A subdivision and its country. */
interface Located {
  /** Alpha-3. */
  countryCode: string
  subdivision: Subdivision
}

/** By names in normal form: codes and what a subdivision is called at home and in English; what it is elsewhere. */
interface Names<Value = Entry> {
  own: Map<string, Value>
  translated: Map<string, Value>
}

const inAnyCountry = buildOnce(() => {
  const all: Names<Located[]> = { own: new Map(), translated: new Map() }
  for (const [countryCode, names] of lookups())
    for (const kind of ['own', 'translated'] as const)
      for (const [key, subdivision] of names[kind]) {
        const listed = all[kind].get(key)
        if (listed) listed.push({ countryCode, subdivision })
        else all[kind].set(key, [{ countryCode, subdivision }])
      }
  return all
})

const byCountry = buildOnce(() => {
  const retired = new Set(edits.retired)
  const renamed: Record<string, string> = edits.rename
  const entries = new Map<string, Entry[]>()
  const rows = iso31662.map(({ code, name, parent }) => ({ code, name, topLevel: !parent.includes('-') }))
  const added = Object.entries(edits.added).map(([code, name]) => ({ code, name, topLevel: true }))
  for (const { code, name, topLevel } of [...rows, ...added]) {
    if (retired.has(code)) continue
    const alpha2 = code.slice(0, 2)
    const listed = entries.get(alpha2) ?? []
    listed.push(buildEntry(code, renamed[code] ?? name, topLevel))
    entries.set(alpha2, listed)
  }
  const result = new Map<string, readonly Entry[]>()
  for (const { alpha2, alpha3 } of countries()) {
    const listed = entries.get(alpha2)
    if (listed) result.set(alpha3, listed.sort(byLevelThenCode).map(freezeEntry))
  }
  return result
})

/**
 * Per country: normal form of a code or name -> subdivision. Codes win, then larger units, then official names; names in
 * other languages come last, and stand for none where two units share them.
 */
const lookups = buildOnce(() => {
  const all = new Map<string, Names>()
  for (const [alpha3, entries] of byCountry()) {
    const own = ownNames(entries)
    all.set(alpha3, { own, translated: indexTranslations(entries, own) })
  }
  return all
})

function ownNames(entries: readonly Entry[]): Map<string, Entry> {
  const byCode = new Map<string, Entry>()
  const add = (text: string, entry: Entry) => {
    const key = normalText(text)
    if (key !== '' && !byCode.has(key)) byCode.set(key, entry)
  }
  for (const entry of entries) {
    add(entry.code, entry)
    add(entry.code.slice(3), entry)
  }
  for (const level of [true, false]) {
    const units = entries.filter((entry) => entry.topLevel === level)
    for (const entry of units) add(entry.name, entry)
    for (const entry of units) for (const name of entry.alternateNames) add(name, entry)
  }
  return byCode
}

function indexTranslations(entries: readonly Entry[], own: ReadonlyMap<string, Entry>): Map<string, Entry> {
  const byName = new Map<string, Entry | undefined>()
  for (const normalize of [normalText, (name: string) => withoutKind(normalText(name))]) {
    const here = new Map<string, Entry | undefined>()
    for (const entry of entries)
      for (const { name } of entry.translations) {
        const key = normalize(name)
        if (own.has(key) || byName.has(key)) continue
        here.set(key, here.has(key) && here.get(key) !== entry ? undefined : entry)
      }
    for (const [key, entry] of here) byName.set(key, entry)
  }
  return new Map(
    [...byName].filter((each): each is [string, Entry] => each[0] !== '' && each[1] !== undefined),
  )
}

function buildEntry(code: string, name: string, topLevel: boolean): Entry {
  const alternates: Record<string, Record<string, string>> = edits.alternates
  const written = alternates[code.slice(0, 2)]?.[code.slice(3)]?.split('|') ?? []
  const alternateNames = [...new Set([...written, ...derivedNames(name)])].filter((other) => other !== name)
  const type = findType(code, topLevel)
  const inner: Record<string, string[]> = edits.inner
  const isInner = inner[code.slice(0, 2)]?.includes(type) ?? false
  const translations = readTranslations(code)
  return { code, name, type, alternateNames, translations, topLevel: topLevel && !isInner }
}

/** A line of the table is `es,it Baviera|fr Bavière`. */
function readTranslations(code: string): Translation[] {
  const lines: Record<string, Record<string, string>> = translatedNames
  return (lines[code.slice(0, 2)]?.[code.slice(3)]?.split('|') ?? []).flatMap((line) => {
    const end = line.indexOf(' ')
    const name = line.slice(end + 1)
    return line
      .slice(0, end)
      .split(',')
      .map((languageCode) => ({ languageCode, name }))
  })
}

/** Rules of a country: `*` its larger units, `+` the units inside them, else a list of local codes. */
function findType(code: string, topLevel: boolean): string {
  const rules: Record<string, string> =
    (typeRules as Record<string, Record<string, string>>)[code.slice(0, 2)] ?? {}
  const local = code.slice(3)
  for (const [codes, type] of Object.entries(rules)) if (codes.split(' ').includes(local)) return type
  return (topLevel ? rules['*'] : rules['+']) ?? rules['*'] ?? 'subdivision'
}

function byLevelThenCode(a: Entry, b: Entry): number {
  return Number(b.topLevel) - Number(a.topLevel) || (a.code < b.code ? -1 : 1)
}

function freezeEntry(entry: Entry): Entry {
  return Object.freeze({
    ...entry,
    alternateNames: Object.freeze(entry.alternateNames),
    translations: Object.freeze(entry.translations),
  })
}
