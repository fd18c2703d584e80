import { z } from 'zod'
import { perMinute } from '../../../operation/index.ts'
import { socialMediaLookup } from '../jobs/social-media-lookup.ts'
import { minConfidence } from '../schema.ts'
import { operation, socialTag } from '../slice.ts'
import { platformsAsked, socialPerson } from '../social-lookup.ts'

export const socialMediaLookupTrigger = operation({
  id: 'socialMediaLookupTrigger',
  route: 'POST /v1/social-media-lookup/trigger',
  tag: socialTag,
  summary: 'Start looking for the social-media accounts of a person',
  describe:
    'Starts a look-up of the accounts one person has on other platforms, from what is known of the person: profile, e-mail address, or name with employer and place. Poll socialMediaLookupPolling with the runId. Charged when accounts are found.',
  input: socialPerson.extend({ platforms: platformsAsked, minConfidence }),
  output: z.object({ runId: z.string().describe('For the poll.') }),
  price: (p) => p.perJob({ key: 'socialMediaLookup', most: () => 1 }),
  limit: perMinute(10),
  examples: [
    {
      name: 'By profile',
      input: { pnetUrl: 'pnet.example/in/lei-zhu-zkeii8', platforms: ['microblog', 'codehost'] },
    },
  ],
  effect: 'changes',
  handle: ({ input, call, deps }) => {
    const { platforms, minConfidence, ...person } = input
    return deps.jobs.start(socialMediaLookup, call, {
      params: { platforms, minConfidence },
      items: [person],
      charging: 'later',
      output: (runId) => ({ runId }),
    })
  },
})
