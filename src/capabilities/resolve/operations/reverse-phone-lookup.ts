import { z } from 'zod'
import { countryByAlpha3 } from '../../../corpus/reference/index.ts'
import { personRecord } from '../../../corpus/records/index.ts'
import { optional, perMinute } from '../../../operation/index.ts'
import { peopleAnswer } from '../answers.ts'
import { findByPhone } from '../find-by-phone.ts'
import { matches, message, minConfidence } from '../schema.ts'
import { operation, resolversTag } from '../slice.ts'

export const reversePhoneLookup = operation({
  id: 'reversePhoneLookup',
  route: 'POST /v1/phone-to-person/single',
  tag: resolversTag,
  summary: 'Find the owner of a phone number',
  tasks: [
    'whose phone number is this',
    'identify a caller from a number',
    'company or person of a phone number',
    'phone number lookup',
  ],
  describe:
    'Returns the people known by a phone number, the most prominent first; people may share a home or a practice, which lowers the confidence of each. If more than four share a number, as at a switchboard, nobody is returned, free, unless `minConfidence` allows it. Numbers are compared in international form: spaces, brackets and the ways to write the country code do not matter. Unknown numbers are free.',
  input: z.object({
    phoneNumber: z.string().min(1).describe('With its country code (+1 202 555 0123), or with countryCode.'),
    countryCode: optional(z.string().length(3)).describe('ISO 3166-1 alpha-3; for numbers in national form.'),
    minConfidence,
  }),
  output: z.object({
    data: z.array(personRecord),
    results: z
      .array(z.object({ type: z.literal('profile'), profile: personRecord }))
      .describe('The same people, each with what it is.'),
    rejectionReason: z
      .object({ reason: z.string() })
      .nullable()
      .describe('Always null: no number is rejected unread.'),
    matches,
    message,
  }),
  price: (p) => p.perRequest({ key: 'reversePhone', units: ({ data }) => Math.min(1, data.length) }),
  paysAfter: () => true,
  limit: perMinute(120),
  examples: [{ name: 'A mobile number', input: { phoneNumber: '+1 919 555 0116' } }],
  effect: 'spends',
  async handle({ input, call, deps }) {
    const { countryCode, ...question } = input
    const alpha2 = countryCode === undefined ? undefined : countryByAlpha3(countryCode.toUpperCase())?.alpha2
    const answer = await peopleAnswer(deps, call, {
      result: await findByPhone(deps, call, { ...question, alpha2 }),
    })
    const results = answer.data.map((profile) => ({ type: 'profile' as const, profile }))
    return { ...answer, results, rejectionReason: null }
  },
})
