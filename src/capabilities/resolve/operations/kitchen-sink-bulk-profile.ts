import { z } from 'zod'
import { personRecord } from '../../../corpus/records/index.ts'
import { malformed } from '../../../corpus/identify/index.ts'
import { distinctEntities, invalidMember, optional, perMinute } from '../../../operation/index.ts'
import { nothingFound, peopleAnswer } from '../answers.ts'
import { eachItem, maxItems } from '../bulk.ts'
import { findPeopleNow, mayFetch, warnNotLive } from '../live-fetch.ts'
import { personQuestion } from '../person-question.ts'
import { matches, message } from '../schema.ts'
import { operation, resolversTag } from '../slice.ts'

const { liveFetch, maxAgeDays, forceCompanyMatch, fuzzySearch, minConfidence } = personQuestion.shape
const { getDetailedEducation, getDetailedWorkExperience } = personQuestion.shape
const shared = {
  liveFetch,
  maxAgeDays,
  forceCompanyMatch,
  fuzzySearch,
  minConfidence,
  getDetailedEducation,
  getDetailedWorkExperience,
}
const item = personQuestion
  .omit({
    liveFetch: true,
    maxAgeDays: true,
    forceCompanyMatch: true,
    fuzzySearch: true,
    minConfidence: true,
    getDetailedEducation: true,
    getDetailedWorkExperience: true,
  })
  .extend({
    // Read item by item, so that one that is not an address does not cost the caller the others.
    emailAddress: optional(z.string().max(320)).describe(personQuestion.shape.emailAddress.description ?? ''),
  })

export const kitchenSinkBulkProfile = operation({
  id: 'KitchenSinkBulkProfile',
  route: 'POST /v1/kitchen-sink/bulk/profile',
  tag: resolversTag,
  summary: 'Look up many people',
  tasks: ['enrich many people at once'],
  describe:
    'Returns 1 to 50 person look-ups at once, each as KitchenSinkProfile would, in the order of the request: data[i] holds the matches of profiles[i], an empty list if nobody matches or an identifier is invalid: warnings name those. The members beside profiles apply to all of them. Each item with a match is charged, the others are free; items for the same person are charged once. The balance must cover all items.',
  input: z.object({ profiles: z.array(item).min(1).max(maxItems), ...shared }),
  output: z.object({
    data: z.array(z.array(personRecord)).describe('Aligned with profiles.'),
    matches: z.array(matches).describe('Aligned with data.'),
    message,
  }),
  price: (p) =>
    p.perRequest(
      {
        key: 'kitchenSinkPerson',
        most: ({ profiles }) => profiles.length,
        units: ({ data }) => distinctEntities(data),
      },
      {
        key: 'liveEnrichPerson',
        asked: mayFetch,
        most: ({ profiles }) => profiles.length,
        units: ({ data, matches: notes }) =>
          distinctEntities(data.filter((_, index) => notes[index]?.some(({ live }) => live))),
      },
    ),
  limit: perMinute(30),
  timeoutMs: 60_000,
  examples: [
    {
      name: 'One by address, one by name and employer',
      input: {
        profiles: [
          { profileIdentifier: { identifier: 'pnetSlug', value: 'lei-zhu-zkeii8-example' } },
          { personName: { value: 'Lei Zhu' }, companyName: { value: 'Behusk Networks' } },
        ],
      },
    },
  ],
  items: { list: 'profiles', answers: 'data' },
  effect: 'spends',
  async handle({ input, call, deps }) {
    const { profiles, ...shared } = input
    warnNotLive(deps, call, { isWanted: shared.liveFetch, capability: 'person.live' })
    const answers = await eachItem(
      { deps, call, member: 'profiles', none: nothingFound },
      profiles,
      async (joined, own, each) => {
        const question = { ...each, ...shared, emailAddress: readAddress(each.emailAddress) }
        return peopleAnswer(joined, own, {
          result: await findPeopleNow(deps, own, question, joined),
          details: question,
        })
      },
    )
    const data = answers.map((each) => each.data)
    const empty = data.every((each) => each.length === 0)
    return {
      data,
      matches: answers.map((each) => each.matches),
      ...(empty ? { message: 'Nobody matches any item.' } : {}),
    }
  },
})

/** Throws at `emailAddress` for a text that is not an address. */
function readAddress(text: string | undefined): string | undefined {
  const read = personQuestion.shape.emailAddress.safeParse(text)
  if (!read.success) throw invalidMember('emailAddress', malformed.email.expected, malformed.email.code)
  return read.data
}
