import type { CompanyRecord, PersonRecord } from '../../corpus/records/index.ts'
import { findNow } from '../../corpus/lookup/index.ts'
import { openTurns } from '../../lib/own-turns.ts'
import { batchSearch } from '../../corpus/search/index.ts'
import { organizationToken, slugToken } from '../../corpus/identify/index.ts'
import { Failure, type PriceLine, type UnitPrices } from '../../operation/index.ts'
import type { ItemOutcome } from '../../platform/jobs/index.ts'
import {
  cachedOnly,
  inBatch,
  chargedKinds,
  cheapest,
  listPriceLines,
  reveal,
  standard,
  type ContactKind,
} from '../contacts/index.ts'
import { findCompanies, findPeople, inBackground } from '../resolve/index.ts'
import { questionOfRow } from './row-question.ts'
import {
  companyAdded,
  companyDetailsAdded,
  contactsAdded,
  personAdded,
  type RowResult,
} from './row-result.ts'
import type { ListColumn } from '../../corpus/tables/index.ts'
import type { RepairDeps } from './slice.ts'

export interface LookUpOptions {
  columns: readonly ListColumn[]
  /** Kinds of contact that are asked for. */
  wanted: readonly ContactKind[]
  includeCompanyDetails: boolean
  /** Whether outside sources may be asked for contacts the corpus does not have. */
  liveFetch: boolean
  /** The payer; undefined with a sandbox key, which pays nothing. */
  payer: { organizationId: string; requestId: string } | undefined
  nowMs: number
  unitPrices: UnitPrices
  signal: AbortSignal
}

interface Match<R> {
  /** Entity id. */
  id: string
  record: R
  confidence: number
  evidence: string[]
}

type RowMatch = { person: Match<PersonRecord> } | { company: Match<CompanyRecord> } | undefined

/**
 * Looks rows up together: what all of them ask by identifier, address or domain is one statement a kind. Lines are those of
 * contacts alone.
 */
export async function lookUpRows(
  deps: RepairDeps,
  rows: readonly (readonly string[])[],
  options: LookUpOptions,
): Promise<ItemOutcome<RowResult>[]> {
  const matches = await findRows(deps, rows, options)
  const employers = await findEmployers(deps, matches, options.signal)
  const contacts = await findContacts(deps, matches, options)
  return matches.map((one, index): ItemOutcome<RowResult> => {
    if (one === undefined)
      return { state: 'empty', output: { status: 'not_found', added: { status: 'not_found' } } }
    // What the row itself costs is settled where it is stored (settle-rows.ts).
    if ('company' in one) {
      const { record } = one.company
      const details = options.includeCompanyDetails ? companyDetailsAdded(record, deps.network) : {}
      return {
        state: 'delivered',
        output: {
          status: 'company_found',
          recordId: one.company.id,
          added: { ...companyAdded(record, one.company), ...details },
        },
        lines: [],
      }
    }
    const { record } = one.person
    const employer = employers.get(record.current_job?.pnet_company_id ?? '')
    const details = options.includeCompanyDetails ? companyDetailsAdded(employer, deps.network) : {}
    const added = { ...personAdded(record, one.person, { employer, network: deps.network }), ...details }
    const contact = contacts.get(index)
    if (contact === undefined)
      return {
        state: 'delivered',
        output: { status: 'profile_found', recordId: one.person.id, added },
        lines: [],
      }
    const output = {
      status: 'profile_found' as const,
      recordId: one.person.id,
      added: { ...added, ...contact.added },
      ...contact.prior,
    }
    return { state: 'delivered', output, lines: contact.lines }
  })
}

/** The records of rows, found together. */
export async function findRows(
  deps: RepairDeps,
  rows: readonly (readonly string[])[],
  options: Pick<LookUpOptions, 'columns' | 'signal'>,
): Promise<RowMatch[]> {
  const turns = openTurns()
  const joined = { ...deps, search: batchSearch(deps.search, turns) }
  return Promise.all(rows.map((cells) => turns.pace().then(() => findRow(joined, cells, options))))
}

async function findRow(
  deps: RepairDeps,
  cells: readonly string[],
  { columns, signal }: Pick<LookUpOptions, 'columns' | 'signal'>,
): Promise<RowMatch> {
  const question = questionOfRow(columns, cells, deps.network)
  if (question.about === 'nothing') return undefined
  const asking = inBackground(signal)
  try {
    if (question.about === 'company') {
      const [company] = (await findCompanies(deps, asking, question.asked)).matches
      return company && { company: { ...company, record: JSON.parse(company.body) as CompanyRecord } }
    }
    const [match] = (await findPeople(deps, asking, question.asked)).matches
    return match && { person: { ...match, record: JSON.parse(match.body) as PersonRecord } }
  } catch (error) {
    // A cell that cannot be what its column says finds nobody; it is not a reason to try the row again.
    if (error instanceof Failure && error.kind.status === 400) return undefined
    throw error
  }
}

/** Current employers of the people found, by organization id. */
async function findEmployers(
  { search }: RepairDeps,
  matches: readonly RowMatch[],
  signal: AbortSignal,
): Promise<Map<string, CompanyRecord>> {
  const ids = new Set(
    matches.flatMap((one) =>
      one !== undefined && 'person' in one ? (one.person.record.current_job?.pnet_company_id ?? []) : [],
    ),
  )
  const employers = new Map<string, CompanyRecord>()
  if (ids.size === 0) return employers
  const records = await findNow(search, 'companies', {
    tokens: [...ids].map((id) => organizationToken(id)),
    perToken: 1,
    signal,
  })
  for (const { body } of records) {
    const company = JSON.parse(body) as CompanyRecord
    if (company.li_org_id !== null) employers.set(company.li_org_id, company)
  }
  return employers
}

interface RowContacts {
  added: RowResult['added']
  prior: Pick<RowResult, 'personId' | 'charged' | 'hasContacts'>
  lines: PriceLine[]
}

/** Contact details of the people found, by the position of their row; what was paid for before is not paid again. */
async function findContacts(
  deps: RepairDeps,
  matches: readonly RowMatch[],
  { wanted, liveFetch, payer, nowMs, unitPrices, signal }: LookUpOptions,
): Promise<Map<number, RowContacts>> {
  const people = matches.flatMap((one, index) =>
    one !== undefined && 'person' in one ? [{ row: index, person: one.person.record }] : [],
  )
  const contacts = new Map<number, RowContacts>()
  if (wanted.length === 0 || people.length === 0) return contacts
  const questions = people.map(({ person }) => {
    return {
      question: { by: 'identifier' as const, tokens: [slugToken(person.primary_slug)] },
      pnetUrl: person.url ?? person.primary_slug,
    }
  })
  const outside = liveFetch ? inBatch : cachedOnly
  const options = { tier: standard.id, wanted, validateEmails: true, outside, signal }
  const claimant = payer && { ...payer, nowMs, signal, records: 'later' as const }
  const { profiles, reads } = await reveal(deps, {
    people: questions,
    options,
    includeAttempts: false,
    claimant,
  })
  for (const [index, { row }] of people.entries()) {
    const profile = profiles[index]
    if (profile === undefined) continue
    const charged = chargedKinds(profile)
    const personId = reads[index]?.personId
    contacts.set(row, {
      added: contactsAdded(profile),
      prior: {
        ...(personId === undefined ? {} : { personId, charged }),
        hasContacts: profile.emails.length + profile.phoneNumbers.length > 0,
      },
      lines: listPriceLines(cheapest(standard, { kinds: charged, wanted }, unitPrices)),
    })
  }
  return contacts
}
