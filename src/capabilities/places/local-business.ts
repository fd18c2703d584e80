import { registrableDomain } from '../../lib/domain-name.ts'
import { networkUrl } from '../../lib/network-url.ts'
import { normalizePhone, phonePlan } from '../../lib/phone.ts'
import { platformAliases, socialPlatforms } from '../../lib/social-handle.ts'
import { countryByAlpha3, findCountry, findState } from '../../corpus/reference/index.ts'
import type { CompanyRecord, LocationRecord } from '../../corpus/records/index.ts'
import type { ItemOutcome, JobContext } from '../../platform/jobs/index.ts'
import type { ContactKind, ContactRead, JobContacts, RevealInJob } from '../contacts/index.ts'
import { accountsOfCompany } from '../resolve/index.ts'
import { fetchBusiness } from './ask-maps.ts'
import { findEmployees, type Employee } from './employees.ts'
import { identify, type Identified } from './identify-business.ts'
import {
  ownerKinds,
  type LocalBusinessAsked,
  type LocalBusinessItem,
  type LocalBusinessParams,
  type Observation,
} from './local-business-schema.ts'
import { buildAddress, readPlaceId } from './place-view.ts'
import type { PlacesDeps } from './slice.ts'

/** An observation as it is stored, with what it charged of its owner. */
export interface StoredObservation {
  shown: Observation
  charged: ContactRead[]
}

type Context = JobContext<LocalBusinessParams, PlacesDeps>

/** Looks a business up and returns all that is known; an unknown business is empty and free. */
export async function observe(
  context: Context,
  item: LocalBusinessItem,
  revealContacts: RevealInJob,
): Promise<ItemOutcome<StoredObservation>> {
  const { deps, signal, jobId } = context
  const { clientReferenceId } = item
  let identified = await identify(deps, item, signal)
  const business = item.of === 'business' ? item.asked : undefined
  if (isUnknown(identified) && business !== undefined && (await fetchBusiness(deps, business, signal)))
    identified = await identify(deps, item, signal)
  if (isUnknown(identified)) {
    const name = business?.companyName ?? (item.of === 'place' ? item.placeId : '')
    return {
      state: 'empty',
      output: { shown: { ...unknown(jobId, name, business), clientReferenceId }, charged: [] },
    }
  }
  const { company } = identified
  const { titles } = context.params
  const employees = company === undefined ? [] : await findEmployees(deps, company, { titles, signal })
  const contacts = new Map<Employee, JobContacts>()
  for (const [employee, kinds] of chooseContacts(employees, business, context.params))
    contacts.set(employee, await revealContacts(employee, kinds))
  const observation = {
    ...toObservation(jobId, identified, business, deps),
    clientReferenceId,
    employees: employees.map((each) => shownEmployee(each, contacts.get(each))),
  }
  return {
    state: 'delivered',
    output: { shown: observation, charged: [...contacts.values()].flatMap(({ charged }) => charged) },
    lines: [{ key: 'localBusiness', units: 1 }, ...[...contacts.values()].flatMap(({ lines }) => lines)],
  }
}

/** Whose contact details are revealed: of the owner how to reach them at work, of one person what is preferred. */
function chooseContacts(
  employees: readonly Employee[],
  business: LocalBusinessAsked | undefined,
  { titles, contactKinds = [] }: LocalBusinessParams,
): Map<Employee, ContactKind[]> {
  const chosen = new Map<Employee, ContactKind[]>()
  const owner = employees.find(({ isOwner }) => isOwner)
  if (business?.findOwnerContactInfo === true && owner !== undefined) chosen.set(owner, [...ownerKinds])
  const preferred = titles === undefined ? owner : employees.find(({ hasTitle }) => hasTitle)
  if (contactKinds.length > 0 && preferred !== undefined)
    chosen.set(preferred, [...new Set([...(chosen.get(preferred) ?? []), ...contactKinds])])
  return chosen
}

const isUnknown = ({ place, company }: Identified) => place === undefined && company === undefined

function toObservation(
  researchRunId: string,
  { place, company, evidence }: Identified,
  business: LocalBusinessAsked | undefined,
  { network }: Pick<PlacesDeps, 'network'>,
): Omit<Observation, 'employees' | 'clientReferenceId'> {
  const location = place?.record.location ?? company?.location_consensus ?? null
  return {
    researchRunId,
    found: true,
    rationale: evidence.join('; '),
    placeId: place === undefined ? null : readPlaceId(place.id, place.record),
    localBusiness: introduce({ place, company, location }, business),
    ...listWays(place?.record, company, location),
    socialMediaLinks: listLinks(place?.record, company, network),
  }
}

/** Name, site and address: as the map has them, else the corpus, else the question. */
function introduce(
  { place, company, location }: Pick<Identified, 'place' | 'company'> & { location: LocationRecord | null },
  business: LocalBusinessAsked | undefined,
): Observation['localBusiness'] {
  const record = place?.record
  const { companyName, companyAddress, context } = business ?? {}
  return {
    companyName: record?.name ?? company?.preferred_name ?? companyName ?? '',
    domain: company?.domains?.[0] ?? toDomain(record?.website) ?? null,
    ...whereIs(location),
    address: (record && buildAddress(record)) ?? location?.full_address ?? companyAddress ?? null,
    context: context ?? null,
  }
}

type Place = NonNullable<Identified['place']>['record']

/** Sites, addresses and numbers of a business, those of the map first. */
function listWays(
  place: Place | undefined,
  company: CompanyRecord | undefined,
  location: LocationRecord | null,
): Pick<Observation, 'websiteUrls' | 'businessEmails' | 'businessPhones'> {
  const { domains, websites, phone_numbers: numbers, emails } = company ?? {}
  const sites = [place?.website, ...(websites ?? []), ...(domains ?? []).map((domain) => `https://${domain}`)]
  const mailboxes = distinct([...(place?.emails ?? []), ...(emails ?? [])], (each) => each.toLowerCase())
  const phones = distinct([place?.phone, ...(numbers ?? [])], (number) => number)
  return {
    websiteUrls: distinct(sites, siteKey),
    businessEmails: mailboxes.map(shownEmail),
    businessPhones: phones.map((number) => shownPhone(number, location)),
  }
}

function listLinks(
  place: Place | undefined,
  company: CompanyRecord | undefined,
  network: PlacesDeps['network'],
): Observation['socialMediaLinks'] {
  const page = company?.pnet_primary_slug
  return [
    ...(page ? [{ url: networkUrl('company', page, network), platform: 'pnet' }] : []),
    ...socialLinks(place?.social_urls ?? [], company),
  ]
}

const unknown = (
  researchRunId: string,
  name: string,
  business: LocalBusinessAsked | undefined,
): Omit<Observation, 'clientReferenceId'> => ({
  researchRunId,
  found: false,
  websiteUrls: [],
  rationale: 'Nothing was found.',
  placeId: null,
  localBusiness: {
    companyName: name,
    domain: business?.companyDomain ?? null,
    city: business?.companyCity ?? null,
    state: business?.companyState ?? null,
    stateCode: null,
    countryName: business?.companyCountryName ?? null,
    country3LetterCode: findCountry(business?.companyCountryCode ?? '')?.alpha3 ?? null,
    address: business?.companyAddress ?? null,
    context: business?.context ?? null,
  },
  businessEmails: [],
  businessPhones: [],
  socialMediaLinks: [],
  employees: [],
})

function whereIs(location: LocationRecord | null) {
  const { city = null, state_name = null, state_code = null, country_name = null } = location ?? {}
  const country = location?.country_code ?? null
  const state = country === null || state_name === null ? undefined : findState(country, state_name)
  return {
    city,
    state: state_name,
    stateCode: state_code ?? state?.code ?? null,
    countryName: country_name,
    country3LetterCode: country,
  }
}

/** Each once, by its key. */
function distinct(
  texts: readonly (string | null | undefined)[],
  makeKey: (text: string) => string,
): string[] {
  const links = new Map<string, string>()
  for (const text of texts) if (text && !links.has(makeKey(text))) links.set(makeKey(text), text)
  return [...links.values()]
}

const siteKey = (url: string) =>
  url
    .toLowerCase()
    .replace(/^https?:\/\/(?:www\.)?/, '')
    .replace(/\/$/, '')
const toDomain = (url: string | null | undefined) => (url ? registrableDomain(url) : undefined)

const shownEmail = (emailAddress: string) => ({ emailAddress, domain: emailAddress.split('@').at(-1) ?? '' })

function shownPhone(number: string, location: LocationRecord | null) {
  const alpha2 = countryByAlpha3(location?.country_code ?? '')?.alpha2
  const phoneNumber = normalizePhone(number, alpha2) ?? number
  const plan = phonePlan(phoneNumber)
  return {
    phoneNumber,
    countryCode: plan?.country ?? null,
    countryCallingCode: plan === undefined ? null : Number(plan.callingCode),
  }
}

/** Pages elsewhere whose addresses are known, each with the word for its platform, or its domain. */
function socialLinks(
  pages: readonly string[],
  company: CompanyRecord | undefined,
): Observation['socialMediaLinks'] {
  const accounts = company === undefined ? [] : accountsOfCompany(company, new Set(socialPlatforms))
  const ofCompany = accounts.flatMap(({ url, platform }) => (url === null ? [] : [{ url, platform }]))
  const ofPlace = pages.map((url) => {
    const domain = toDomain(url) ?? url
    return { url, platform: platformAliases.get(domain.split('.')[0] ?? '') ?? domain }
  })
  const links = new Map([...ofPlace, ...ofCompany].map((link) => [siteKey(link.url), link]))
  return [...links.values()]
}

function shownEmployee(
  { name, role, pnetUrl }: Employee,
  contacts: JobContacts | undefined,
): Observation['employees'][number] {
  const { emails = [], phoneNumbers = [] } = contacts ?? {}
  const emailAddresses = emails.map(shownEmail)
  const phones = phoneNumbers.map((number) => shownPhone(number, null))
  return {
    name,
    role,
    otherInfo: pnetUrl,
    emailAddress: emailAddresses[0] ?? null,
    phoneNumber: phones[0] ?? null,
    emailAddresses,
    phoneNumbers: phones,
    socialMediaLinks: [{ url: pnetUrl, platform: 'pnet' }],
  }
}
