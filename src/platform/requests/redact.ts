import { maskChatAddresses, maskedAddress } from '../../lib/chat-address.ts'

const MASK = '[redacted]'

/** Member names in lower case without punctuation; their text and numbers are masked at any depth below them. */
const SENSITIVE = new Set(
  [
    'apikey xapikey key authorization token accesstoken password secret code otp',
    'email emails emailaddress emailaddresses workemail personalemail',
    'phone phones phonenumber phonenumbers mobile mobilenumber',
    'personname personnames fullname firstname middlename lastname surname givenname',
    // Lists of people, and addresses that may carry a signature.
    'inlinecsv sourceurl uploadid',
    'profileidentifier profileidentifiers userid pnetuserid entityurn birthdate dateofbirth',
  ].flatMap((names) => names.split(' ')),
)

/** Below these, members that elsewhere name companies and lists name a person. */
const PERSON_CONTEXT = new Set([
  'person',
  'persons',
  'people',
  'persondetails',
  'profile',
  'profiles',
  'input',
])
const PERSONAL_WITHIN = new Set(['name', 'value', 'pneturl', 'pnetslug', 'address'])

const API_KEY = /alm_(live|test)_[0-9A-Za-z]+/g
const EMAIL = /[^\s@<>"'/:,;()]{1,64}@[^\s@<>"'/:,;()]{1,253}\.[^\s@<>"'/:,;().]{2,63}/g
const PROFILE_URL = /(\/(?:in|pub)\/)[^\s/?#"']+/gi

/**
 * A copy of a request body fit for the log: keys, e-mail addresses, telephone numbers and people's names masked, the
 * shape kept. Addresses, profile links and keys are masked inside any other text too.
 */
export function redact(body: unknown): unknown {
  return copy(body, false)
}

function copy(value: unknown, person: boolean): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (Array.isArray(value)) return value.map((item) => copy(item, person))
  if (value === null || typeof value !== 'object') return value
  const isEndpoint = namesEndpoint(value as Record<string, unknown>)
  const members = Object.entries(value).map(([name, member]): [string, unknown] => {
    const plain = plainName(name)
    if (isEndpoint && plain === 'url' && typeof member === 'string') return [name, maskedAddress(member)]
    if (SENSITIVE.has(plain) || (person && PERSONAL_WITHIN.has(plain))) return [cleanText(name), mask(member)]
    return [cleanText(name), copy(member, person || PERSON_CONTEXT.has(plain))]
  })
  return Object.fromEntries(members)
}

/** Whether the address beside these members may be that of a chat, at whatever host: it lets in whoever knows it. */
const namesEndpoint = ({ kind, endpointId }: Record<string, unknown>) =>
  kind === 'slack' || kind === 'teams' || (typeof endpointId === 'string' && endpointId.startsWith('whe_'))

/** Masks text and numbers; flags and nulls tell nothing and stay. */
function mask(value: unknown): unknown {
  if (typeof value === 'string' || typeof value === 'number') return MASK
  if (Array.isArray(value)) return value.map(mask)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [cleanText(name), mask(member)]))
}

/** Looking for one character first is a hundred times cheaper than the patterns, which hardly ever match. */
function cleanText(text: string): string {
  let clean = text
  if (clean.includes('alm_')) clean = clean.replace(API_KEY, MASK)
  if (clean.includes('@')) clean = clean.replace(EMAIL, MASK)
  if (clean.includes('/')) clean = maskChatAddresses(clean.replace(PROFILE_URL, `$1${MASK}`))
  return clean
}

const MOST_NAMES = 2_000
const plainNames = new Map<string, string>()

/** Member names repeat with every request; clients cannot make this memory grow without bound. */
function plainName(name: string): string {
  const found = plainNames.get(name)
  if (found !== undefined) return found
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, '')
  if (plainNames.size < MOST_NAMES && name.length <= 64) plainNames.set(name, plain)
  return plain
}
