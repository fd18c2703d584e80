import { z } from 'zod'
import { perMinute } from '../../../operation/index.ts'
import { localBusinessSearch } from '../jobs/local-business-search.ts'
import { listItems, localBusinessOrder, type LocalBusinessOrder } from '../local-business-schema.ts'
import { operation, researchTag } from '../slice.ts'

const maxBusinesses = 1_000

const countOwners = ({ data }: { data: readonly LocalBusinessOrder[] }) =>
  listItems(data).filter((item) => item.of === 'business' && item.asked.findOwnerContactInfo).length

export const startLocalBusinessSearch = operation({
  id: 'startLocalBusinessSearch',
  route: 'POST /v1/local-business-search/start',
  tag: researchTag,
  summary: 'Start looking up local businesses',
  tasks: [
    'plumbers, dentists or restaurants in a city with phone numbers',
    'local businesses and small shops',
    'small shops, services and trades nearby',
  ],
  describe:
    'Starts a look-up of up to 1,000 local businesses: described by name and place, or places of a maps search. Returns what places on maps and companies of the corpus have on each: websites, e-mail addresses, phone numbers, pages elsewhere, and who works there. Poll pollLocalBusinessSearch with the researchRunId as taskId. Each business found is charged; unknown ones are free. findOwnerContactInfo also reveals work address and phone number of the owner, by the rules and prices of syncQuickContactReveal. The balance must cover all of it at the start, and the rest is returned.',
  input: z
    .object({ data: z.array(localBusinessOrder).min(1).max(maxBusinesses) })
    .superRefine(({ data }, context) => {
      if (listItems(data).length > maxBusinesses)
        context.addIssue({
          code: 'custom',
          path: ['data'],
          message: `Expected at most ${maxBusinesses} businesses in all.`,
        })
    }),
  output: z.object({
    researchRunId: z.string().describe('For the poll, as taskId.'),
    taskId: z.string().describe('The same.'),
  }),
  price: (p) =>
    p.perJob(
      { key: 'localBusiness', most: ({ data }) => listItems(data).length },
      { key: 'workEmailReveal', most: countOwners },
      { key: 'phoneReveal', most: countOwners },
    ),
  limit: perMinute(10),
  examples: [
    {
      name: 'A business by name, and a place',
      input: {
        data: [
          { source: 'custom', companies: [{ companyName: 'Behusk Networks', companyCountryCode: 'USA' }] },
          { source: 'maps', placeId: 'sample-0' },
        ],
      },
    },
  ],
  effect: 'changes',
  handle: ({ input, call, deps }) =>
    deps.jobs.start(localBusinessSearch, call, {
      params: { isSandbox: call.mode === 'test' },
      items: listItems(input.data),
      charging: 'later',
      output: (id) => ({ researchRunId: id, taskId: id }),
    }),
})
