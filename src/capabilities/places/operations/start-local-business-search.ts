import { z } from 'zod'
import { perMinute, withDefault, type PriceKey } from '../../../operation/index.ts'
import { standard, tierKeys, worstCase, type ContactKind } from '../../contacts/index.ts'
import { localBusinessSearch } from '../jobs/local-business-search.ts'
import {
  businessList,
  listItems,
  localBusinessOrder,
  ownerKinds,
  peopleMembers,
  preferredKinds,
  type LocalBusinessRequest,
} from '../local-business-schema.ts'
import { operation, researchTag } from '../slice.ts'

const maxBusinesses = 1_000

/** How often a price of contact details is due at most: of each owner requested, and of one person a business. */
function countReveals(key: PriceKey, request: LocalBusinessRequest): number {
  const items = listItems(request)
  const owners = items.filter((item) => item.of === 'business' && item.asked.findOwnerContactInfo)
  const preferred = preferredKinds(request.contactPreferences)
  const inWorst = (kinds: readonly ContactKind[]) =>
    kinds.length > 0 && worstCase(standard, kinds).includes(key) ? 1 : 0
  return owners.length * inWorst(ownerKinds) + items.length * inWorst(preferred)
}

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
    'Starts a look-up of up to 1,000 local businesses: described by name and place, or places of a maps search. Returns what places on maps and companies of the corpus have on each: websites, e-mail addresses, phone numbers, pages elsewhere, and who works there. Poll pollLocalBusinessSearch with the researchRunId as taskId. Each business found is charged; unknown ones are free. findOwnerContactInfo also reveals work address and phone number of the owner, and contactPreferences what it names of the person with one of jobTitles, by the rules and prices of syncQuickContactReveal. The balance must cover all of it at the start, and the rest is returned.',
  input: z
    .object({
      data: withDefault(z.array(localBusinessOrder).max(maxBusinesses), []),
      companies: withDefault(businessList, []).describe(
        'Businesses without an order around them, the same as one of `custom`.',
      ),
      ...peopleMembers,
    })
    .superRefine((request, context) => {
      const total = listItems(request).length
      const path = [request.data.length > 0 ? 'data' : 'companies']
      if (total === 0)
        context.addIssue({ code: 'custom', path: ['data'], message: 'Expected data or companies.' })
      if (total > maxBusinesses)
        context.addIssue({
          code: 'custom',
          path,
          message: `Expected at most ${maxBusinesses} businesses in all.`,
        })
    }),
  output: z.object({
    researchRunId: z.string().describe('For the poll, as taskId.'),
    taskId: z.string().describe('The same.'),
  }),
  price: (p) =>
    p.perJob(
      { key: 'localBusiness', most: (request) => listItems(request).length },
      ...tierKeys(standard).map((key) => ({
        key,
        most: (request: LocalBusinessRequest) => countReveals(key, request),
      })),
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
      params: {
        isSandbox: call.mode === 'test',
        contactKinds: preferredKinds(input.contactPreferences),
        ...(input.jobTitles === undefined
          ? {}
          : { titles: { jobTitles: input.jobTitles, isStrict: input.strictJobTitleMatch } }),
      },
      items: listItems(input),
      charging: 'later',
      output: (id) => ({ researchRunId: id, taskId: id }),
    }),
})
