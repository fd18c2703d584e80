import { z } from 'zod'
import { optional } from '../../../operation/index.ts'
import { companySearchParams, profileSearchParams } from '../../../corpus/search/index.ts'
import { chooseFormat } from '../begin-export.ts'
import { beginSourceExport, sourcePrice } from '../begin-source-export.ts'
import { countSearch } from '../count-source.ts'
import { contactlessFormats } from '../formats/index.ts'
import { prospectExport } from '../jobs/prospect-export.ts'
import { prospectOptions } from '../schema.ts'
import {
  besideAudiences,
  describeSearchExport,
  describeSearchPrice,
  limitOf,
  searchExport,
} from '../search-export.ts'
import { operation } from '../slice.ts'
import { maxSearchRows } from '../source-members.ts'

const peopleInput = z.object({
  profileSearchParams: optional(profileSearchParams).describe('What people must satisfy.'),
  companySearchParams: optional(companySearchParams).describe('What a current employer must satisfy.'),
  maxRowsToExport: limitOf('the most prominent'),
  ...prospectOptions,
})
type PeopleInput = z.output<typeof peopleInput>

const people = ({ profileSearchParams: params, companySearchParams: employer, ...rest }: PeopleInput) =>
  ({
    kind: 'person',
    search: { profileSearchParams: params ?? profileSearchParams.parse({}), companySearchParams: employer },
    maxRows: rest.maxRowsToExport,
  }) as const

export const exportPeopleSearch = operation({
  ...searchExport,
  id: 'exportPeopleSearch',
  route: 'POST /v1/exports/search/people',
  summary: 'Export the people of a search',
  tasks: ['download people of a search as csv, without an audience'],
  describe: describeSearchExport('people', {
    first: 'the most prominent',
    more: `${besideAudiences}Contact details are not in it: enrich an audience for those. `,
  }),
  input: peopleInput,
  price: (p) =>
    p.perJob({
      late: sourcePrice<PeopleInput>('exportProspect', {
        kind: 'person',
        describe: describeSearchPrice('exportProspect', 'person'),
        most: ({ maxRowsToExport: most = maxSearchRows }) => most,
        count: (input, deps, call) => countSearch(deps, call, people(input)),
      }),
    }),
  examples: [
    {
      name: 'Heads of sales in Germany',
      input: {
        profileSearchParams: {
          country3LetterCode: { anyOf: ['DEU'] },
          jobTitleV3: { anyOf: [{ type: 'functional', seniority: ['director', 'vp'], keywords: ['sales'] }] },
        },
        maxRowsToExport: 100,
      },
    },
  ],
  async handle({ input, call, deps }) {
    const side = { formats: contactlessFormats, other: 'exportCompanySearch or exportProspects' }
    const { takes } = chooseFormat(input, side)
    const counted = await countSearch(deps, call, people(input))
    const key = 'exportProspect' as const
    return beginSourceExport(deps, call, { ...input, definition: prospectExport, takes, key, counted })
  },
})
