import { freeMailDomains } from '../../lib/mail-domains.ts'
import { normalizeDomain } from '../../lib/domain-name.ts'
import { readPublishedCommit } from '../commits/index.ts'
import { kinds } from '../kinds/index.ts'
import { readPage, recordStore, type RecordKey } from '../record-store/index.ts'
import type { PersonRecord } from '../records/index.ts'
import { findOwners } from './identify.ts'
import type { WriterStores } from './ingest.ts'
import { readLine } from './read-line.ts'
import { openWriter } from './writer.ts'

/** People read at a time; their employers are one commit. */
const pageRows = 2_000
/** The source of records of employers. */
const source = 'employers'

/**
 * Makes a company record for each employer that people name by an id, slug or domain no company has. A name alone
 * makes none, since two companies may have it. Answers how many there were; `dryRun` counts them and writes nothing.
 */
export async function writeEmployers(
  stores: WriterStores,
  { dryRun }: { dryRun: boolean },
  onPublished?: () => Promise<void>,
): Promise<number> {
  const { db } = stores
  const published = await readPublishedCommit(db, 'people')
  const writer = openWriter(stores, onPublished)
  const met = new Set<string>()
  let count = 0
  let after: RecordKey = { id: '0', born: '0' }
  for (;;) {
    const pass = { from: 0, to: published }
    const page = await readPage(recordStore(db), 'people', { after, pass, limit: pageRows })
    const last = page.at(-1)
    if (last === undefined) return count
    after = { id: last.id, born: String(last.born) }
    const current = page.filter(({ dead }) => dead === null || dead > published)
    for (const [observedAt, employers] of byDay(current)) {
      const unknown = await unknownEmployers(stores, employers, met)
      count += unknown.length
      if (unknown.length === 0 || dryRun) continue
      const items = unknown.map((record, index) => ({ line: index + 1, record }))
      await writer.write('companies', items, { source, observedAt: new Date(observedAt) })
    }
  }
}

/** A company as a position names it. */
type Employer = Record<string, unknown>

/** Employers by the day on which people named them: a company is as of the person who names it. */
function byDay(page: readonly { observedAt: string; body: string }[]): Map<string, Employer[]> {
  const byToken = new Map<string, Employer[]>()
  for (const { observedAt, body } of page) {
    const day = observedAt.slice(0, 10)
    const employers = ((JSON.parse(body) as PersonRecord).experiences ?? []).flatMap(readEmployer)
    if (employers.length > 0) byToken.set(day, [...(byToken.get(day) ?? []), ...employers])
  }
  return byToken
}

function readEmployer(position: NonNullable<PersonRecord['experiences']>[number]): Employer[] {
  const { company_name, company_domain, company_slug, pnet_company_id } = position
  const domain = normalizeDomain(company_domain ?? '')
  const isOwn = domain !== undefined && !freeMailDomains.has(domain)
  if (!company_name || (!isOwn && !company_slug && !pnet_company_id)) return []
  return [
    {
      preferred_name: company_name,
      ...(isOwn ? { domains: [domain] } : {}),
      ...(company_slug ? { pnet_primary_slug: company_slug } : {}),
      ...(pnet_company_id ? { li_org_id: pnet_company_id } : {}),
    },
  ]
}

/** Keys that no company has, each once; `met` are tokens of earlier employers. */
async function unknownEmployers(
  { db }: WriterStores,
  employers: readonly Employer[],
  met: Set<string>,
): Promise<Employer[]> {
  const options = { source, observedAt: new Date(0) }
  const lines = employers.map((record) => ({
    record,
    tokens: readLine(kinds.companies, { line: 1, record }, options).identifiers,
  }))
  const wanted = [...new Set(lines.flatMap(({ tokens }) => tokens))]
  const owners = await findOwners(db, 'companies', wanted, await readPublishedCommit(db, 'companies'))
  return lines.flatMap(({ record, tokens }) => {
    const isKnown = tokens.some((token) => owners.has(token) || met.has(token))
    for (const token of tokens) met.add(token)
    return isKnown ? [] : [record]
  })
}
