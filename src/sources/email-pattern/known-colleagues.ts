import { normalizeEmail } from '../../lib/email.ts'
import { freeMailDomains } from '../../lib/mail-domains.ts'
import type { PersonRecord } from '../../corpus/records/index.ts'
import type { CorpusSearch } from '../../corpus/search/index.ts'
import { exactToken } from '../../corpus/search-index/index.ts'
import { readRole } from './by-role.ts'
import type { Colleague } from './domain-patterns.ts'

/** People of a domain that are read. Beyond them the odds hardly move. */
const maxPeople = 60

/**
 * People of the corpus with an address at some domains, the most prominent first, with those addresses. One look-up
 * for all domains; nobody at domains where anybody gets a mailbox.
 */
export async function knownColleagues(
  search: CorpusSearch,
  domains: readonly string[],
  signal: AbortSignal,
): Promise<Colleague[]> {
  const ownDomains = domains.filter((domain) => !freeMailDomains.has(domain))
  const people = await search.lookup('people', {
    tokens: ownDomains.map((domain) => exactToken('md', domain)),
    snapshot: await search.snapshots.newest('people'),
    perToken: maxPeople,
    sealed: true,
    signal,
  })
  return people.flatMap(({ body, sealed }) => {
    const person = JSON.parse(body) as PersonRecord
    const { name } = person
    if (!name) return []
    const { emails } = JSON.parse(sealed) as { emails: { email: string }[] }
    return emails.flatMap(({ email }) => {
      const address = normalizeEmail(email)
      const domain = address?.slice(address.lastIndexOf('@') + 1)
      if (address === undefined || domain === undefined || !ownDomains.includes(domain)) return []
      const role = roleAt(person, [domain])
      return [{ name, email: address, ...(role === '' ? {} : { role }) }]
    })
  })
}

/** What somebody is at one of some domains, '' where that is not known: the position there, else the first of today. */
export function roleAt(
  { experiences }: Pick<PersonRecord, 'experiences'>,
  domains: readonly string[],
): string {
  const current = (experiences ?? []).filter(({ is_current }) => is_current === true)
  const there = current.find(({ company_domain }) => domains.includes(company_domain ?? ''))
  return readRole((there ?? current[0])?.title)
}
