import { free, perMinute } from '../../../operation/index.ts'
import { beginExport } from '../begin-export.ts'
import { prospectFormats } from '../formats/index.ts'
import { audienceProspectExport } from '../jobs/audience-prospect-export.ts'
import { exportBegun, prospectExportInput } from '../schema.ts'
import { operation, tag } from '../slice.ts'

export const exportProspects = operation({
  id: 'exportProspects',
  route: 'POST /v1/audiences/{audienceId}/export/prospects',
  tag,
  summary: 'Export the people of an audience',
  tasks: ['download people of an audience as csv', 'export leads to a file'],
  describe:
    'Writes the people of the last completed build to a file, with current data about them and their employers, in the background. Contact details are those that an enrichment of the audience delivered. Poll getExport until it is completed, or wait for the event audience.prospect_export_completed. Rows count against the monthly export quota of your subscriptions; unused rows are returned. CSV cells that a spreadsheet would run begin with an apostrophe.',
  input: prospectExportInput(prospectFormats),
  output: exportBegun,
  price: free('Exports are free and use the export quota.'),
  limit: perMinute(20),
  follows: 'createAudience',
  fails: [
    'not-found',
    'conflict',
    'audience-being-built',
    'audience-not-exportable',
    'export-quota-exceeded',
    'export-without-columns',
  ],
  examples: [
    {
      name: 'People to write to, for Customer Match',
      input: {
        audienceId: 'aud_01kf3wz3a0s6n4yq8b2c7d5e9f',
        format: 'PROSPECT_GOOGLE_ADS_CSV',
        onlyWithContacts: true,
      },
    },
  ],
  effect: 'changes',
  isAgentTool: true,
  handle: ({ input, call, deps }) =>
    beginExport(deps, call, {
      request: input,
      side: {
        definition: audienceProspectExport,
        formats: prospectFormats,
        kind: 'person',
        other: 'exportCompanies',
      },
    }),
})
