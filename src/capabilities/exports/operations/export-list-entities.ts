import { z } from 'zod'
import { listedPrice, optional, perMinute, resourceId } from '../../../operation/index.ts'
import { chooseFormat } from '../begin-export.ts'
import { beginSourceExport, sourcePrice } from '../begin-source-export.ts'
import { countList } from '../count-source.ts'
import { companyFormats, contactlessFormats } from '../formats/index.ts'
import { companyExport } from '../jobs/company-export.ts'
import { prospectExport } from '../jobs/prospect-export.ts'
import { companyOptions, exportBegun, prospectOptions } from '../schema.ts'
import { operation } from '../slice.ts'
import { paidRows } from '../search-export.ts'
import { maxListRows } from '../source-members.ts'

const alike = {
  tag: 'Additions',
  output: exportBegun,
  limit: perMinute(10),
  timeoutMs: 60_000,
  fails: [
    'not-found',
    'list-being-looked-up',
    'list-withdrawn',
    'export-quota-exceeded',
    'export-without-columns',
  ],
  effect: 'changes',
} as const

const maxRowsToExport = optional(z.int().min(1).max(maxListRows))
  .meta({ default: maxListRows })
  .describe(`Most rows of the file; default ${maxListRows.toLocaleString('en')}.`)

const runId = optional(resourceId('run', { madeBy: 'startEnrichList', prefix: 'task' })).describe(
  'A run of startEnrichList of the last 30 days that has ended: the records its rows were matched to, each once.',
)
const exclusionListId = optional(resourceId('exclusion list')).describe(
  'An exclusion list: the records that its entries name. Addresses of mail name nobody here.',
)
const trackerOf = (what: string) =>
  optional(resourceId(`tracker list of ${what}`)).describe('A tracker list: whom it watches now.')

const isOneList = (input: { runId?: unknown; trackerListId?: unknown; exclusionListId?: unknown }) =>
  [input.runId, input.trackerListId, input.exclusionListId].filter((id) => id !== undefined).length === 1
const oneList = { path: ['runId'], message: 'Send one of runId, trackerListId and exclusionListId.' }

const describeExport = (of: string, more = '') =>
  `Writes the ${of} of a list to a file in the background, without an audience: the matches of an enriched list, a tracker list or an exclusion list, ${maxListRows.toLocaleString('en')} at most. ${more}Those no longer in the corpus are left out. Poll getExport until it is completed, or wait for the event export.completed. Rows count against the monthly export quota of your subscriptions; unused rows are returned.`

const describePrice = (key: 'exportCompany' | 'exportProspect', what: string) =>
  `${listedPrice(key)} for each ${what} in the file; free for a run of startEnrichList, which charged for its matches. The most it can cost is set aside at the start; the rows of the file are charged when it is written, the rest is returned. ${paidRows} An export that fails is free.`

const companyInput = z
  .object({
    runId,
    trackerListId: trackerOf('companies'),
    exclusionListId,
    maxRowsToExport,
    ...companyOptions,
  })
  .refine(isOneList, oneList)
type CompanyInput = z.output<typeof companyInput>

const peopleInput = z
  .object({
    runId,
    trackerListId: trackerOf('people'),
    exclusionListId,
    maxRowsToExport,
    ...prospectOptions,
  })
  .refine(isOneList, oneList)
type PeopleInput = z.output<typeof peopleInput>

const listIn = <K extends 'company' | 'person'>(kind: K, input: CompanyInput | PeopleInput) => ({
  kind,
  named: input,
  maxRows: input.maxRowsToExport,
})

export const exportListCompanies = operation({
  ...alike,
  id: 'exportListCompanies',
  follows: 'createTrackerCompanyList',
  route: 'POST /v1/exports/list/companies',
  summary: 'Export the companies of a list',
  tasks: ['download a watchlist of companies', 'download the companies of an enriched list with all columns'],
  describe: describeExport('companies'),
  input: companyInput,
  price: (p) =>
    p.perJob({
      late: sourcePrice<CompanyInput>('exportCompany', {
        kind: 'company',
        describe: describePrice('exportCompany', 'company'),
        most: ({ runId: run, maxRowsToExport: most = maxListRows }) => (run === undefined ? most : 0),
        count: (input, deps, call) => countList(deps, call, listIn('company', input)),
      }),
    }),
  examples: [{ name: 'Whom a list watches', input: { trackerListId: 'tclist_01kf3wz3a0s6n4yq8b2c7d5e9f' } }],
  async handle({ input, call, deps }) {
    const { takes } = chooseFormat(input, { formats: companyFormats, other: 'exportListPeople' })
    const counted = await countList(deps, call, listIn('company', input))
    const key = 'exportCompany' as const
    return beginSourceExport(deps, call, { ...input, definition: companyExport, takes, key, counted })
  },
})

export const exportListPeople = operation({
  ...alike,
  id: 'exportListPeople',
  follows: 'createTrackerPersonList',
  route: 'POST /v1/exports/list/people',
  summary: 'Export the people of a list',
  tasks: ['download a watchlist of people', 'download the people of an enriched list with all columns'],
  describe: describeExport('people', 'Contact details are not in it: enrich an audience for those. '),
  input: peopleInput,
  price: (p) =>
    p.perJob({
      late: sourcePrice<PeopleInput>('exportProspect', {
        kind: 'person',
        describe: describePrice('exportProspect', 'person'),
        most: ({ runId: run, maxRowsToExport: most = maxListRows }) => (run === undefined ? most : 0),
        count: (input, deps, call) => countList(deps, call, listIn('person', input)),
      }),
    }),
  examples: [{ name: 'Whom a list watches', input: { trackerListId: 'tplist_01kf3wz3a0s6n4yq8b2c7d5e9f' } }],
  async handle({ input, call, deps }) {
    const side = { formats: contactlessFormats, other: 'exportListCompanies or exportProspects' }
    const { takes } = chooseFormat(input, side)
    const counted = await countList(deps, call, listIn('person', input))
    const key = 'exportProspect' as const
    return beginSourceExport(deps, call, { ...input, definition: prospectExport, takes, key, counted })
  },
})
