import { phoneEnd } from '../../lib/phone-end.ts'
import { readHouse } from '../../lib/house.ts'
import { memo } from '../../lib/memo.ts'
import { normalText } from '../../lib/text-normal.ts'
import type { CompanyRecord } from '../records/index.ts'
import { companyDomains } from './company-identifiers.ts'
import { exactToken } from './tokens.ts'

/** Phone numbers of one company that are looked up. */
const maxPhones = 3

/** Number and longest word of a street; '' where either is unknown. */
const houses = memo((address: string): string => {
  const house = readHouse(address)
  if (house === undefined || house.number === '') return ''
  const [word] = house.name.split(' ').toSorted((a, b) => b.length - a.length || (a < b ? -1 : 1))
  return `${house.number}/${word}`
})

const towns = memo((city: string) => normalText(city).replace(/ city$/, ''))

/**
 * Tokens of the phone numbers of a company and of the house it is in, by which companies with differently spelt names
 * are found. Many companies share them, so they propose candidates and do not identify.
 */
function placeTokens(record: CompanyRecord, isInHouse: boolean): string[] {
  const phones = (record.phone_numbers ?? []).slice(0, maxPhones).flatMap((phone) => phoneEnd(phone) ?? [])
  const tokens = phones.map((phone) => exactToken('at', `p/${phone}`))
  const { street_address: street, city } = record.location_consensus ?? {}
  const house = isInHouse && street && city ? houses(street) : ''
  if (house !== '' && city) tokens.push(exactToken('at', `h/${house}/${towns(city)}`))
  return tokens
}

const isIncomplete = (record: CompanyRecord) =>
  !record.pnet_primary_slug || companyDomains(record).length === 0

/** Tokens that find a company. A house counts only where the company lacks something that would distinguish it. */
export const companyPlaceTokens = (record: CompanyRecord): string[] =>
  placeTokens(record, isIncomplete(record))

/**
 * Tokens that a line looks for. A page and a domain distinguish companies, so a line with both only looks for its
 * name.
 */
export const askedPlaceTokens = (line: CompanyRecord): string[] =>
  isIncomplete(line) ? placeTokens(line, true) : []
