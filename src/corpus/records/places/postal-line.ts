/**
 * How the line with the postal code is written where it holds the city, too: code first (`10117 Berlin`, `75004 Paris Cedex
 * 04`), code last (`London NW1 6XE`), or state and code last (`Sydney NSW 2000`, `Toronto ON M5V 2T6`).
 */
const forms: [countries: readonly string[], line: RegExp][] = [
  [
    ['DEU', 'FRA', 'ESP', 'ITA', 'FIN', 'EST', 'HRV', 'LTU', 'TUR', 'UKR', 'MEX', 'MCO', 'MYS'],
    /^(?<code>\d{5}) (?<city>\D.*)$/,
  ],
  [
    ['AUT', 'BEL', 'CHE', 'DNK', 'HUN', 'LIE', 'LUX', 'NOR', 'SVN', 'BGR', 'CYP'],
    /^(?:[A-Z]{1,2}-)?(?<code>\d{4}) (?<city>\D.*)$/,
  ],
  [['NLD'], /^(?<code>\d{4} ?[A-Z]{2}) (?<city>\D.*)$/],
  [['POL'], /^(?<code>\d{2}-\d{3}) (?<city>\D.*)$/],
  [['PRT'], /^(?<code>\d{4}-\d{3}) (?<city>\D.*)$/],
  [['SWE', 'CZE', 'SVK', 'GRC'], /^(?<code>\d{3} ?\d{2}) (?<city>\D.*)$/],
  [['GBR'], /^(?<city>.*\p{L}.*?) (?<code>[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2})$/u],
  [['AUS'], /^(?<city>\D+?) (?<state>NSW|VIC|QLD|WA|SA|TAS|ACT|NT) (?<code>\d{4})$/],
  [['CAN'], /^(?<city>\D+?) (?<state>[A-Z]{2}) (?<code>[A-Z]\d[A-Z] ?\d[A-Z]\d)$/],
  [['USA'], /^(?<city>\D+?) (?<state>[A-Z]{2}) (?<code>\d{5}(?:-\d{4})?)$/],
]

/** State and code after a comma of their own: `Mountain View, CA 94043`. */
const ofState: Readonly<Record<string, RegExp>> = {
  USA: /^(?<state>[A-Z]{2}) (?<code>\d{5}(?:-\d{4})?)$/,
  CAN: /^(?<state>[A-Z]{2}) (?<code>[A-Z]\d[A-Z] ?\d[A-Z]\d)$/,
  AUS: /^(?<state>[A-Z]{2,3}) (?<code>\d{4})$/,
}

/** Words after the city that are the post's alone. */
const postal = /\s+cedex(?:\s+\d{1,2})?$/i

/**
 * Street, postal code and city of an address in the form of its country: `Friedrichstraße 123, 10117 Berlin`. A state may
 * follow the line. Undefined if no line has that form.
 */
export function postalParts(alpha3: string, parts: readonly string[]): LocationParts | undefined {
  const [, form] = forms.find(([countries]) => countries.includes(alpha3)) ?? []
  if (form === undefined) return undefined
  const { state: own, code: ownCode } = ofState[alpha3]?.exec(parts.at(-1) ?? '')?.groups ?? {}
  const before = parts.at(-2)
  if (own !== undefined && ownCode !== undefined && before !== undefined) {
    const street = parts.slice(0, -2).join(', ')
    const rest = street === '' ? {} : { street_address: street }
    return { city: before, state: own, postal_code: ownCode, ...rest }
  }
  for (const place of [parts.length - 1, parts.length - 2]) {
    const { code, city, state } = form.exec(parts[place] ?? '')?.groups ?? {}
    if (code === undefined || city === undefined) continue
    const street = parts.slice(0, place).join(', ')
    const region = state ?? parts[place + 1]
    return {
      city: city.replace(postal, ''),
      postal_code: code,
      ...(region === undefined ? {} : { state: region }),
      ...(street === '' ? {} : { street_address: street }),
    }
  }
  return undefined
}

/** A location in parts, as some sources have it. All members are texts but the coordinates. */
export interface LocationParts {
  street_address?: string | undefined
  neighborhood?: string | undefined
  city?: string | undefined
  state?: string | undefined
  county?: string | undefined
  postal_code?: string | undefined
  country?: string | undefined
  lat?: number | undefined
  lon?: number | undefined
  full_address?: string | undefined
}
