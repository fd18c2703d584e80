import { iso31662 } from 'iso-3166'
import { normalText } from '../../lib/text-normal.ts'
import { buildOnce } from './build-once.ts'
import { countries, countryByAlpha3 } from './countries.ts'
import edits from './data/subdivision-names.json' with { type: 'json' }
import typeRules from './data/subdivision-types.json' with { type: 'json' }
import type { SubdivisionsBody } from './schema.ts'
import { derivedNames } from './subdivision-names.ts'

/** A state, province, county … of ISO 3166-2. */
export interface Subdivision {
  /** Full code, for example `US-CA`. */
  code: string
  name: string
  /** Kind of unit in lower-case English, for example `state`. */
  type: string
  alternateNames: readonly string[]
}

interface Entry extends Subdivision {
  /** False for units inside another listed unit (a province of an Italian region). */
  topLevel: boolean
}

/** The subdivisions of a country, larger units first; empty for countries that have none in ISO 3166-2. */
export function subdivisionsOf(countryAlpha3: string): readonly Subdivision[] {
  return byCountry().get(countryAlpha3) ?? []
}

/** The body of getSubdivisions; undefined when the country code is unknown. */
export function subdivisionsBody(countryAlpha3: string): SubdivisionsBody | undefined {
  if (!countryByAlpha3(countryAlpha3)) return undefined
  const subdivisions = subdivisionsOf(countryAlpha3).map(({ code, name, type, alternateNames }) => ({
    code,
    name,
    type,
    // The lists behind these names do not say the language.
    alternateNames: alternateNames.map((other) => ({ languageCode: 'und', name: other })),
  }))
  return { countryCode: countryAlpha3, subdivisions }
}

/**
 * The subdivision a text means within a country: a code with or without the country ("US-CA", "CA"), the
 * official name or another usual name ("Bayern", "Bavaria"). Case and accents do not matter. When a larger and
 * a smaller unit share a name the larger one is meant.
 */
export function findSubdivision(countryAlpha3: string, nameOrCode: string): Subdivision | undefined {
  const found = lookups().get(countryAlpha3)
  if (found === undefined) return undefined
  const exact = found.get(normalText(nameOrCode))
  if (exact !== undefined) return exact
  // "Samara Oblast", "Opole Voivodeship", "Province of Ontario": the kind of unit is often added in English.
  const bare = normalText(nameOrCode).replace(kindAround, '')
  return found.get(bare)
}

/** The subdivisions of any country that a text means, as `findSubdivision` would take it there. */
export function findSubdivisions(nameOrCode: string): readonly Located[] {
  const text = normalText(nameOrCode)
  const exact = inAnyCountry().get(text) ?? []
  const bare = text.replace(kindAround, '')
  if (bare === text) return exact
  const known = new Set(exact.map(({ countryCode }) => countryCode))
  return [...exact, ...(inAnyCountry().get(bare) ?? []).filter(({ countryCode }) => !known.has(countryCode))]
}

/** Names and other names of the subdivisions of a country, or of all. */
export function subdivisionNames(countryAlpha3?: string): string[] {
  const entries =
    countryAlpha3 === undefined ? [...byCountry().values()].flat() : subdivisionsOf(countryAlpha3)
  return entries.flatMap(({ name, alternateNames }) => [name, ...alternateNames])
}

/** A subdivision and its country. */
interface Located {
  /** Alpha-3. */
  countryCode: string
  subdivision: Subdivision
}

const inAnyCountry = buildOnce(() => {
  const all = new Map<string, Located[]>()
  for (const [countryCode, found] of lookups()) {
    for (const [key, subdivision] of found) {
      const listed = all.get(key)
      if (listed) listed.push({ countryCode, subdivision })
      else all.set(key, [{ countryCode, subdivision }])
    }
  }
  return all
})

const kindAround =
  /^(?:the )?(?:state|province|region|canton|county|republic|department|prefecture|district|governorate) of (?:the )?| (?:state|province|region|canton|county|republic|krai|kray|oblast|okrug|voivodeship|department|division|prefecture|district|governorate|municipality|city|si|autonomous [a-z]+)$/g

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
    listed.push(entryOf(code, renamed[code] ?? name, topLevel))
    entries.set(alpha2, listed)
  }
  const result = new Map<string, readonly Entry[]>()
  for (const { alpha2, alpha3 } of countries()) {
    const listed = entries.get(alpha2)
    if (listed) result.set(alpha3, listed.sort(byLevelThenCode).map(freezeEntry))
  }
  return result
})

/** Per country: normal form of a code or name -> subdivision. Codes win, then larger units, then official names. */
const lookups = buildOnce(() => {
  const all = new Map<string, Map<string, Entry>>()
  for (const [alpha3, entries] of byCountry()) {
    const found = new Map<string, Entry>()
    const add = (text: string, entry: Entry) => {
      const key = normalText(text)
      if (key !== '' && !found.has(key)) found.set(key, entry)
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
    all.set(alpha3, found)
  }
  return all
})

function entryOf(code: string, name: string, topLevel: boolean): Entry {
  const alternates: Record<string, Record<string, string>> = edits.alternates
  const written = alternates[code.slice(0, 2)]?.[code.slice(3)]?.split('|') ?? []
  const alternateNames = [...new Set([...written, ...derivedNames(name)])].filter((other) => other !== name)
  const type = typeOf(code, topLevel)
  const inner: Record<string, string[]> = edits.inner
  const isInner = inner[code.slice(0, 2)]?.includes(type) ?? false
  return { code, name, type, alternateNames, topLevel: topLevel && !isInner }
}

/** Rules of a country: `*` its larger units, `+` the units inside them, else a list of local codes. */
function typeOf(code: string, topLevel: boolean): string {
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
  return Object.freeze({ ...entry, alternateNames: Object.freeze(entry.alternateNames) })
}
