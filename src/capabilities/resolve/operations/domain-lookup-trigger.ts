import { z } from 'zod'
import { optional, perMinute } from '../../../operation/index.ts'
import { companyInfo } from '../domain-lookup.ts'
import { domainLookup } from '../jobs/domain-lookup.ts'
import { operation, researchTag } from '../slice.ts'

export const domainLookupTrigger = operation({
  id: 'domainLookupTrigger',
  route: 'POST /v1/domain-lookup/trigger',
  tag: researchTag,
  summary: 'Start looking for the domains of companies',
  tasks: ['website or domain of a company by its name', 'convert company names to domains'],
  describe:
    'Starts a look-up of the domains of 1 to 400 companies by name, place and description. Poll domainLookupPolling with the domainAgentRunId. Each company with a domain found is charged; those too unsure are answered without a domain and are free. The balance must cover all of them at the start.',
  input: z.object({
    overAllContext: optional(z.string().max(5_000)).describe('What all the companies have in common.'),
    companyInfo: z.array(companyInfo).min(1).max(400),
  }),
  output: z.object({ domainAgentRunId: z.string().describe('For the poll.') }),
  price: (p) => p.perJob({ key: 'domainLookup', most: ({ companyInfo }) => companyInfo.length }),
  limit: perMinute(10),
  examples: [
    {
      name: 'A company by name and country',
      input: { companyInfo: [{ name: 'Behusk Networks', country: 'USA', findEmailDomains: true }] },
    },
  ],
  effect: 'changes',
  handle: ({ input, call, deps }) =>
    deps.jobs.start(domainLookup, call, {
      params: { context: input.overAllContext },
      items: input.companyInfo,
      charging: 'later',
      output: (domainAgentRunId) => ({ domainAgentRunId }),
    }),
})
