import type { CompanyRecord, PersonRecord } from '../../corpus/records/index.ts'
import { paidContacts, type PaidContacts } from '../audiences/index.ts'
import { companyMatches, type CompanyMatches } from '../search/index.ts'
import type { PlacedRow, ReadContext } from '../../platform/exports/index.ts'
import type { CompanyRow } from './columns/company-row.ts'
import { hasContacts, noContacts, type ProspectContacts, type ProspectRow } from './columns/prospect-row.ts'
import { openEmployers } from './employers.ts'
import type { AudienceExportParameters } from './export-parameters.ts'
import { companyFormats, prospectFormats, type ExportFormat, type FormatName } from './formats/index.ts'
import { memberPages, prepared, type PlacedMember } from './member-pages.ts'
import type { ExportsDeps } from './slice.ts'

type Context = ReadContext<AudienceExportParameters, ExportsDeps>

/** The format of an export that has begun. */
export const companyFormat = (name: FormatName): ExportFormat<CompanyRow> => formatIn(companyFormats, name)
export const prospectFormat = (name: FormatName): ExportFormat<ProspectRow> => formatIn(prospectFormats, name)

function formatIn<R>(formats: readonly ExportFormat<R>[], name: string): ExportFormat<R> {
  const chosen = formats.find((format) => format.name === name)
  if (chosen === undefined) throw new Error(`no format here is called ${name}`)
  return chosen
}

/** Companies of an audience after a position, as the format needs them. Those no longer in the corpus are omitted. */
export async function* readCompanyRows(
  context: Context,
  after: string | undefined,
): AsyncGenerator<PlacedRow<CompanyRow>> {
  const format = companyFormat(context.given.format)
  const matchesOf = await matching(context, format.hasMatches ?? false)
  yield* companyRows(context, { pages: readPages(context, 'company', after), format, matchesOf })
}

type Reading = Pick<ReadContext<unknown, ExportsDeps>, 'deps' | 'signal'>

/** The rows of some companies, page by page. */
export async function* companyRows(
  { deps, signal }: Reading,
  {
    pages: members,
    format: { includes },
    matchesOf,
  }: {
    pages: AsyncIterable<PlacedMember[]>
    format: ExportFormat<CompanyRow>
    matchesOf(companies: readonly Company[]): Promise<CompanyMatches[]>
  },
): AsyncGenerator<PlacedRow<CompanyRow>> {
  const pages = prepared(members, async (page) => {
    const records = await readRecords<CompanyRecord>({ deps, signal }, 'companies', page)
    const matches = await matchesOf(records)
    return records.map((company, index) => ({ ...company, matched: matches[index] ?? {} }))
  })
  for await (const page of pages) {
    for (const { place, id, record, matched } of page) {
      const row: CompanyRow = { id, record, network: deps.network, matched }
      if (includes?.(row) !== false) yield { row, position: String(place) }
    }
  }
}

export type Company = PlacedMember & { record: CompanyRecord }

/** Current matches of the search that found the members; days count back from the start of the export. */
async function matching(
  { given: exportGiven, organizationId, deps, signal }: Context,
  isWanted: boolean,
): Promise<(companies: readonly Company[]) => Promise<CompanyMatches[]>> {
  const { audienceId, version, asOf } = exportGiven
  const question = isWanted
    ? await deps.audiences.audiences.findQuestion({ organizationId, audienceId, version })
    : undefined
  const asker = { organizationId, nowMs: Date.parse(asOf), signal }
  return (companies) =>
    companyMatches(deps.audiences.search, asker, { params: question?.companies, companies })
}

/** The same for its people, with their employers and the contact details that were paid for. */
export async function* readProspectRows(
  context: Context,
  after: string | undefined,
): AsyncGenerator<PlacedRow<ProspectRow>> {
  const { given: exportGiven, organizationId, deps, signal } = context
  const { audienceId, format, onlyWithContacts, asOf } = exportGiven
  const contactsOf = (people: readonly Person[]) =>
    paidContacts(deps.audiences, { organizationId, audienceId }, people, signal)
  const rows = prospectRows(context, {
    pages: readPages(context, 'person', after),
    format: prospectFormat(format),
    contactsOf,
    asOf,
  })
  for await (const placed of rows) if (!onlyWithContacts || hasContacts(placed.row)) yield placed
}

type Person = PlacedMember & { record: PersonRecord }

/** The rows of some people, page by page. */
export async function* prospectRows(
  { deps, signal }: Reading,
  {
    pages: members,
    format: { includes },
    contactsOf,
    asOf,
  }: {
    pages: AsyncIterable<PlacedMember[]>
    format: ExportFormat<ProspectRow>
    /** By entity id; left out: nobody has any. */
    contactsOf?(people: readonly Person[]): Promise<ReadonlyMap<string, PaidContacts>>
    asOf: string
  },
): AsyncGenerator<PlacedRow<ProspectRow>> {
  const employers = openEmployers(deps.audiences.search.search, deps.network)
  const pages = prepared(members, async (page) => {
    const people = await readRecords<PersonRecord>({ deps, signal }, 'people', page)
    const employed = await employers.of(
      people.map(({ record }) => record),
      signal,
    )
    const paid = await contactsOf?.(people)
    return people.map((person, index) => ({
      ...person,
      employer: employed[index],
      contacts: toContacts(paid?.get(person.id)),
    }))
  })
  for await (const page of pages) {
    for (const { place, id, record, employer, contacts } of page) {
      const row: ProspectRow = { id, record, employer, contacts, network: deps.network, asOf }
      if (includes?.(row) !== false) yield { row, position: String(place) }
    }
  }
}

const readPages = (
  { given: { audienceId, version }, organizationId, deps }: Context,
  kind: 'company' | 'person',
  after: string | undefined,
) => memberPages(deps.audiences, kind, { organizationId, audienceId, version, after: Number(after ?? 0) })

const toContacts = (paid: PaidContacts | undefined): ProspectContacts =>
  paid === undefined
    ? noContacts
    : {
        emails: paid.emails.map(({ email: address, type, status }) => ({ address, type, status })),
        phones: paid.phoneNumbers.map(({ number }) => number),
      }

/** Members with their current records, in the order of the audience. */
export async function readRecords<R>(
  { deps, signal }: Reading,
  of: 'companies' | 'people' | 'postings',
  members: readonly PlacedMember[],
): Promise<(PlacedMember & { record: R })[]> {
  const { search } = deps.audiences.search
  const snapshot = await search.snapshots.newest(of)
  const ids = members.map(({ id }) => id)
  const records = await search.lookupIds(of, { ids, snapshot, signal })
  const bodies = new Map(records.map(({ id, body }) => [id, body]))
  return members.flatMap((member) => {
    const body = bodies.get(member.id)
    return body === undefined ? [] : [{ ...member, record: JSON.parse(body) as R }]
  })
}
