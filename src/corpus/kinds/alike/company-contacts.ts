import { registrableDomain } from '../../../lib/domain-name.ts'
import { freeMailDomains } from '../../../lib/mail-domains.ts'
import { pageKey } from '../../../lib/page-url.ts'
import { socialHandle } from '../../../lib/social-handle.ts'
import { phoneEnd } from '../../../lib/phone-end.ts'
import { normalText } from '../../../lib/text-normal.ts'
import type { CompanyRecord } from '../../records/index.ts'
import { sharedWriting } from './evidence.ts'
import { readHouse } from '../../../lib/house.ts'
import type { Fact } from './weigh.ts'

/**
 * What each of these facts leaves of the doubt. A house has several companies, and some have the telephone of its reception:
 * who has the number and the house has told little more than with one of them.
 */
const agrees = {
  phone: 0.02,
  phoneInHouse: 0.3,
  email: 0.02,
  account: 0.02,
  street: 0.06,
  streetName: 0.35,
  postalCode: 0.3,
  description: 0.01,
}
/**
 * Companies have one account on a platform, some another one for each country; several numbers, seldom a house in the
 * register and another one at work, and mailboxes on one domain.
 */
const differs = { account: 8, street: 2.5, phone: 2, mailDomain: 4 }

/** House, telephone, mailbox and accounts of both. */
export function contactFacts(a: CompanyRecord, b: CompanyRecord): Fact[] {
  const house = addressFacts(a, b)
  const isOneHouse = house.some(({ left }) => left === agrees.street)
  return [...house, ...phoneFacts(a, b, isOneHouse), ...mailFacts(a, b), ...accountFacts(a, b)]
}

function phoneFacts(a: CompanyRecord, b: CompanyRecord, isOneHouse: boolean): Fact[] {
  const [ones = [], others = []] = [a, b].map(({ phone_numbers }) =>
    (phone_numbers ?? []).flatMap((phone) => phoneEnd(phone) ?? []),
  )
  if (ones.length === 0 || others.length === 0) return []
  if (firstShared(ones, others) === undefined) return [{ left: differs.phone, text: 'telephone: another' }]
  return [{ left: isOneHouse ? agrees.phoneInHouse : agrees.phone, text: 'telephone: the same' }]
}

function mailFacts(a: CompanyRecord, b: CompanyRecord): Fact[] {
  const [ones = [], others = []] = [a, b].map(({ emails }) =>
    (emails ?? []).map((each) => each.toLowerCase().trim()),
  )
  if (firstShared(ones, others) !== undefined)
    return [{ left: agrees.email, text: 'e-mail address: the same' }]
  const [here = [], there = []] = [ones, others].map((each) => each.flatMap(ownMailDomain))
  if (here.length === 0 || there.length === 0 || firstShared(here, there) !== undefined) return []
  return [{ left: differs.mailDomain, text: `e-mail addresses: at ${here[0]} and ${there[0]}` }]
}

/** The domain of an address, unless everybody may have one there. */
function ownMailDomain(email: string): string[] {
  const domain = email.slice(email.lastIndexOf('@') + 1)
  return freeMailDomains.has(domain) ? [] : [registrableDomain(domain) ?? domain]
}

/** One account or page of both; another one each where both have one on the same platform. */
function accountFacts(a: CompanyRecord, b: CompanyRecord): Fact[] {
  const [ones, others] = [listAccounts(a), listAccounts(b)]
  const shared = firstShared(ones, others)
  if (shared !== undefined) return [{ left: agrees.account, text: `account: ${shared}` }]
  const readPlatform = (account: string) => account.slice(0, account.indexOf('/'))
  const platforms = new Set(others.map(readPlatform))
  const contradicted = ones
    .map(readPlatform)
    .find((platform) => platform !== 'page' && platforms.has(platform))
  return contradicted === undefined
    ? []
    : [{ left: differs.account, text: `account on ${contradicted}: another` }]
}

function listAccounts(record: CompanyRecord): string[] {
  const handles = {
    microblog: record.twitter_handles,
    instagram: record.instagram_handles,
    facebook: record.facebook_urls,
    youtube: record.youtube_urls,
    github: record.github_usernames,
  }
  const accounts = Object.entries(handles).flatMap(([platform, texts]) =>
    (texts ?? []).flatMap((text) => {
      const handle = socialHandle(text, platform)
      return handle === undefined ? [] : [`${platform}/${handle}`]
    }),
  )
  // A page of somebody else's site: the host alone says nothing.
  const pages = [...(record.websites ?? []), ...(record.blog_urls ?? [])].flatMap((url) => {
    const key = pageKey(url)?.toLowerCase()
    return key?.includes('/') === true ? [`page/${key}`] : []
  })
  return [...accounts, ...pages]
}

/** The house of both, or only its street or postal code. */
function addressFacts(a: CompanyRecord, b: CompanyRecord): Fact[] {
  const [one, other] = [a, b].map(({ location_consensus: place }) => readHouse(place?.street_address))
  if (one !== undefined && other !== undefined) {
    if (one.name !== other.name) return [{ left: differs.street, text: 'street: another' }]
    const isHouse = one.number !== '' && one.number === other.number
    return [
      { left: isHouse ? agrees.street : agrees.streetName, text: `street: ${one.name} ${one.number}`.trim() },
    ]
  }
  const [here, there] = [a, b].map(({ location_consensus: place }) => normalText(place?.postal_code ?? ''))
  return here !== '' && here === there ? [{ left: agrees.postalCode, text: `postal code: ${here}` }] : []
}

/** One description, or one of which the other is made. */
export function descriptionFacts(a: CompanyRecord, b: CompanyRecord): Fact[] {
  const texts = (record: CompanyRecord) => [
    record.short_description,
    record.long_description,
    record.li_description,
    record.alt_description,
  ]
  return sharedWriting(texts(a), texts(b))
    ? [{ left: agrees.description, text: 'description: the same' }]
    : []
}

function firstShared(ones: readonly string[], others: readonly string[]): string | undefined {
  const accounts = new Set(others)
  return ones.find((each) => accounts.has(each))
}
