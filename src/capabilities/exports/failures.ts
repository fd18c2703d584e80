import { defineFailures } from '../../operation/index.ts'

const conflict = (message: string, retryable = false) =>
  ({ status: 409, slug: 'conflict', message, retryable }) as const

export const exportFailures = defineFailures({
  'audience-not-exportable': conflict(
    'This audience has not been built, so it is empty. Call buildAudience and poll its status until it is NORMAL.',
  ),
  'audience-being-built': conflict(
    'This audience is being built. Wait until its status is NORMAL or FAILED, then export it.',
    true,
  ),
  'list-being-looked-up': conflict(
    'The rows of this list are still being looked up. Wait until pollEnrichList says done, then export it.',
    true,
  ),
  'list-withdrawn': conflict(
    'Nothing of this run can be exported: somebody in it asked to be removed. Run the list again with startEnrichList.',
  ),
  'export-quota-exceeded': conflict(
    'The export has more rows than your subscription has left this month. Send maxRowsToExport, or export the rest next month (UTC).',
  ),
  'export-without-columns': {
    status: 400,
    slug: 'bad_request',
    message: 'All columns are excluded by excludeFields. Remove one of them.',
    retryable: false,
  },
})

export type ExportFailure = keyof typeof exportFailures.kinds
