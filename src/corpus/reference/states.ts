import { listStateNames } from './cities.ts'
import { findSubdivision, findSubdivisions } from './subdivisions.ts'

export interface State {
  /** In English where the gazetteer has it so, else the official name. */
  name: string
  /** ISO 3166-2 without the country. */
  code: string | null
  /** Whether cities are distinguished by it; false for a county where the gazetteer has regions. */
  isGazetteerLevel: boolean
}

/** A state of a country, by which places are compared whatever name they use. */
export interface StateCode {
  /** Alpha-3. */
  countryCode: string
  /** ISO 3166-2 without the country. */
  code: string
}

/** The states of any country with a code or name. */
export function statesCalled(nameOrCode: string): StateCode[] {
  for (const spelling of listSpellings(nameOrCode)) {
    const located = findSubdivisions(spelling)
    if (located.length > 0)
      return located.map(({ countryCode, subdivision }) => ({ countryCode, code: subdivision.code.slice(3) }))
  }
  return []
}

// "N.L." and "D.C." are codes with dots; "ON M5V" has a postal code after it.
const listSpellings = (nameOrCode: string) =>
  new Set([nameOrCode, nameOrCode.replaceAll('.', ''), nameOrCode.replace(/\s+[\d-]+$/, '')])

/** The state of a code or name: one name and one code, whatever the source calls it. */
export function findState(countryAlpha3: string, nameOrCode: string): State | undefined {
  for (const spelling of listSpellings(nameOrCode)) {
    const subdivision = findSubdivision(countryAlpha3, spelling)
    if (subdivision === undefined) continue
    const code = subdivision.code.slice(3)
    // ISO 3166-2 has names in the country's own language, while sources write the gazetteer's.
    const name = listStateNames(countryAlpha3).get(code)
    return { name: name ?? subdivision.name, code, isGazetteerLevel: name !== undefined }
  }
  return undefined
}
