import { type Identified, identifierOf } from '../names/index.ts'
import { isGeneralPage, normalizeSlug } from '../../lib/network-url.ts'
import { isProgramWord } from '../../lib/placeholder.ts'
import type { Experience } from '../records/index.ts'
import { exactToken } from '../search-index/index.ts'
import { isKept, LineGate, storable, type LeftOut } from './line-gate.ts'
import { isKnownPage } from './line-pages.ts'
import type { Split } from './sealed.ts'
import { emailSubjectTokens, phoneSubjectToken } from './subject-tokens.ts'

type Members = Record<string, unknown>
type Position = Partial<Experience>

/** Takes out of a line of a person what identifies nobody, in place. */
export function gatePerson(split: Split): void {
  const gate = new LineGate()
  const { members } = split
  gate.texts(members, ['name', 'first_name', 'last_name'], storable.personName)
  gateWholeName(members, gate)
  gate.texts(members, ['primary_slug'], storable.personSlug)
  gate.lists(members, ['slugs'], storable.personSlug)
  gate.texts(members, ['user_id', 'entity_urn'], storable.networkId)
  gate.lists(members, ['entity_urns'], storable.networkId)
  gate.texts(members, ['url'], pageOfOne)
  gateCareer(members, gate)
  split.emails = gate.entries('emails', split.emails, addresses)
  split.phoneNumbers = gate.entries('phone_numbers', split.phoneNumbers, numbers)
  split.externalIds = gate.ids(split.externalIds)
  if (gate.leftOut.length === 0) return
  split.leftOut = gate.leftOut
  split.leftOutTokens = gate.leftOut.flatMap(makeSubjectTokens)
}

const addresses = { of: ({ email }: { email: string }) => email, read: storable.email }
const numbers = { of: ({ number }: { number: string }) => number, read: storable.phone }

const pageOfOne = (text: string): Identified =>
  !isKnownPage(text) && isGeneralPage(text) ? { why: 'placeholder' } : storable.text(text)

/** `Unknown Unknown`, `null`: a name of such words alone is none, though either is somebody's. */
function gateWholeName(members: Members, gate: LineGate): void {
  const text = String(members['name'] ?? members['first_name'] ?? '')
  // The words begin so; nearly no name does.
  if (/^[a-mo-tv-z]/i.test(text) || !isUnnamed(text.trim().split(/\s/, 1)[0] ?? '')) return
  const parts = ['name', 'first_name', 'last_name'].filter((name) => members[name])
  const words = parts.flatMap((name) => String(members[name]).trim().split(/\s+/))
  const isWhole =
    Boolean(members['name']) || (Boolean(members['first_name']) && Boolean(members['last_name']))
  if (!isWhole || !words.every(isUnnamed)) return
  for (const name of parts) {
    gate.leftOut.push({ member: name, value: members[name], why: 'placeholder' })
    delete members[name]
  }
}

const isUnnamed = (word: string) => isProgramWord(word) && !/^na$/i.test(word)

function gateCareer(members: Members, gate: LineGate): void {
  const { experiences, current_job: job } = members
  if (Array.isArray(experiences) && experiences.length > 0) {
    const before = gate.count
    const positions = (experiences as Position[]).map((position) => positionWithout(position, gate))
    if (gate.count > before) {
      const positionsThatTell = positions.filter(saysSomething)
      if (positionsThatTell.length > 0) members['experiences'] = positionsThatTell
      else delete members['experiences']
    }
  }
  if (typeof job !== 'object' || job === null) return
  const position = positionWithout(job as Position, gate, 'current_job.')
  if (saysSomething(position)) members['current_job'] = position
  else delete members['current_job']
}

/** A position without what names no employer; the same object where all of it stays. */
function positionWithout(position: Position, gate: LineGate, path = 'experiences[].'): Position {
  if (isWhole(position)) return position
  const copy: Members = { ...position }
  const before = gate.count
  gate.texts(copy, ['company_name', 'title'], storable.companyName, path)
  gate.texts(copy, ['company_slug'], employerPage, path)
  gate.texts(copy, ['pnet_company_id'], storable.networkId, path)
  gate.texts(copy, ['company_domain'], readSite(position.company_name), path)
  if (gate.count === before) return position
  for (const name of Object.keys(position)) copy[name] ??= null
  return copy
}

function isWhole({ company_name, title, company_slug, pnet_company_id, company_domain }: Position): boolean {
  const { companyName, networkId } = storable
  if (!isKept(company_name, companyName) || !isKept(title, companyName)) return false
  if (!isKept(company_slug, employerPage) || !isKept(pnet_company_id, networkId)) return false
  return typeof company_domain !== 'string' || isKept(company_domain, readSite(company_name))
}

const employerPage = (text: string) =>
  text.includes('/') && !isGeneralPage(text) ? { value: text } : storable.companySlug(text)

/** The site of an employer of a name; one at which anybody has a page or a mailbox is none's. */
const readSite = (name: string | null | undefined) => (text: string) => {
  const domain = identifierOf.domain(text, name ? [name] : [])
  return 'why' in domain && domain.why === 'malformed' ? { value: text } : domain
}

const telling = [
  'title',
  'company_name',
  'company_domain',
  'company_slug',
  'pnet_company_id',
  'summary',
  'start_date',
]

const saysSomething = (position: Position): boolean =>
  telling.some((name) => {
    const value = (position as Members)[name]
    return value !== null && value !== undefined && value !== ''
  })

/** By what somebody who asked not to be here is still told, though a value of theirs identifies nobody any more. */
function makeSubjectTokens({ member, value }: LeftOut): string[] {
  const text = String(value)
  const [sort = ''] = member.split('.', 1)
  // Names of sources may have dots.
  const source = member.slice(sort.length + 1)
  switch (sort) {
    case 'emails':
      return emailSubjectTokens(text)
    case 'phone_numbers':
      return [phoneSubjectToken(text)]
    case 'external_ids':
      return [exactToken('ext', `${source}/${text}`)]
    case 'user_id':
    case 'entity_urn':
    case 'entity_urns':
      return [exactToken('uid', text), exactToken('uid', text.slice(text.lastIndexOf(':') + 1))]
    case 'primary_slug':
    case 'slugs':
      return [exactToken('slug', normalizeSlug(text))]
    case 'url':
      return makePageTokens(text)
    default:
      return []
  }
}

/** `/in/unavailable` was once taken for somebody's. */
function makePageTokens(url: string): string[] {
  const [, segment] = /\/(?:in|pub)\/([^/?#]+)/i.exec(url) ?? []
  return segment === undefined ? [] : [exactToken('slug', normalizeSlug(segment))]
}
