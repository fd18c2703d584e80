import { z } from 'zod'
import { personRecord } from '../../../corpus/records/index.ts'
import { perMinute } from '../../../operation/index.ts'
import { findPeopleNow, mayFetch, warnNotLive } from '../live-fetch.ts'
import { peopleAnswer } from '../answers.ts'
import { personQuestion } from '../person-question.ts'
import { matches, message } from '../schema.ts'
import { operation, resolversTag } from '../slice.ts'

export const kitchenSinkProfile = operation({
  id: 'KitchenSinkProfile',
  route: 'POST /v1/kitchen-sink/person',
  tag: resolversTag,
  summary: 'Look up a person',
  tasks: [
    'person by name and employer',
    'enrich a person',
    'get a LinkedIn profile by its URL',
    'who is this person',
    'look up a person',
    'career, jobs and education of a person',
  ],
  describe:
    'Finds the person you mean by whatever is known. profileIdentifier decides, then emailAddress, then personName with everything else; without a name, a headline or two of employer, title and school are needed. An identifier decides: members that disagree are reported as evidence, and only forceCompanyMatch makes the employer a condition. If both name and employer contradict it, nobody matches and nothing is charged. Among employer members the strongest known one decides: companyIdentifier, companyDomain, companyName. Members given beside a name raise the confidence of those who agree and leave out those who match clearly worse. looseMatch also takes partial and reordered names, fuzzySearch one typo a word; both are tried only when the exact name gives too few. thoroughness low looks at 25 candidates a question instead of 100. Answers come from the corpus; liveFetch fetches the best match, or the one an identifier names, from a live source first; it is charged only when a source had it. maxAgeDays does so only if a value of the best match is older, and leaves out what stays older. People who match equally well are no match: without minConfidence the matches returned must together be likely enough (0.5), unless personName has looseMatch and numProfiles is more than 1: then up to numProfiles candidates are returned, each with its confidence. A look-up with a match costs the same however many profiles it returns. No match is an empty list and free.',
  input: personQuestion,
  output: z.object({ data: z.array(personRecord), matches, message }),
  price: (p) =>
    p.perRequest(
      { key: 'kitchenSinkPerson', units: ({ data }) => Math.min(1, data.length) },
      {
        key: 'liveEnrichPerson',
        asked: mayFetch,
        units: (output) => (output.matches.some(({ live }) => live) ? 1 : 0),
      },
    ),
  // A live fetch asks outside sources, which cost their operator something.
  paysAfter: (input) => !mayFetch(input),
  limit: perMinute(120),
  timeoutMs: 60_000,
  examples: [
    {
      name: 'By name and employer',
      input: { personName: { value: 'Lei Zhu' }, companyName: { value: 'Behusk Networks' } },
    },
    {
      name: 'By profile address, with details of each employer',
      input: {
        profileIdentifier: { identifier: 'pnetUrl', value: 'pnet.example/in/lei-zhu-zkeii8-example' },
        getDetailedWorkExperience: true,
      },
    },
  ],
  effect: 'spends',
  isAgentTool: true,
  async handle({ input, call, deps }) {
    warnNotLive(deps, call, { isWanted: input.liveFetch, capability: 'person.live' })
    return peopleAnswer(deps, call, { result: await findPeopleNow(deps, call, input), details: input })
  },
})
