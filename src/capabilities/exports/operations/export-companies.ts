import { free, perMinute } from '../../../operation/index.ts'
import { beginExport } from '../begin-export.ts'
import { companyFormats } from '../formats/index.ts'
import { audienceCompanyExport } from '../jobs/audience-company-export.ts'
import { companyExportInput, exportBegun } from '../schema.ts'
import { operation, tag } from '../slice.ts'

export const exportCompanies = operation({
  id: 'exportCompanies',
  route: 'POST /v1/audiences/{audienceId}/export/companies',
  tag,
  summary: 'Export the companies of an audience',
  tasks: ['download companies of an audience as csv', 'export accounts to a file'],
  describe:
    'Writes the companies of the last completed build to a file, with their current data, in the background. Poll getExport until it is completed, or wait for the event audience.company_export_completed. Rows count against the monthly export quota of your subscriptions; unused rows are returned. CSV cells that a spreadsheet would run begin with an apostrophe.',
  input: companyExportInput(companyFormats),
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
      name: 'Every column',
      input: { audienceId: 'aud_01kf3wz3a0s6n4yq8b2c7d5e9f', format: 'COMPANY_GENERIC_CSV' },
    },
  ],
  effect: 'changes',
  isAgentTool: true,
  handle: ({ input, call, deps }) =>
    beginExport(deps, call, {
      request: { ...input, onlyWithContacts: false },
      side: {
        definition: audienceCompanyExport,
        formats: companyFormats,
        kind: 'company',
        other: 'exportProspects',
      },
    }),
})
