import { bindExports } from '../../../platform/exports/index.ts'
import { peopleOfEmployer } from '../columns/employer-columns.ts'
import type { ProspectRow } from '../columns/prospect-row.ts'
import { exportEnded } from '../events.ts'
import { makeFileName, type SourceExportParameters } from '../export-parameters.ts'
import type { FormatName } from '../formats/index.ts'
import { prospectFormat, prospectRows } from '../read-rows.ts'
import type { ExportsDeps } from '../slice.ts'
import { maxListRows, sourceMembers } from '../source-members.ts'

/** The people of a search, or of a list that is no audience, as a file; without contact details. */
export const prospectExport = bindExports<ExportsDeps>('exports')<SourceExportParameters, ProspectRow>({
  id: 'prospectExport',
  columns: ({ format }) => prospectFormat(format as FormatName).columns,
  read: (context) =>
    prospectRows(context, {
      pages: sourceMembers(context, 'person'),
      format: prospectFormat(context.given.format as FormatName),
      asOf: context.given.asOf,
    }),
  personId: ({ id }) => id,
  peopleNamed: peopleOfEmployer,
  price: {
    key: ({ isPaid }) => (isPaid ? 'exportProspect' : undefined),
    kind: 'people',
    id: ({ id }) => id,
  },
  fileName: ({ name }) => makeFileName(name, 'prospects'),
  partRows: maxListRows,
  event: exportEnded('people'),
})
