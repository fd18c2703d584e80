import {
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
  type PhoneNumber,
} from 'libphonenumber-js/max'

/** `unknown` includes the countries (US, CA …) whose numbers do not distinguish mobile from landline. */
export type PhoneType = 'mobile' | 'other' | 'unknown'

/**
 * A telephone number in E.164 (`+12025550123`); extensions are dropped. National forms need the country (ISO
 * 3166-1 alpha-2, any case). Undefined when the number is in no assigned range of its country.
 */
export function normalizePhone(input: string, defaultCountryAlpha2?: string): string | undefined {
  return parseNumber(input, defaultCountryAlpha2)?.number
}

/** The kind of line that a number reaches, as far as the numbering plan tells. */
export function phoneType(input: string, defaultCountryAlpha2?: string): PhoneType {
  const type = parseNumber(input, defaultCountryAlpha2)?.getType()
  if (type === undefined || type === 'FIXED_LINE_OR_MOBILE') return 'unknown'
  return type === 'MOBILE' ? 'mobile' : 'other'
}

/** `;ext=136` (RFC 3966), `x136`, `ext. 136`, `#136`, and the words of other languages. */
const extension =
  /(?:;ext=|\s*(?:\b(?:ext(?:n|ension)?|poste|durchwahl|dw|int(?:erno)?|anexo|ramal|toestel|wew)\b[.:]?|(?<=[\d\s)])x\.?|#)\s*:?\s*)(\d{1,6})$/i

/** A number without its extension, which no record stores. */
export function withoutExtension(text: string): { number: string; extension: string | undefined } {
  const trimmed = text.trim()
  const match = extension.exec(trimmed)
  // A mark without a number behind it says nothing.
  if (match === null)
    return { number: trimmed.replace(/\s*(?:#|\b(?:ext|x)\.?|;ext=)$/i, ''), extension: undefined }
  return { number: trimmed.slice(0, match.index).replace(/[\s,]+$/, ''), extension: match[1] }
}

/** The numbering plan of a number. */
export interface PhonePlan {
  callingCode: string
  /** Alpha-2; absent where the plan does not distinguish its countries. */
  country: string | undefined
}

/** The plan of a number in E.164; undefined for other texts. */
export function phonePlan(e164: string): PhonePlan | undefined {
  const phone = parseNumber(e164, undefined)
  return phone && { callingCode: phone.countryCallingCode, country: phone.country }
}

/** Whether a number without its country's code begins with a 0 that is only dialled at home. */
export function hasTrunkZero(e164: string): boolean {
  const phone = parseNumber(e164, undefined)
  return (
    phone?.formatNational().replace(/\D/g, '').startsWith('0') === true &&
    !phone.nationalNumber.startsWith('0')
  )
}

/** `49` for `DE`; undefined for a country without telephones. */
export function findCallingCode(countryAlpha2: string): string | undefined {
  const alpha2 = countryAlpha2.toUpperCase()
  return isSupportedCountry(alpha2) ? getCountryCallingCode(alpha2) : undefined
}

function parseNumber(input: string, country: string | undefined): PhoneNumber | undefined {
  if (typeof input !== 'string' || input.length > 100) return undefined
  const alpha2 = country?.toUpperCase() ?? ''
  const defaultCountry = isSupportedCountry(alpha2) ? alpha2 : undefined
  // RFC 3966 parameters, and the dialling prefix of most of the world where no country says otherwise.
  let text = (input.normalize('NFKC').trim().replace(/^tel:/i, '').split(';', 1)[0] ?? '').trim()
  if (defaultCountry === undefined) text = text.replace(/^00(?=\s?[1-9])/, '+')
  const parsed = (number: string) => {
    const phone = parsePhoneNumberFromString(number, { defaultCountry, extract: false })
    return phone?.isValid() ? phone : undefined
  }
  return parsed(text) ?? (mexicanMobile.test(text) ? parsed(text.replace(mexicanMobile, '+52')) : undefined)
}

/** `+52 1 55 …`: Mexico dropped the 1 before mobile numbers in 2019, address books did not. */
const mexicanMobile = /^\+\s?52[\s.(-]*1[\s.)-]*(?=\D*(?:\d\D*){10}$)/
