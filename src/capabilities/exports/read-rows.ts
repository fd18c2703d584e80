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
  const { given: exportGiven, deps } = context
  const { includes, hasMatches = false } = companyFormat(exportGiven.format)
  const matchesOf = await matching(context, hasMatches)
  const pages = prepared(readPages(context, 'company', after), async (members) => {
    const records = await readRecords<CompanyRecord>(context, 'companies', members)
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

type Company = PlacedMember & { record: CompanyRecord }

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
  const { includes } = prospectFormat(exportGiven.format)
  const employers = openEmployers(deps.audiences.search.search, deps.network)
  const pages = prepared(readPages(context, 'person', after), async (members) => {
    const people = await readRecords<PersonRecord>(context, 'people', members)
    const employed = await employers.of(
      people.map(({ record }) => record),
      signal,
    )
    const paid = await paidContacts(
      deps.audiences,
      { organizationId, audienceId: exportGiven.audienceId },
      people,
      signal,
    )
    return people.map((person, index) => ({
      ...person,
      employer: employed[index],
      contacts: toContacts(paid.get(person.id)),
    }))
  })
  for await (const page of pages) {
    for (const { place, id, record, employer, contacts } of page) {
      const row: ProspectRow = {
        id,
        record,
        employer,
        contacts,
        network: deps.network,
        asOf: exportGiven.asOf,
      }
      const isWanted = includes?.(row) !== false && (!exportGiven.onlyWithContacts || hasContacts(row))
      if (isWanted) yield { row, position: String(place) }
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
async function readRecords<R>(
  { deps, signal }: Context,
  of: 'companies' | 'people',
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
