import { maskChatAddresses, maskedAddress } from '../../lib/chat-address.ts'

const maskText = '[redacted]'

/** Member names in lower case without punctuation; their text and numbers are masked at any depth below them. */
const sensitive = new Set(
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
const personContext = new Set([
  'person',
  'persons',
  'people',
  'persondetails',
  'profile',
  'profiles',
  'input',
])
const personalWithin = new Set(['name', 'value', 'pneturl', 'pnetslug', 'address'])

const apiKey = /alm_(live|test)_[0-9A-Za-z]+/g
const email = /[^\s@<>"'/:,;()]{1,64}@[^\s@<>"'/:,;()]{1,253}\.[^\s@<>"'/:,;().]{2,63}/g
const profileUrl = /(\/(?:in|pub)\/)[^\s/?#"']+/gi

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
    if (sensitive.has(plain) || (person && personalWithin.has(plain))) return [cleanText(name), mask(member)]
    return [cleanText(name), copy(member, person || personContext.has(plain))]
  })
  return Object.fromEntries(members)
}

/** Whether the address beside these members may be that of a chat, at whatever host: it lets in whoever knows it. */
const namesEndpoint = ({ kind, endpointId }: Record<string, unknown>) =>
  kind === 'slack' || kind === 'teams' || (typeof endpointId === 'string' && endpointId.startsWith('whe_'))

/** Masks text and numbers; flags and nulls tell nothing and stay. */
function mask(value: unknown): unknown {
  if (typeof value === 'string' || typeof value === 'number') return maskText
  if (Array.isArray(value)) return value.map(mask)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [cleanText(name), mask(member)]))
}

/** Looking for one character first is a hundred times cheaper than the patterns, which hardly ever match. */
function cleanText(text: string): string {
  let clean = text
  if (clean.includes('alm_')) clean = clean.replace(apiKey, maskText)
  if (clean.includes('@')) clean = clean.replace(email, maskText)
  if (clean.includes('/')) clean = maskChatAddresses(clean.replace(profileUrl, `$1${maskText}`))
  return clean
}

const maxNames = 2_000
const plainNames = new Map<string, string>()

/** Member names repeat with every request; clients cannot make this memory grow without bound. */
function plainName(name: string): string {
  const replacement = plainNames.get(name)
  if (replacement !== undefined) return replacement
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, '')
  if (plainNames.size < maxNames && name.length <= 64) plainNames.set(name, plain)
  return plain
}
