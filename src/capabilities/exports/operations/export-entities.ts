import { free, perMinute } from '../../../operation/index.ts'
import { beginExport } from '../begin-export.ts'
import { companyFormats, prospectFormats } from '../formats/index.ts'
import { audienceCompanyExport } from '../jobs/audience-company-export.ts'
import { audienceProspectExport } from '../jobs/audience-prospect-export.ts'
import { companyExportInput, exportBegun, prospectExportInput } from '../schema.ts'
import { operation, tag } from '../slice.ts'

/** What both exports have in common. */
const alike = {
  tag,
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
  effect: 'changes',
  isAgentTool: true,
} as const

/** `data`: what the rows hold; `event`: what tells of the end. */
const describeExport = ({ of, data, event }: { of: string; data: string; event: string }) =>
  `Writes the ${of} of the last completed build to a file, with ${data}, in the background. ${of === 'people' ? 'Contact details are those that an enrichment of the audience delivered. ' : ''}Poll getExport until it is completed, or wait for the event ${event}. Rows count against the monthly export quota of your subscriptions; unused rows are returned. CSV cells that a spreadsheet would run begin with an apostrophe.`

export const exportCompanies = operation({
  ...alike,
  id: 'exportCompanies',
  route: 'POST /v1/audiences/{audienceId}/export/companies',
  summary: 'Export the companies of an audience',
  tasks: ['download companies of an audience as csv', 'export accounts to a file'],
  describe: describeExport({
    of: 'companies',
    data: 'their current data',
    event: 'audience.company_export_completed',
  }),
  input: companyExportInput(companyFormats),
  examples: [
    {
      name: 'Every column',
      input: { audienceId: 'aud_01kf3wz3a0s6n4yq8b2c7d5e9f', format: 'COMPANY_GENERIC_CSV' },
    },
  ],
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

export const exportProspects = operation({
  ...alike,
  id: 'exportProspects',
  route: 'POST /v1/audiences/{audienceId}/export/prospects',
  summary: 'Export the people of an audience',
  tasks: ['download people of an audience as csv', 'export leads to a file'],
  describe: describeExport({
    of: 'people',
    data: 'current data about them and their employers',
    event: 'audience.prospect_export_completed',
  }),
  input: prospectExportInput(prospectFormats),
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
