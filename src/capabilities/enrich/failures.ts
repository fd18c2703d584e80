import { defineFailures } from '../../operation/index.ts'

const conflict = (message: string, retryable = false) =>
  ({ status: 409, slug: 'conflict', message, retryable }) as const

export const enrichFailures = defineFailures({
  'run-going-on': conflict(
    'This run has not ended. Wait until pollEnrichList says done, then try again.',
    true,
  ),
  'run-withdrawn': conflict(
    'The file of this run was withdrawn: somebody in it asked to be removed. Run the list again with startEnrichList.',
  ),
  'run-canceled': conflict(
    'This run was canceled, so it has no file, and its rows are not decided. Read the rows that were looked up with listEnrichRows: each match that was paid for is in it with its members.',
  ),
  'run-failed': conflict(
    'This run failed, so it has no file, and its rows are not decided. Read the rows that were looked up with listEnrichRows, and start the list again with startEnrichList: what was paid for costs nothing again.',
  ),
  'row-not-unsure': conflict(
    'Only an unsure row can be decided. Read rows by state with listEnrichRows; take a decision back with undoEnrichDecision.',
  ),
  'run-without-matches': conflict(
    'Candidates are shown for runs with at least one matched row, and this run has none. Start the list again with columns that identify the rows, such as a website.',
  ),
  'too-many-candidates': conflict(
    'Your organization was shown the candidates of as many rows as are free within 30 days: twenty, and five for each match that it paid for. Start a search for further names with companySearch or peopleSearch.',
  ),
  'candidate-vanished': conflict(
    'That record is no longer there: it was removed, or the row changed meanwhile. Read the candidates again with getEnrichCandidates.',
  ),
})

export type EnrichFailure = Parameters<typeof enrichFailures.of>[0]
