import { normalizeDomain } from '../../lib/domain-name.ts'
import { companyNameKey, firstNameForms, normalName } from '../names/index.ts'
import { parseNetworkUrl, type NetworkHosts } from '../../lib/network-url.ts'
import { withoutExtension } from '../../lib/phone.ts'
import { normalText } from '../../lib/text-normal.ts'
import { findCountry, findSubdivision } from '../reference/index.ts'
import type { ColumnRole } from './column-roles.ts'
import { looksLikeDate } from './date-forms.ts'

/** Roles a cell can be told to have by its content alone. */
export const tellingRoles = [
  'profile_url',
  'company_url',
  'email',
  'url',
  'domain',
  'date',
  'phone',
  'number',
  'country',
  'company',
  'full_name',
  'first_name',
] as const satisfies readonly ColumnRole[]

type Telling = (typeof tellingRoles)[number]

const emailLike = /^[^\s@＠,;]+\s*(?:[@＠]|\(at\)|\[at\])\s*[^\s@,;]+\.?[a-z]{2,}\.?$/i

const tests: Record<Telling, (text: string, network: NetworkHosts) => boolean> = {
  profile_url: (text, network) => parseNetworkUrl(text, network)?.kind === 'person',
  company_url: (text, network) => ['company', 'school'].includes(parseNetworkUrl(text, network)?.kind ?? ''),
  email: (text) => emailLike.test(text.replace(/^mailto:/i, '').replace(/^.*<([^<>]+)>$/, '$1')),
  url: (text) => /^(?:h?t?t?ps?:?\/\/|www\.)\S+\.\S+$/i.test(text) || /^[\w.-]+\.[a-z]{2,}\/\S*$/i.test(text),
  domain: (text) => /^[\p{L}\d-]+(?:\.[\p{L}\d-]+)+$/u.test(text) && normalizeDomain(text) !== undefined,
  date: looksLikeDate,
  phone: isPhoneLike,
  number: (text) => /^[-+]?[\p{Sc}]?\s?\d+(?:[.,' ]\d+)*\s?[\p{Sc}%]?$/u.test(text),
  // `CA`, `DE` and `IN` are states, too.
  country: (text) =>
    text.length <= 60 &&
    findCountry(text) !== undefined &&
    !(text.length === 2 && findSubdivision('USA', text) !== undefined),
  company: (text) => text.length <= 120 && hasLegalForm(text),
  full_name: (text) => {
    const parts = nameWords(text)
    return parts.length >= 2 && parts.length <= 5 && parts.some(isFirstName)
  },
  first_name: (text) => nameWords(text).length === 1 && isFirstName(text),
}

/** What several values in one cell are divided by; in telephone numbers a space divides nothing. */
const between = {
  email: /\s*(?::::|[;,|])\s*|\s+\/\s+|\s+/,
  domain: /\s*(?::::|[;,|])\s*|\s+\/\s+|\s+/,
  url: /\s*(?::::|[;,|])\s*|\s+\/\s+|\s+/,
  phone: /\s*(?::::|[;,|\n])\s*|\s+\/\s+/,
} as const satisfies Partial<Record<Telling, RegExp>>

const maxValues = 10

/** The values of a cell that holds several of a role that has forms of its own; one where it holds one. */
export function valuesIn(role: keyof typeof between, text: string): string[] {
  const parts = text
    .trim()
    .split(between[role])
    .filter((part) => part !== '')
  return parts.length <= maxValues ? parts : [text]
}

/** Whether a text can be of a role, by itself; each of several in a cell. */
export function isOfRole(role: Telling, text: string, network: NetworkHosts): boolean {
  if (text.length > 400) return false
  const trimmed = text.trim()
  if (tests[role](trimmed, network)) return true
  if (!isDivided(role) || !/[\s;,|]/.test(trimmed)) return false
  const parts = valuesIn(role, trimmed)
  return parts.length > 1 && parts.every((part) => tests[role](part, network))
}

const isDivided = (role: Telling): role is keyof typeof between => role in between

function isPhoneLike(cell: string): boolean {
  const text = withoutExtension(cell).number
  if (!/^(?:tel:|[a-z]{1,3}[.:]\s?)?\+?[\d\s()./–-]+$/i.test(text)) return false
  const digits = text.replace(/\D/g, '').length
  if (digits < 7 || digits > 17 || looksLikeDate(text)) return false
  return (
    text.startsWith('+') ||
    text.startsWith('00') ||
    /[\s()./-]/.test(text) ||
    text.startsWith('0') ||
    digits >= 10
  )
}

function hasLegalForm(text: string): boolean {
  const normal = normalText(text)
  return normal.includes(' ') && companyNameKey(text).length < normal.length - 1 && !normal.startsWith('the ')
}

function nameWords(text: string): string[] {
  if (/[\d@/\\]/.test(text) || text.length > 80) return []
  return text.split(/[\s,]+/).filter((word) => /\p{L}/u.test(word))
}

function isFirstName(word: string): boolean {
  const normal = normalName(word)
  // A name with known forms in addition to itself and its initial.
  return normal.length > 1 && firstNameForms(normal).length > 2
}
