import { bindExports } from '../../../platform/exports/index.ts'
import { endEvent } from '../../../platform/jobs/index.ts'
import { peopleNamedBy, type CompanyRow } from '../columns/company-row.ts'
import { companyExportCompleted } from '../events.ts'
import { makeFileName, type AudienceExportParameters } from '../export-parameters.ts'
import { companyFormat, readCompanyRows } from '../read-rows.ts'
import type { ExportsDeps } from '../slice.ts'

/** The companies of an audience as a file. */
export const audienceCompanyExport = bindExports<ExportsDeps>('exports')<
  AudienceExportParameters,
  CompanyRow
>({
  id: 'audienceCompanyExport',
  columns: ({ format }) => companyFormat(format).columns,
  read: readCompanyRows,
  peopleNamed: ({ record }) => peopleNamedBy(record),
  fileName: ({ audienceName }) => makeFileName(audienceName, 'companies'),
  event: endEvent(companyExportCompleted, ({ exportId, given: exportGiven, state, rows, error }) => ({
    audience_id: exportGiven.audienceId,
    export_id: exportId,
    success: state === 'completed',
    total_rows: rows,
    error,
  })),
})
