import { z } from 'zod'
import { networkUrl } from '../../../lib/network-url.ts'
import { perMinute } from '../../../operation/index.ts'
import { findByEmail } from '../find-by-email.ts'
import { emailAddress, matches, message, minConfidence, rejection } from '../schema.ts'
import { operation, resolversTag } from '../slice.ts'

const personIds = z
  .object({
    primary_slug: z.string(),
    user_id: z.string().nullable(),
    entity_urn: z.string().nullable(),
    pnetUrl: z.string(),
  })
  .meta({ id: 'PersonIds' })

export const liteReverseEmailLookup = operation({
  id: 'liteReverseEmailLookup',
  route: 'POST /v1/email-to-person/single/lite',
  tag: resolversTag,
  summary: 'Find ids of the owner of an e-mail address',
  tasks: ['person id from an email address, in high volume'],
  describe:
    'The same as reverseEmailLookup, at half the price: returns the ids of the people instead of their profiles. Rejected and unknown addresses are free.',
  input: z.object({ email: emailAddress, minConfidence }),
  output: z.object({ data: z.array(personIds), matches, rejection, message }),
  price: (p) => p.perRequest({ key: 'liteReverseEmail', units: ({ data }) => Math.min(1, data.length) }),
  paysAfter: () => true,
  limit: perMinute(3_500),
  examples: [{ name: 'A work address', input: { email: 'lzhu@be--husk.com' } }],
  effect: 'spends',
  async handle({ input, call, deps }) {
    const { matches, message, rejection } = await findByEmail(deps, call, input)
    return {
      data: matches.map(({ person }) => ({
        primary_slug: person.primary_slug,
        user_id: person.user_id,
        entity_urn: person.entity_urn,
        pnetUrl: networkUrl('person', person.primary_slug, deps.network),
      })),
      matches: matches.map(({ confidence, evidence }) => ({ confidence, evidence, live: false })),
      rejection,
      ...(message === undefined ? {} : { message }),
    }
  },
})
