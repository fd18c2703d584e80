import { registrableDomain } from '../../lib/domain-name.ts'
import { normalizeEmail } from '../../lib/email.ts'
import { firstNameAgreement } from '../../lib/first-name.ts'
import { FREE_MAIL_DOMAINS, ROLE_MAILBOXES } from '../../lib/mail-domains.ts'
import { networkUrl, type NetworkHosts } from '../../lib/network-url.ts'
import { parsePersonName } from '../../lib/person-name.ts'
import { normalizePhone, phoneType } from '../../lib/phone.ts'
import { normalText } from '../../lib/text-normal.ts'
import type { CompanyRecord, PersonRecord } from '../../corpus/records/index.ts'
import type { CorpusSearch, FoundRecord } from '../../corpus/search/index.ts'
import { exactToken, personEmployerQuery } from '../../corpus/search-index/index.ts'
import { domainTokens, isMalformed } from '../resolve/index.ts'
import type { ContactFinder, ContactQuestion, FindOptions, FoundContacts } from './finder.ts'
import type { EmailType, FoundEmail, FoundPhone } from './kinds.ts'

/** People of one name at one company that are looked at. */
const mostNamesakes = 10

interface SealedContacts {
  emails: { email: string; type?: string | null }[]
  phoneNumbers: { number: string; type?: string | null }[]
}

interface Known {
  id: string
  record: PersonRecord
  sealed: SealedContacts
}

/** Contact details from the corpus: for any number of people three statements, four where names are given. */
export function corpusFinder({
  search,
  network,
}: {
  search: CorpusSearch
  network: NetworkHosts
}): ContactFinder {
  return {
    async find(questions, options) {
      const people = await findPeople(search, questions, options)
      const domains = await employerDomains(search, people, options)
      return questions.map((question, at) => {
        const known = people[at]
        if (known === undefined) return undefined
        const given = question.by === 'identifier' ? question.employerDomains : undefined
        return contactsOf(known, given ?? domains(known), network)
      })
    },
  }
}

async function findPeople(
  search: CorpusSearch,
  questions: readonly ContactQuestion[],
  { signal }: FindOptions,
): Promise<(Known | undefined)[]> {
  const companies = await namedEmployers(search, questions, signal)
  const tokens = questions.map((question) =>
    question.by === 'identifier'
      ? question.tokens
      : personEmployerQuery(question.name, companies.get(question.domain)?.names ?? []),
  )
  const hasNames = questions.some(({ by }) => by === 'name-domain')
  const found = await search.lookup('people', {
    tokens: tokens.flat(),
    snapshot: await search.snapshots.newest('people'),
    perToken: hasNames ? mostNamesakes : 1,
    sealed: true,
    signal,
  })
  const carriers = new Map<string, FoundRecord[]>()
  for (const record of found)
    for (const token of record.tokens) carriers.set(token, [...(carriers.get(token) ?? []), record])
  const read = new Map<string, Known>()
  return questions.map((question, at) => {
    // Rank order: where several carry an identifier the most prominent is meant.
    const candidates = (tokens[at] ?? []).flatMap((token) => carriers.get(token) ?? [])
    if (question.by === 'identifier') return candidates[0] && knownOf(candidates[0], read)
    const employer = companies.get(question.domain)
    return [...new Set(candidates)]
      .map((record) => knownOf(record, read))
      .find(
        ({ record }) =>
          isNamed(record, question.name) && currentEmployers(record).includes(employer?.id ?? ''),
      )
  })
}

/** The companies of the domains that names are asked at. */
async function namedEmployers(
  search: CorpusSearch,
  questions: readonly ContactQuestion[],
  signal: AbortSignal,
): Promise<Map<string, { id: string; names: string[] }>> {
  const asked = new Map<string, string[]>()
  for (const question of questions) {
    if (question.by !== 'name-domain') continue
    const tokens = domainTokens(question.domain)
    asked.set(question.domain, isMalformed(tokens) ? [] : tokens)
  }
  const employers = new Map<string, { id: string; names: string[] }>()
  if (asked.size === 0) return employers
  const found = await search.lookup('companies', {
    tokens: [...asked.values()].flat(),
    snapshot: await search.snapshots.newest('companies'),
    perToken: 1,
    signal,
  })
  for (const [domain, tokens] of asked) {
    const body = found.find((record) => tokens.some((token) => record.tokens.includes(token)))?.body
    if (body === undefined) continue
    const company = JSON.parse(body) as CompanyRecord
    const names = [company.preferred_name, ...(company.names ?? [])].filter((name) => name !== null)
    if (company.li_org_id !== null)
      employers.set(domain, { id: company.li_org_id, names: [...new Set(names)] })
  }
  return employers
}

function knownOf({ id, body, sealed }: FoundRecord, read: Map<string, Known>): Known {
  let known = read.get(id)
  if (known === undefined) {
    known = { id, record: JSON.parse(body) as PersonRecord, sealed: JSON.parse(sealed) as SealedContacts }
    read.set(id, known)
  }
  return known
}

const currentEmployers = (record: PersonRecord): string[] =>
  (record.experiences ?? []).flatMap(({ is_current, pnet_company_id }) =>
    is_current === true && pnet_company_id ? [pnet_company_id] : [],
  )

/** Domains of each person's current employers, read for all people at once. */
async function employerDomains(
  search: CorpusSearch,
  people: readonly (Known | undefined)[],
  { signal }: FindOptions,
): Promise<(known: Known) => string[]> {
  const ids = [...new Set(people.flatMap((known) => (known ? currentEmployers(known.record) : [])))]
  const found = await search.lookup('companies', {
    tokens: ids.map((id) => exactToken('org', id)),
    snapshot: await search.snapshots.newest('companies'),
    perToken: 1,
    signal,
  })
  const byId = new Map<string, string[]>()
  for (const { body } of found) {
    const { li_org_id, domains } = JSON.parse(body) as CompanyRecord
    if (li_org_id !== null) byId.set(li_org_id, domains ?? [])
  }
  return ({ record }) => currentEmployers(record).flatMap((id) => byId.get(id) ?? [])
}

function isNamed(record: PersonRecord, name: string): boolean {
  const [asked, known] = [parsePersonName(name), parsePersonName(record.name ?? '')]
  if (normalText(asked.last) !== normalText(known.last)) return false
  const agreement = firstNameAgreement(asked.first.split(' ')[0] ?? '', known.first.split(' ')[0] ?? '')
  // An initial fits too many: what is revealed is paid for.
  return agreement === 'same' || agreement === 'variant'
}

function contactsOf(known: Known, domains: readonly string[], network: NetworkHosts): FoundContacts {
  const { id, record, sealed } = known
  const employers = new Set(domains.map((domain) => registrableDomain(domain) ?? domain))
  const emails: FoundEmail[] = []
  const unmatchedWorkEmails: string[] = []
  for (const { email, type } of sealed.emails) {
    const address = normalizeEmail(email)
    if (address === undefined) continue
    const host = address.slice(address.lastIndexOf('@') + 1)
    const isAtEmployer = employers.has(registrableDomain(host) ?? host)
    const kind = (type as EmailType | null | undefined) ?? guessType(address, isAtEmployer)
    if (kind === 'work' && employers.size > 0 && !isAtEmployer) unmatchedWorkEmails.push(address)
    else emails.push({ email: address, type: kind, status: 'unknown' })
  }
  return {
    ...{ personId: id, name: record.name, emails, unmatchedWorkEmails },
    pnetUrl: record.url ?? networkUrl('person', record.primary_slug, network),
    phoneNumbers: sealed.phoneNumbers.flatMap(phoneOf),
  }
}

function guessType(address: string, isAtEmployer: boolean): EmailType {
  const [local = '', host = ''] = address.split('@')
  if (FREE_MAIL_DOMAINS.has(host)) return 'personal'
  if (ROLE_MAILBOXES.has(local)) return 'generic'
  return isAtEmployer ? 'work' : 'unknown'
}

function phoneOf({ number, type }: SealedContacts['phoneNumbers'][number]): FoundPhone[] {
  // Numbers that are in no assigned range are kept as they are when they have the form of one.
  const e164 = normalizePhone(number) ?? (/^\+[1-9]\d{6,14}$/.test(number) ? number : undefined)
  if (e164 === undefined) return []
  if (type === 'mobile') return [{ number: e164, type: 'mobile' }]
  return [{ number: e164, type: type === null || type === undefined ? phoneType(e164) : 'other' }]
}
