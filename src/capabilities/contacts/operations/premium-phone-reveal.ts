import { z } from 'zod'
import { optional, paid, perMinute } from '../../../operation/index.ts'
import { phoneTypes } from '../kinds.ts'
import { everySource, patiences, revealTimeoutMs } from '../outside.ts'
import { askedPeople, revealNow } from '../reveal.ts'
import { revealLines, revealPrice, tierPrices } from '../reveal-price.ts'
import { contactKind, personIdentifier } from '../schema.ts'
import { contactsTag, operation } from '../slice.ts'
import { premium } from '../tiers.ts'

const input = z.object({
  pnetUrl: personIdentifier,
  patience: optional(z.enum(patiences)).describe(
    'How long outside sources may take: 2, 5, 15, 30, 60 or 90 seconds; default 60.',
  ),
})
const output = z.object({
  phoneNumbers: z.array(z.object({ number: z.string().describe('E.164'), type: z.enum(phoneTypes) })),
  alreadyPaid: z.array(contactKind).describe('Kinds paid for before: not charged again.'),
})
const phoneOnly = ['phone'] as const

export const premiumPhoneReveal = operation({
  id: 'premiumPhoneReveal',
  route: 'POST /v1/contact-details/premium-phone/sync',
  tag: contactsTag,
  summary: 'Reveal phone numbers from premium sources',
  tasks: ['mobile number of a person', 'direct dial phone numbers'],
  describe:
    'Looks up only phone numbers, in every source that has them. An unknown person is answered with an empty list.',
  input,
  output,
  price: () =>
    revealPrice<z.output<typeof input>, z.infer<typeof output>>({
      tier: premium,
      describe: tierPrices.premium,
      kinds: phoneOnly,
      wanted: () => phoneOnly,
      people: () => 1,
    }),
  limit: perMinute(60),
  timeoutMs: revealTimeoutMs,
  examples: [{ name: 'One person', input: { pnetUrl: 'ramon-santos-xq6yt1-example' } }],
  effect: 'spends',
  async handle({ input, call, deps }) {
    const [profile] = await revealNow(deps, call, {
      people: askedPeople(deps, [{ value: input.pnetUrl, path: 'pnetUrl' }]),
      options: {
        tier: 'premium',
        wanted: phoneOnly,
        validateEmails: false,
        outside: everySource(input.patience),
      },
    })
    const answer = { phoneNumbers: profile?.phoneNumbers ?? [], alreadyPaid: profile?.alreadyPaid ?? [] }
    const cost = { profiles: profile === undefined ? [] : [profile], wanted: phoneOnly }
    return paid(answer, revealLines(premium, cost, call.credit.unitPrices))
  },
})
