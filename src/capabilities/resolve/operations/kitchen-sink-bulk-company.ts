import { z } from 'zod'
import { companyRecord } from '../../../corpus/records/index.ts'
import { distinctEntities, perMinute } from '../../../operation/index.ts'
import { companiesAnswer, nothingFound } from '../answers.ts'
import { eachItem, maxItems } from '../bulk.ts'
import { companyQuestion } from '../company-question.ts'
import { findCompaniesNow, mayFetch, warnNotLive } from '../live-fetch.ts'
import { matches, message } from '../schema.ts'
import { operation, resolversTag } from '../slice.ts'

const { liveFetch, maxAgeDays, fuzzySearch, minConfidence } = companyQuestion.shape
const item = companyQuestion.omit({
  liveFetch: true,
  maxAgeDays: true,
  fuzzySearch: true,
  minConfidence: true,
})

export const kitchenSinkBulkCompany = operation({
  id: 'kitchenSinkBulkCompany',
  route: 'POST /v1/kitchen-sink/bulk/company',
  tag: resolversTag,
  summary: 'Look up many companies',
  tasks: ['enrich many companies at once'],
  describe:
    'Returns 1 to 50 company look-ups at once, each as kitchenSinkCompany would, in the order of the request: data[i] holds the matches of companies[i], an empty list if none matches or an identifier is invalid: warnings name those. The members beside companies apply to all of them. Each item with a match is charged, the others are free; items for the same company are charged once. The balance must cover all items.',
  input: z.object({
    companies: z.array(item).min(1).max(maxItems),
    liveFetch,
    maxAgeDays,
    fuzzySearch,
    minConfidence,
  }),
  output: z.object({
    data: z.array(z.array(companyRecord)).describe('Aligned with companies.'),
    matches: z.array(matches).describe('Aligned with data.'),
    message,
  }),
  price: (p) =>
    p.perRequest(
      {
        key: 'kitchenSinkCompany',
        most: ({ companies }) => companies.length,
        units: ({ data }) => distinctEntities(data),
      },
      {
        key: 'liveEnrichCompany',
        asked: mayFetch,
        most: ({ companies }) => companies.length,
        units: ({ data, matches: notes }) =>
          distinctEntities(data.filter((_, index) => notes[index]?.some(({ live }) => live))),
      },
    ),
  limit: perMinute(30),
  timeoutMs: 60_000,
  examples: [
    {
      name: 'A domain and a name',
      input: {
        companies: [
          { companyDomain: { value: 'be--husk.com' } },
          { companyName: { value: 'Behusk Networks Inc.' } },
        ],
      },
    },
  ],
  items: { list: 'companies', answers: 'data' },
  effect: 'spends',
  async handle({ input, call, deps }) {
    const { companies, ...shared } = input
    warnNotLive(deps, call, { isWanted: shared.liveFetch, capability: 'company.live' })
    const answers = await eachItem(
      { deps, call, member: 'companies', none: nothingFound },
      companies,
      async (joined, own, each) =>
        companiesAnswer(await findCompaniesNow(deps, own, { ...each, ...shared }, joined)),
    )
    const data = answers.map((each) => each.data)
    const empty = data.every((each) => each.length === 0)
    return {
      data,
      matches: answers.map((each) => each.matches),
      ...(empty ? { message: 'No company matches any item.' } : {}),
    }
  },
})
