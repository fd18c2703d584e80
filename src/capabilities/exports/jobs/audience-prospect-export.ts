import { bindExports } from '../../../platform/exports/index.ts'
import { endEvent } from '../../../platform/jobs/index.ts'
import { peopleOfEmployer } from '../columns/employer-columns.ts'
import type { ProspectRow } from '../columns/prospect-row.ts'
import { prospectExportCompleted } from '../events.ts'
import { makeFileName, type AudienceExportParameters } from '../export-parameters.ts'
import { prospectFormat, readProspectRows } from '../read-rows.ts'
import type { ExportsDeps } from '../slice.ts'

/** The prospects of an audience as a file. */
export const audienceProspectExport = bindExports<ExportsDeps>('exports')<
  AudienceExportParameters,
  ProspectRow
>({
  id: 'audienceProspectExport',
  columns: ({ format }) => prospectFormat(format).columns,
  read: readProspectRows,
  personId: ({ id }) => id,
  peopleNamed: peopleOfEmployer,
  fileName: ({ audienceName }) => makeFileName(audienceName, 'prospects'),
  event: endEvent(prospectExportCompleted, ({ exportId, given: exportGiven, state, rows, error }) => ({
    audience_id: exportGiven.audienceId,
    export_id: exportId,
    success: state === 'completed',
    total_rows: rows,
    error,
  })),
})
