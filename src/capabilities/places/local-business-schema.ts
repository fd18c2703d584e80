import { z } from 'zod'
import { optional, outsideId, withDefault } from '../../operation/index.ts'
import type { ContactKind } from '../contacts/index.ts'
import type { WantedTitles } from './employees.ts'

/** The client's own name of a business. */
const reference = optional(outsideId(z.string().max(200))).describe('Comes back with the observation.')

const optionalText = (most: number) => optional(z.string().max(most))

/** A business, described by its name, its place and other known facts. */
const business = z.object({
  companyName: z.string().min(1).max(300),
  companyDomain: optionalText(2_048).describe('Host name or address; decides if it is known.'),
  companyCity: optionalText(100).describe(
    'Distinguishes businesses of one name, like state, country and address.',
  ),
  companyState: optionalText(100),
  companyCountryName: optionalText(100),
  companyCountryCode: optionalText(100).describe('ISO 3166-1, two or three letters.'),
  companyAddress: optionalText(500),
  context: optionalText(2_000).describe('What it does; words in common favour a company.'),
  findOwnerContactInfo: withDefault(z.boolean(), false).describe(
    'Also reveals work address and phone number of the owner, charged as syncQuickContactReveal charges them.',
  ),
  clientReferenceId: reference,
})

export type LocalBusinessAsked = z.output<typeof business>

export const localBusinessOrder = z.discriminatedUnion('source', [
  z.object({
    source: z.literal('custom'),
    companies: z.array(business).min(1).max(1_000),
    clientReferenceId: reference.describe('For each company without its own.'),
  }),
  z.object({
    source: z.literal('maps'),
    placeId: outsideId(z.string().min(1).max(200)).describe('As mapsSearchPoll answers it.'),
    clientReferenceId: reference,
  }),
])

export type LocalBusinessOrder = z.output<typeof localBusinessOrder>

/** The businesses of a search, sent without an order around each. */
export const businessList = z.array(business).max(1_000)

/** Whom to answer of each business, and which of their contact details to reveal. */
export const peopleMembers = {
  jobTitles: optional(z.array(z.string().trim().min(1).max(200)).min(1).max(50)).describe(
    'Titles of the people to answer: those whose title contains one of these come first, others follow.',
  ),
  strictJobTitleMatch: withDefault(z.boolean(), false).describe(
    'With jobTitles: only people whose title is one of these, letter case aside.',
  ),
  contactPreferences: optional(
    z.object({
      getWorkEmails: withDefault(z.boolean(), false),
      getPersonalEmails: withDefault(z.boolean(), false),
      getPhoneNumbers: withDefault(z.boolean(), false),
    }),
  ).describe(
    'Contact details to reveal of one person of each business: the first with one of jobTitles, or the owner without these. Charged as syncQuickContactReveal charges them.',
  ),
}

/** Contact details revealed for an owner: how to reach them at work. */
export const ownerKinds: readonly ContactKind[] = ['work_email', 'phone']

type ContactPreferences = z.output<typeof peopleMembers.contactPreferences>

export function preferredKinds(preferences: ContactPreferences): ContactKind[] {
  const kinds: [boolean | undefined, ContactKind][] = [
    [preferences?.getWorkEmails, 'work_email'],
    [preferences?.getPersonalEmails, 'personal_email'],
    [preferences?.getPhoneNumbers, 'phone'],
  ]
  return kinds.flatMap(([isPreferred, kind]) => (isPreferred === true ? [kind] : []))
}

/** The businesses to look up, in either form. */
export interface LocalBusinessRequest {
  data: readonly LocalBusinessOrder[]
  companies: readonly LocalBusinessAsked[]
  contactPreferences?: ContactPreferences
}

/** Data a search keeps in addition to its businesses. */
export interface LocalBusinessParams {
  isSandbox: boolean
  titles?: WantedTitles
  contactKinds?: ContactKind[]
}

/** One business of a search. */
export type LocalBusinessItem = { clientReferenceId: string | null } & (
  | { of: 'business'; asked: LocalBusinessAsked }
  | { of: 'place'; placeId: string }
)

export const listItems = ({ data, companies }: LocalBusinessRequest): LocalBusinessItem[] =>
  [...data, ...(companies.length > 0 ? [{ source: 'custom' as const, companies }] : [])].flatMap(
    (order): LocalBusinessItem[] =>
      order.source === 'maps'
        ? [{ of: 'place', placeId: order.placeId, clientReferenceId: order.clientReferenceId ?? null }]
        : order.companies.map((company) => ({
            of: 'business',
            asked: company,
            clientReferenceId:
              company.clientReferenceId ??
              ('clientReferenceId' in order ? order.clientReferenceId : null) ??
              null,
          })),
  )

const text = z.string().nullable()
const email = z.object({ emailAddress: z.string(), domain: z.string() })
const phone = z.object({
  phoneNumber: z.string().describe('E.164 if it can be read.'),
  countryCode: text.describe('ISO 3166-1 alpha-2.'),
  countryCallingCode: z.int().nullable(),
})
const link = z.object({ url: z.string(), platform: z.string() })

/** The result for a business. */
export const observation = z
  .object({
    researchRunId: z.string(),
    clientReferenceId: outsideId(text).describe('Of the requested business.'),
    found: z.boolean().describe('Whether anything was found; charged only then.'),
    websiteUrls: z.array(z.string()),
    rationale: z.string().describe('Why it is this business.'),
    placeId: outsideId(text).describe('The place on maps.'),
    localBusiness: z.object({
      companyName: z.string(),
      domain: text,
      city: text,
      state: text,
      stateCode: text,
      countryName: text,
      country3LetterCode: text,
      address: text,
      context: text,
    }),
    businessEmails: z.array(email),
    businessPhones: z.array(phone),
    socialMediaLinks: z.array(link),
    employees: z
      .array(
        z.object({
          name: z.string(),
          role: text,
          otherInfo: text.describe('Page on the network.'),
          emailAddress: email.nullable(),
          phoneNumber: phone.nullable(),
          emailAddresses: z
            .array(email)
            .optional()
            .describe('All that were revealed; emailAddress is the first.'),
          phoneNumbers: z
            .array(phone)
            .optional()
            .describe('All that were revealed; phoneNumber is the first.'),
          socialMediaLinks: z.array(link),
        }),
      )
      .describe(
        'Those with one of jobTitles first, then owners and heads, 5 at most. Contact details are those requested.',
      ),
  })
  .meta({ id: 'LocalBusinessObservation' })

export type Observation = z.output<typeof observation>
