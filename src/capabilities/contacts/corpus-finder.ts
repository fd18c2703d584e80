import { monotonicMs } from '../../lib/clock.ts'
import { companyNameForms, firstNameAgreement, parsePersonName } from '../../corpus/names/index.ts'
import { networkUrl, normalizeSlug, type NetworkHosts } from '../../lib/network-url.ts'
import { normalText } from '../../lib/text-normal.ts'
import type { CompanyRecord, Experience, PersonRecord } from '../../corpus/records/index.ts'
import { findNow, batchLookups, type FoundRecord } from '../../corpus/lookup/index.ts'
import type { CorpusSearch } from '../../corpus/search/index.ts'
import { companyNames, personEmployerQuery } from '../../corpus/search-index/index.ts'
import type { Attempt } from '../../sources/index.ts'
import { domainTokens, identityToken, isMalformed, organizationToken } from '../../corpus/identify/index.ts'
import { employerHosts, shapedEmail, shapedPhone } from './contact-shape.ts'
import type {
  ContactFinder,
  ContactQuestion,
  Finding,
  FindOptions,
  FoundContacts,
  PersonOutline,
} from './finder.ts'
import type { EmailStatus, EmailType, FoundEmail, Origin } from './kinds.ts'

/** Namesakes at one company that are examined. */
const maxNamesakes = 10

/** Origin of one detail, where it differs from that of the record. */
interface SealedOrigin {
  source?: string | null
  observed_at?: string | null
  confidence?: number | null
}

interface SealedContacts {
  emails: (SealedOrigin & { email: string; type?: string | null; status?: EmailStatus | null })[]
  phoneNumbers: (SealedOrigin & { number: string; type?: string | null })[]
}

interface KnownPerson {
  id: string
  record: PersonRecord
  sealed: SealedContacts
}

/** Contact details from the corpus: three statements for any number of people, four where names are given. */
export function corpusFinder({
  search: single,
  network,
}: {
  search: CorpusSearch
  network: NetworkHosts
}): ContactFinder {
  // Reveals arrive one by one but in large numbers, so simultaneous ones share their statements.
  const search = batchLookups(single)
  return {
    async find(questions, options) {
      const startedMs = monotonicMs()
      const people = await findPeople(search, questions, options)
      const employersOf = await readEmployers(search, people, options)
      const ms = Math.round(monotonicMs() - startedMs)
      return questions.map((question, index): Finding => {
        const person = people[index]
        if (person === undefined) return { contacts: undefined, attempts: [buildAttempt(undefined, ms)] }
        const employers = employersOf(person)
        // A person whose position has only the employer's name was matched by an address there.
        const there = employers.length === 0 && question.by === 'name-domain' ? [question.domain] : undefined
        const domains = question.by === 'identifier' ? question.employerDomains : there
        const contacts = buildContacts(person, { employers, domains, network })
        return { contacts, attempts: [buildAttempt(contacts, ms)] }
      })
    },
  }
}

/** Contact details of people by entity id; people no longer in the corpus are omitted. */
export async function contactsOfPeople(
  { search, network }: { search: CorpusSearch; network: NetworkHosts },
  ids: readonly string[],
  signal: AbortSignal,
): Promise<Map<string, FoundContacts>> {
  const snapshot = await search.snapshots.newest('people')
  const records = await search.lookupIds('people', { ids, snapshot, sealed: true, signal })
  const read = new Map<string, KnownPerson>()
  const people = records.map((record) => readPerson(record, read))
  const employersOf = await readEmployers(search, people, { signal })
  return new Map(
    people.map((person) => [
      person.id,
      buildContacts(person, { employers: employersOf(person), domains: undefined, network }),
    ]),
  )
}

async function findPeople(
  search: CorpusSearch,
  questions: readonly ContactQuestion[],
  { signal }: FindOptions,
): Promise<(KnownPerson | undefined)[]> {
  const companies = await namedEmployers(search, questions, signal)
  const tokens = questions.map((question) =>
    question.by === 'identifier'
      ? question.tokens
      : employeeTokens(question.name, companies.get(question.domain)),
  )
  const hasNames = questions.some(({ by }) => by === 'name-domain')
  const records = await findNow(search, 'people', {
    tokens: tokens.flat(),
    perToken: hasNames ? maxNamesakes : 1,
    sealed: true,
    signal,
  })
  const carriers = new Map<string, FoundRecord[]>()
  for (const record of records)
    for (const token of record.tokens) carriers.set(token, [...(carriers.get(token) ?? []), record])
  const read = new Map<string, KnownPerson>()
  return questions.map((question, index) => {
    // Rows come in rank order: where several carry an identifier, the most prominent one is meant.
    const candidates = (tokens[index] ?? []).flatMap((token) => carriers.get(token) ?? [])
    if (question.by === 'identifier') return candidates[0] && readPerson(candidates[0], read)
    const employer = companies.get(question.domain)
    return [...new Set(candidates)]
      .map((record) => readPerson(record, read))
      .find((person) => isNamed(person.record, question.name) && employer && worksAt(person, employer))
  })
}

const employeeTokens = (name: string, employer: NamedEmployer | undefined): string[] =>
  personEmployerQuery(name, employer?.names ?? [], employer?.domains ?? [])

/** The employer at which names are looked up: the identifiers positions may name it by. */
interface NamedEmployer {
  /** Organization id, or null. */
  id: string | null
  domains: readonly string[]
  slugs: readonly string[]
  names: readonly string[]
}

/** Employers by domain, for look-ups of names; an unknown company is represented by its domain alone. */
async function namedEmployers(
  search: CorpusSearch,
  questions: readonly ContactQuestion[],
  signal: AbortSignal,
): Promise<Map<string, NamedEmployer>> {
  const tokensByKey = new Map<string, string[]>()
  for (const question of questions) {
    if (question.by !== 'name-domain') continue
    const tokens = domainTokens(question.domain)
    tokensByKey.set(question.domain, isMalformed(tokens) ? [] : tokens)
  }
  const employers = new Map<string, NamedEmployer>()
  if (tokensByKey.size === 0) return employers
  const records = await findNow(search, 'companies', {
    tokens: [...tokensByKey.values()].flat(),
    perToken: 1,
    signal,
  })
  for (const [domain, tokens] of tokensByKey) {
    const body = records.find((record) => tokens.some((token) => record.tokens.includes(token)))?.body
    if (body === undefined) {
      employers.set(domain, { id: null, domains: [domain], slugs: [], names: [] })
      continue
    }
    const company = JSON.parse(body) as CompanyRecord
    const domains = [...new Set([domain, ...(company.domains ?? [])])]
    const slugs = [company.pnet_primary_slug, ...(company.pnet_slugs ?? [])].flatMap((slug) => slug || [])
    employers.set(domain, {
      id: company.li_org_id,
      domains,
      slugs: slugs.map(normalizeSlug),
      names: companyNames(company),
    })
  }
  return employers
}

/**
 * Whether somebody works there now: by the employer's id, domain or page, where the position has one. A matching name
 * alone counts only with an address there, because other companies may have the same name.
 */
function worksAt({ record, sealed }: KnownPerson, { id, domains, slugs, names }: NamedEmployer): boolean {
  const keys = new Set(names.map((name) => companyNameForms(name).joined))
  return currentPositions(record).some(({ pnet_company_id, company_domain, company_slug, company_name }) => {
    if (pnet_company_id && pnet_company_id === id) return true
    if (company_domain && domains.includes(company_domain)) return true
    if (company_slug && slugs.includes(company_slug)) return true
    if (pnet_company_id || company_domain || company_slug || !company_name) return false
    const hosts = sealed.emails.map(({ email }) => email.split('@').at(-1)?.toLowerCase() ?? '')
    return keys.has(companyNameForms(company_name).joined) && hosts.some((host) => domains.includes(host))
  })
}

function readPerson({ id, body, sealed }: FoundRecord, read: Map<string, KnownPerson>): KnownPerson {
  let person = read.get(id)
  if (person === undefined) {
    person = { id, record: JSON.parse(body) as PersonRecord, sealed: JSON.parse(sealed) as SealedContacts }
    read.set(id, person)
  }
  return person
}

const currentPositions = (record: PersonRecord): Experience[] =>
  (record.experiences ?? []).filter(({ is_current }) => is_current === true)

/** A current employer, with what the corpus knows about it. */
interface Employer {
  name: string | null
  domains: readonly string[]
  slug: string | null
}

/** Identifiers by which positions name their employer, most reliable first. */
const employerTokens = ({
  pnet_company_id: id,
  company_domain: domain,
  company_slug: slug,
}: Experience): string[] => [
  ...(id ? [organizationToken(id)] : []),
  ...(domain ? [identityToken({ sort: 'dom', value: domain })] : []),
  ...(slug ? [identityToken({ sort: 'slug', value: slug })] : []),
]

/** Current employers of each person, read for all people at once. */
async function readEmployers(
  search: CorpusSearch,
  people: readonly (KnownPerson | undefined)[],
  { signal }: Pick<FindOptions, 'signal'>,
): Promise<(person: KnownPerson) => Employer[]> {
  const positions = people.flatMap((person) => (person ? currentPositions(person.record) : []))
  const tokens = [...new Set(positions.flatMap(employerTokens))]
  const records = await findNow(search, 'companies', { tokens, perToken: 1, signal })
  const byToken = new Map<string, Employer>()
  for (const { body, tokens: carried } of records) {
    const { domains, preferred_name, pnet_primary_slug } = JSON.parse(body) as CompanyRecord
    const employer = { name: preferred_name, domains: domains ?? [], slug: pnet_primary_slug }
    for (const token of carried) byToken.set(token, byToken.get(token) ?? employer)
  }
  const findEmployer = (position: Experience): Employer[] => {
    const employer = employerTokens(position).flatMap((token) => byToken.get(token) ?? [])[0]
    if (employer !== undefined) return [employer]
    const { company_name: name, company_domain: domain } = position
    return domain ? [{ name, domains: [domain], slug: null }] : []
  }
  return ({ record }) => [...new Set(currentPositions(record).flatMap(findEmployer))]
}

function buildAttempt(contacts: FoundContacts | undefined, ms: number): Attempt {
  const hasContacts = contacts !== undefined && contacts.emails.length + contacts.phoneNumbers.length > 0
  const outcome = hasContacts ? ('found' as const) : ('not_found' as const)
  return { source: 'corpus', capability: 'contacts.find', ms, outcome, found: hasContacts, cost: 0 }
}

function isNamed(record: PersonRecord, name: string): boolean {
  const [wantedName, recordName] = [parsePersonName(name), parsePersonName(record.name ?? '')]
  if (normalText(wantedName.last) !== normalText(recordName.last)) return false
  const agreement = firstNameAgreement(
    wantedName.first.split(' ')[0] ?? '',
    recordName.first.split(' ')[0] ?? '',
  )
  // An initial matches too many people, and a wrong reveal would be paid for.
  return agreement === 'same' || agreement === 'variant'
}

function buildContacts(
  person: KnownPerson,
  options: { employers: Employer[]; domains: readonly string[] | undefined; network: NetworkHosts },
): FoundContacts {
  const { id, record, sealed } = person
  const hosts = employerHosts(
    options.employers.flatMap(({ domains }) => domains),
    options.domains,
  )
  const emails: FoundEmail[] = []
  const unmatchedWorkEmails: string[] = []
  for (const { email, type, status, ...from } of sealed.emails) {
    const shaped = shapedEmail(email, type as EmailType | null | undefined, hosts)
    if (shaped === undefined) continue
    const { address, isUnmatched } = shaped
    if (isUnmatched) unmatchedWorkEmails.push(address)
    else
      emails.push({ email: address, type: shaped.type, status: status ?? 'unknown', origin: toOrigin(from) })
  }
  return {
    personId: id,
    name: record.name,
    emails,
    unmatchedWorkEmails,
    outline: buildOutline(record, options),
    pnetUrl: record.url ?? networkUrl('person', record.primary_slug, options.network),
    phoneNumbers: sealed.phoneNumbers.flatMap(({ number, type, ...from }) => {
      const phone = shapedPhone(number, type)
      return phone === undefined
        ? []
        : [
            {
              ...phone,
              origin: toOrigin(from),
            },
          ]
    }),
  }
}

const toOrigin = ({ source, observed_at, confidence }: SealedOrigin): Origin => ({
  source: source ?? 'corpus',
  observedAt: observed_at ?? null,
  confidence: confidence ?? null,
})

function buildOutline(
  record: PersonRecord,
  { employers, domains }: { employers: Employer[]; domains: readonly string[] | undefined },
): PersonOutline {
  const companyName = record.experiences?.find(({ is_current }) => is_current === true)?.company_name
  const [first] = employers
  const own = first ?? (companyName ? { name: companyName, domains: [], slug: null } : null)
  return {
    slug: record.primary_slug,
    firstName: record.first_name,
    lastName: record.last_name,
    country: record.inferred_location?.country_code ?? null,
    employer: domains === undefined ? own : { name: null, domains, slug: null },
    currentDomains: employers.flatMap(({ domains }) => domains),
  }
}
