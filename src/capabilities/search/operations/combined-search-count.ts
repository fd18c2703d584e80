import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import type { Condition } from '../../../corpus/search/index.ts'
import { askedNow, companiesAsked } from '../ask.ts'
import { combinedLists } from '../combined-question.ts'
import { adviseOfNoSide, combinedCountInput, readSides } from '../combined-sides.ts'
import { peopleCondition } from '../people-question.ts'
import { operation, tag } from '../slice.ts'

export const combinedSearchCount = operation({
  id: 'combinedSearchCount',
  route: 'POST /v1/combined-search/count',
  tag,
  summary: 'Count both sides of a combined search',
  describe:
    'Counts what paginatedCombinedSearch returns on each side for the same parameters, exactly: companies that satisfy the company parameters, and profiles that satisfy the profile parameters and currently work at one of those companies. A side whose config is null counts 0. Takes either form of that search: sides with a config each, or companyParams and profileParams; page sizes and cursors of a config change no count.',
  input: combinedCountInput,
  output: z.object({ numCompanies: z.number().int(), numProfiles: z.number().int() }),
  price: free('Counts are free.'),
  limit: perMinute(120),
  examples: [
    {
      name: 'German companies and their directors',
      input: {
        companyConfig: { searchParams: { headquartersCountryCode: { anyOf: ['DEU'] } } },
        profileConfig: { searchParams: { seniority: { anyOf: ['Director'] } } },
      },
    },
  ],
  effect: 'reads',
  async handle({ input, call, deps }) {
    const sides = readSides(input)
    adviseOfNoSide(call, sides)
    const { companyConfig, profileConfig, paths } = sides
    const { search } = deps
    const lists = combinedLists({ company: companyConfig, profile: profileConfig }, paths)
    const moment = await askedNow(deps, call, lists)
    const companyParams = companyConfig?.searchParams
    const { searchParams } = profileConfig ?? {}
    const count = async (kind: 'companies' | 'people', condition: Condition) =>
      search.count(kind, { condition, snapshot: await search.snapshots.newest(kind), signal: call.signal })
    const people = async () =>
      count('people', await peopleCondition(deps, call, { searchParams, companyParams, paths }, moment))
    const [numCompanies, numProfiles] = await Promise.all([
      companyConfig === undefined
        ? 0
        : count(
            'companies',
            companiesAsked(deps, call, { params: companyParams, path: paths.companyParams, moment }),
          ),
      profileConfig === undefined ? 0 : people(),
    ])
    return { numCompanies, numProfiles }
  },
})
