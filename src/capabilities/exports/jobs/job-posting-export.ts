import { kinds } from '../../../corpus/kinds/index.ts'
import type { JobPosting } from '../../../corpus/records/index.ts'
import { bindExports, type PlacedRow, type ReadContext } from '../../../platform/exports/index.ts'
import { jobPostingColumns, type JobPostingRow } from '../columns/job-posting-columns.ts'
import { exportEnded } from '../events.ts'
import { makeFileName, type SourceExportParameters } from '../export-parameters.ts'
import { prepared } from '../member-pages.ts'
import { readRecords } from '../read-rows.ts'
import type { ExportsDeps } from '../slice.ts'
import { maxListRows, sourceMembers } from '../source-members.ts'

/** The job postings of a search as a file. */
export const jobPostingExport = bindExports<ExportsDeps>('exports')<SourceExportParameters, JobPostingRow>({
  id: 'jobPostingExport',
  columns: () => jobPostingColumns,
  read: readPostings,
  peopleNamed: ({ record }) =>
    kinds.postings.named(record as never).map((token) => token.slice(token.indexOf(':') + 1)),
  price: {
    key: ({ isPaid }) => (isPaid ? 'exportJobPosting' : undefined),
    kind: 'postings',
    id: ({ id }) => id,
  },
  fileName: ({ name }) => makeFileName(name, 'jobs'),
  partRows: maxListRows,
  event: exportEnded('jobs'),
})

async function* readPostings(
  context: ReadContext<SourceExportParameters, ExportsDeps>,
): AsyncGenerator<PlacedRow<JobPostingRow>> {
  const pages = prepared(sourceMembers(context, 'posting'), (page) =>
    readRecords<JobPosting>(context, 'postings', page),
  )
  for await (const page of pages)
    for (const { place, id, record } of page) yield { row: { id, record }, position: String(place) }
}
