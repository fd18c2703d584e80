import type { Recipe } from '../../operation/index.ts'

export const enrichCsv: Recipe = {
  name: 'enrich-a-csv',
  title: 'Enrich a CSV',
  intro:
    'The rows of a list of companies or people come back unchanged, each with its match. Each company or person found costs as much as a matched look-up; rows that are unsure or not found are free.',
  steps: [
    {
      operation: 'uploadEnrichList',
      note: 'Upload the file; `columns` says what each seems to hold. Free.',
      input: {},
      file: 'Account,Website\nAcme,acme.example\nNobody at all,\n',
      keep: { UPLOAD_ID: 'uploadId' },
    },
    {
      operation: 'startEnrichList',
      note: 'Ask for the maximum cost, and show it to the person who pays.',
      input: { uploadId: 'UPLOAD_ID', as: 'companies' },
      isDryRun: true,
    },
    {
      operation: 'startEnrichList',
      note: 'Start. `used` lists the columns used for look-up.',
      input: { uploadId: 'UPLOAD_ID', as: 'companies' },
      keep: { RUN_ID: 'runId' },
    },
    {
      operation: 'pollEnrichList',
      note: 'Poll until it is done. `run.stats` counts the rows by outcome; `run.outputUrl` is the list, for a day.',
      input: { runId: 'RUN_ID' },
      until: { member: 'run.status', value: 'done', failed: 'failed' },
      keep: { OUTPUT_URL: 'run.outputUrl' },
    },
  ],
}
