import { z } from 'zod'
import type { Stay } from './stay.ts'

/** Content of a token: a property, and the stay of the search that found it. */
export interface PropertyToken {
  propertyId: string
  /** Undefined in handmade tokens. */
  stay: StayWords | undefined
}

type StayWords = readonly string[]

/** Members by which stays are compared, in the order of their encoding. */
const members = [
  'checkInDate',
  'checkOutDate',
  'adults',
  'childrenAges',
  'currencyCode',
  'searchMarketCountryCode',
] as const

const payload = z.tuple([z.string().min(1).max(300)]).rest(z.string().max(60))

const listWords = ({ from, to, adults, childrenAges, currency, market }: Stay): StayWords => [
  String(from),
  String(to),
  String(adults),
  [...childrenAges].sort((a, b) => a - b).join(' '),
  currency,
  market,
]

/** Encodes a token without sealing it: anybody who knows the id of a property may request it. */
export function propertyToken(propertyId: string, stay: Stay): string {
  return Buffer.from(JSON.stringify([propertyId, ...listWords(stay)])).toString('base64url')
}

/** Undefined for a malformed token. */
export function readPropertyToken(token: string): PropertyToken | undefined {
  let value: unknown
  try {
    value = JSON.parse(Buffer.from(token, 'base64url').toString())
  } catch {
    return undefined
  }
  const read = payload.safeParse(value)
  if (!read.success) return undefined
  const [propertyId, ...stay] = read.data
  return { propertyId, stay: stay.length === members.length ? stay : undefined }
}

/** Members in which a stay differs from the search that issued the token. */
export function otherThanSearched({ stay: searched }: PropertyToken, stay: Stay): string[] {
  if (searched === undefined) return []
  const words = listWords(stay)
  return members.filter((_member, index) => searched[index] !== words[index])
}
