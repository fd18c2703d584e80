import type { Recipe } from '../../operation/index.ts'

export const enrichCsv: Recipe = {
  name: 'enrich-a-csv',
  title: 'Enrich a CSV',
  intro:
    'The rows of a list of companies or people come back as they were, with who each is. Each company or person found costs what a look-up with a match costs; rows that are unsure or not found are free.',
  steps: [
    {
      operation: 'uploadEnrichList',
      note: 'Upload the file; `columns` tells what each seems to hold. Free.',
      input: {},
      file: 'Account,Website\nAcme,acme.example\nNobody at all,\n',
      keep: { UPLOAD_ID: 'uploadId' },
    },
    {
      operation: 'startEnrichList',
      note: 'Ask what it can cost at most, and show it to whoever pays.',
      input: { uploadId: 'UPLOAD_ID', as: 'companies' },
      isDryRun: true,
    },
    {
      operation: 'startEnrichList',
      note: 'Start. `used` tells by which columns rows are found.',
      input: { uploadId: 'UPLOAD_ID', as: 'companies' },
      keep: { RUN_ID: 'runId' },
    },
    {
      operation: 'pollEnrichList',
      note: 'Poll until it is done. `run.stats` counts the rows by what became of them; `run.outputUrl` is the list, for a day.',
      input: { runId: 'RUN_ID' },
      until: { member: 'run.status', value: 'done', failed: 'failed' },
      keep: { OUTPUT_URL: 'run.outputUrl' },
    },
  ],
}
