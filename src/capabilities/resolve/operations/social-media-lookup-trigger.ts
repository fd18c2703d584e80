import { z } from 'zod'
import { optional, perMinute } from '../../../operation/index.ts'
import { clientPerson, toPerson } from '../client-person.ts'
import { socialMediaLookup } from '../jobs/social-media-lookup.ts'
import { minConfidence } from '../schema.ts'
import { operation, socialTag } from '../slice.ts'
import { platformsAsked, socialPerson } from '../social-lookup.ts'

export const socialMediaLookupTrigger = operation({
  id: 'socialMediaLookupTrigger',
  route: 'POST /v1/social-media-lookup/trigger',
  tag: socialTag,
  summary: 'Start looking for the social-media accounts of a person',
  tasks: [
    'Twitter, Instagram or Facebook accounts of a person',
    'social handles',
    'Twitter handle of a founder',
  ],
  describe:
    'Starts a look-up of the accounts one person has on other platforms, from what is known of the person: profile, e-mail address, or name with employer and place. Poll socialMediaLookupPolling with the runId. Charged when accounts are found.',
  input: socialPerson.extend({
    person: optional(clientPerson).describe('The person, instead of the members beside it.'),
    overallContext: optional(z.string().max(1_000)).describe('Purpose of the look-up; not compared.'),
    platforms: platformsAsked,
    minConfidence,
  }),
  output: z.object({
    runId: z.string().describe('For the poll.'),
    socialMediaFinderRunId: z.string().describe('The same as runId.'),
  }),
  price: (p) => p.perJob({ key: 'socialMediaLookup', most: () => 1 }),
  limit: perMinute(10),
  examples: [
    {
      name: 'By profile',
      input: { pnetUrl: 'pnet.example/in/lei-zhu-zkeii8-example', platforms: ['microblog', 'codehost'] },
    },
  ],
  effect: 'changes',
  handle: ({ input, call, deps }) => {
    const { platforms, minConfidence, person: named, overallContext: _context, ...clues } = input
    const person = named === undefined ? clues : toPerson(named)
    return deps.jobs.start(socialMediaLookup, call, {
      params: { platforms, minConfidence },
      items: [person],
      charging: 'later',
      output: (runId) => ({ runId, socialMediaFinderRunId: runId }),
    })
  },
})
