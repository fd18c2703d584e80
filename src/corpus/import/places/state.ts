import { citiesOf, findSubdivision } from '../../reference/index.ts'

export interface State {
  /** English where the gazetteer has it so, else the official name. */
  name: string
  /** ISO 3166-2 without the country. */
  code: string | null
  /** Whether cities are told apart by it: false for a county where the gazetteer has regions. */
  isGazetteerLevel: boolean
}

const englishNames = new Map<string, Map<string, string>>()

/** The state a code or name means, one name and code for it whatever the source calls it. */
export function stateOf(countryAlpha3: string, nameOrCode: string): State | undefined {
  // "N.L." and "D.C." are codes with dots; "ON M5V" has a postal code behind it.
  const spellings = [nameOrCode, nameOrCode.replaceAll('.', ''), nameOrCode.replace(/\s+[\d-]+$/, '')]
  for (const spelling of spellings) {
    const found = findSubdivision(countryAlpha3, spelling)
    if (found === undefined) continue
    const code = found.code.slice(3)
    const name = namesIn(countryAlpha3).get(code)
    return { name: name ?? found.name, code, isGazetteerLevel: name !== undefined }
  }
  return undefined
}

/** ISO 3166-2 has names in the country's own language; the gazetteer's are what sources write. */
function namesIn(countryAlpha3: string): Map<string, string> {
  let names = englishNames.get(countryAlpha3)
  if (names === undefined) {
    names = new Map()
    for (const { stateCode, stateName } of citiesOf(countryAlpha3, Number.MAX_SAFE_INTEGER)) {
      if (stateCode !== undefined && stateName !== undefined && !names.has(stateCode))
        names.set(stateCode, stateName)
    }
    englishNames.set(countryAlpha3, names)
  }
  return names
}
