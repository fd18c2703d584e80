import { normalText } from '../../../lib/text-normal.ts'
import { roleOfHeader, type ColumnRole } from '../../tables/index.ts'

/** What a column of a file from another program is used for. */
export type ColumnMeaning =
  | 'name'
  | 'first name'
  | 'last name'
  | 'company'
  | 'domain'
  | 'website'
  | 'company profile'
  | 'profile'
  | 'email'
  | 'work email'
  | 'personal email'
  | 'phone'
  | 'mobile phone'
  | 'work phone'
  | 'title'
  | 'street'
  | 'city'
  | 'state'
  | 'postal code'
  | 'country'
  | 'location'
  | 'employees'
  | 'revenue'
  | 'industry'
  | 'description'
  | 'founded'
  | 'twitter'
  | 'facebook'
  | 'id'

/** A heading in plain words: `FirstName`, `first_name` and `First Name (Contact)` are the same. */
export function plainHeading(heading: string): string {
  const apart = heading.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replaceAll(/\([^)]*\)/g, ' ')
  // `LinkedIn` is one word; `__c` marks columns a customer added.
  return normalText(apart).replaceAll('linked in', 'linkedin').replace(/ c$/, '')
}

/** Whose it is, in front of what it is; the first ones are meant where several name a place. */
const whose =
  '(?:(?:billing|hq|headquarters|headquarter|primary|main|mailing|company|account|organization|organisation|org|contact|person|lead|office|work|business|corporate|registered) )*'

const rules: readonly [meaning: ColumnMeaning, heading: RegExp][] = [
  [
    'profile',
    /^(?:person |contact |lead )?(?:linkedin|pnet)(?: (?:profile|page|member|person))*(?: (?:url|link))?$/,
  ],
  [
    'company profile',
    /^(?:company|account|organi[sz]ation) (?:linkedin|pnet)(?: (?:company|profile|page))*(?: (?:url|link))?$/,
  ],
  ['company profile', /^(?:linkedin|pnet) company(?: (?:profile|page))*(?: (?:url|link))?$/],
  ['twitter', /^(?:company )?(?:twitter|x)(?: (?:handle|url|link|profile|username))*$/],
  ['facebook', /^(?:company )?facebook(?: (?:company|page|url|link|profile))*$/],
  ['first name', /^(?:contact |person |lead )?(?:first name|given name|forename|fname)$/],
  ['last name', /^(?:contact |person |lead )?(?:last name|family name|surname|lname)$/],
  ['personal email', /^(?:personal|private|home) e ?mail(?: address)?(?: 1)?$/],
  ['work email', /^(?:work|business|company|corporate|professional) e ?mail(?: address)?(?: 1)?$/],
  ['email', /^(?:contact |primary |person |lead |secondary |other )?e ?mail(?: address)?(?: \d)?$/],
  ['mobile phone', /^(?:contact |person )?(?:mobile|cell)(?: phone)?(?: number)?(?: \d)?$/],
  [
    'work phone',
    /^(?:work|business|office|direct|work direct|corporate|company|account|hq)(?: phone| dial)(?: number)?$/,
  ],
  ['phone', /^(?:contact |person |primary |main )?(?:phone|telephone|tel)(?: number)?(?: \d)?$/],
  ['title', /^(?:contact |person |current )?(?:job )?(?:title|position)$|^job role$/],
  ['domain', new RegExp(`^${whose}(?:e ?mail |web |website )?domain(?: name)?$`)],
  ['website', new RegExp(`^${whose}(?:website|web site|web page|homepage|web|url|www)(?: url| address)?$`)],
  [
    'street',
    new RegExp(`^${whose}(?:address )?(?:street|street address|address line 1|address 1|address1)(?: 1)?$`),
  ],
  ['city', new RegExp(`^${whose}(?:address )?(?:city|town)$`)],
  [
    'state',
    new RegExp(
      `^${whose}(?:address )?(?:state|province|state province|state region|region|state or region)$`,
    ),
  ],
  [
    'postal code',
    new RegExp(`^${whose}(?:address )?(?:zip|zip code|postal code|postcode|zip postal code|postal)$`),
  ],
  ['country', new RegExp(`^${whose}(?:address )?(?:country|country region|country name|country code)$`)],
  ['location', new RegExp(`^${whose}(?:location|full address|address)$`)],
  [
    'employees',
    /^(?:company |account )?(?:(?:number of |no of |num |of |total )?employees?(?: count| size| range)?|size|team size|headcount|employee (?:count|size|range))$/,
  ],
  ['revenue', /^(?:company |account )?(?:annual |yearly |estimated )?revenue(?: usd| in usd)?$/],
  ['industry', /^(?:company |account |primary )?industry$/],
  ['description', /^(?:company |account |short |long )?(?:description|one liner|about us|about|overview)$/],
  [
    'founded',
    /^(?:company )?(?:year founded|founded year|founded|founding year|year established|founded on)$/,
  ],
  [
    'id',
    /^(?:account|company|record|organi[sz]ation|lead|contact|person|crm|external|object|hubspot|salesforce)? ?(?:record |object )?id$/,
  ],
]

/** Words for people's dealings with a record, not for what it is: `Account Owner` is no account. */
const dealings =
  /\b(?:owner|source|status|stage|created|modified|updated|activity|score|rating|type|by|opt|count|date|time|currency|parent|notes?|tags?|lists?|linkedin|deal|amount|priority|campaign|assigned|subscribed|bounced|salutation|shipping|other|second|assistant|fax|department|id|logo|image|photo|picture|thumb|icon|avatar|banner|blog|careers|jobs)\b/

const byRole: Partial<Record<ColumnRole, ColumnMeaning>> = {
  full_name: 'name',
  first_name: 'first name',
  last_name: 'last name',
  email: 'email',
  phone: 'phone',
  company: 'company',
  domain: 'domain',
  url: 'website',
  profile_url: 'profile',
  company_url: 'company profile',
  job_title: 'title',
  country: 'country',
  city: 'city',
  state: 'state',
  postal_code: 'postal code',
  address: 'street',
}

const names = {
  companies: /^(?:company|account|organi[sz]ation|business|customer|firm|legal)?(?: ?name)?$/,
  people: /^(?:contact |person |lead )?(?:full )?name$|^(?:contact|person|lead|full name)$/,
}
const employer =
  /^(?:(?:company|account|organi[sz]ation|employer|current company)(?: name)?|associated company)$/

/** What a heading says its column is; undefined where it says nothing we use. */
export function meaningOfHeading(kind: 'companies' | 'people', plain: string): ColumnMeaning | undefined {
  if (plain === '') return undefined
  if (names[kind].test(plain)) return 'name'
  if (kind === 'people' && employer.test(plain)) return 'company'
  return ofEmployer(kind, plain, rules.find(([, heading]) => heading.test(plain))?.[0])
}

/** Without the sites of people that are not their employer's: a person's own, and where the mailbox is. */
function ofEmployer(
  kind: 'companies' | 'people',
  plain: string,
  meaning: ColumnMeaning | undefined,
): ColumnMeaning | undefined {
  const isSite = meaning === 'domain' || meaning === 'website'
  return isSite && kind === 'people' && /^(?:contact|person|lead|e ?mail) /.test(plain) ? undefined : meaning
}

/** Forms no other value has: these are told by the cells alone. */
const plainForms = new Set<ColumnRole>(['email', 'profile_url', 'company_url'])

/** What the list reader's judgement of a column is good for, where the heading did not tell outright. */
export function meaningOfRole(
  kind: 'companies' | 'people',
  plain: string,
  role: ColumnRole,
): ColumnMeaning | undefined {
  if (dealings.test(plain)) return undefined
  // By its cells alone a moment in seconds is a telephone number.
  if (!plainForms.has(role) && roleOfHeader(plain)?.role !== role) return undefined
  const meaning = ofEmployer(kind, plain, byRole[role])
  return kind === 'companies' && meaning === 'company' ? 'name' : meaning
}
