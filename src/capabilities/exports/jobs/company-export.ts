import { bindExports } from '../../../platform/exports/index.ts'
import { peopleNamedBy, type CompanyRow } from '../columns/company-row.ts'
import { exportEnded } from '../events.ts'
import { makeFileName, type SourceExportParameters } from '../export-parameters.ts'
import type { FormatName } from '../formats/index.ts'
import { companyFormat, companyRows, type Company } from '../read-rows.ts'
import { companyMatches, type CompanyMatches } from '../../search/index.ts'
import type { ReadContext } from '../../../platform/exports/index.ts'
import type { ExportsDeps } from '../slice.ts'
import { entityQuestion, maxListRows, sourceMembers } from '../source-members.ts'

type Context = ReadContext<SourceExportParameters, ExportsDeps>

/** The companies of a search, or of a list that is no audience, as a file. */
export const companyExport = bindExports<ExportsDeps>('exports')<SourceExportParameters, CompanyRow>({
  id: 'companyExport',
  columns: ({ format }) => companyFormat(format as FormatName).columns,
  read: (context) => {
    const format = companyFormat(context.given.format as FormatName)
    const pages = sourceMembers(context, 'company')
    return companyRows(context, { pages, format, matchesOf: matching(context, format.hasMatches ?? false) })
  },
  peopleNamed: ({ record }) => peopleNamedBy(record),
  price: {
    key: ({ isPaid }) => (isPaid ? 'exportCompany' : undefined),
    kind: 'companies',
    id: ({ id }) => id,
  },
  fileName: ({ name }) => makeFileName(name, 'companies'),
  // One part: a search that is asked again finds others, so a file is of one reading.
  partRows: maxListRows,
  event: exportEnded('companies'),
})

/** What the search matches of its companies; nothing of those that no search found. */
function matching(
  { given: { source, asOf }, organizationId, deps, signal }: Context,
  isWanted: boolean,
): (companies: readonly Company[]) => Promise<CompanyMatches[]> {
  const params = isWanted && source.from === 'search' ? entityQuestion(source.search).companies : undefined
  const asker = { organizationId, nowMs: Date.parse(asOf), signal }
  return (companies) => companyMatches(deps.audiences.search, asker, { params, companies })
}
