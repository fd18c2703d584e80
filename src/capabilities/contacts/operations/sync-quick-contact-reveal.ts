import { z } from 'zod'
import { optional, perMinute } from '../../../operation/index.ts'
import { revealAnswer } from '../answers.ts'
import { makeSequence, revealTimeoutMs } from '../outside.ts'
import { askedPeople, revealNow } from '../reveal.ts'
import { revealPrice, tierPrices } from '../reveal-price.ts'
import { personIdentifier, revealOptions, revealOutput, wantedKinds } from '../schema.ts'
import { contactsTag, operation } from '../slice.ts'
import { standard } from '../tiers.ts'

const input = z
  .object({
    pnetUrl: optional(personIdentifier),
    pnetUrls: optional(z.array(personIdentifier).min(1).max(5)).describe('Up to five people at once.'),
    ...revealOptions,
  })
  .refine(({ pnetUrl, pnetUrls }) => (pnetUrl === undefined) !== (pnetUrls === undefined), {
    path: ['pnetUrl'],
    message: 'Send either pnetUrl or pnetUrls, not both.',
  })

type Input = z.output<typeof input>
const identifiers = ({ pnetUrl, pnetUrls }: Input) => pnetUrls ?? [pnetUrl as string]

export const syncQuickContactReveal = operation({
  id: 'syncQuickContactReveal',
  route: 'POST /v1/contact-details/single',
  tag: contactsTag,
  summary: 'Reveal contact details of one to five people',
  tasks: [
    'find emails of a person',
    'get the email address and phone number of a contact',
    'look up work emails of a few people',
    'contact details of a prospect',
    'what is the email of somebody at a company',
    'find email addresses, work emails, contact information',
  ],
  describe:
    'Answers work addresses, personal addresses and phone numbers of one person, or of up to five with pnetUrls. Each kind is charged once per person, however many addresses there are; addresses at former employers are listed separately, free. An unknown person is answered with success false. For one contact continue with turbo, then exhaustive.',
  input,
  output: revealOutput,
  price: () =>
    revealPrice<Input, z.input<typeof revealOutput>>({
      tier: standard,
      describe: tierPrices.standard,
      wanted: ({ enrichmentType }) => wantedKinds(enrichmentType),
      people: (request) => identifiers(request).length,
      profiles: ({ profile, profiles }) => profiles ?? [profile],
    }),
  limit: perMinute(200),
  timeoutMs: revealTimeoutMs,
  examples: [
    { name: 'Everything about one person', input: { pnetUrl: 'ramon-santos-xq6yt1-example' } },
    {
      name: 'Work addresses of two people',
      input: {
        pnetUrls: ['https://www.pnet.example/in/ramon-santos-xq6yt1-example', 'nobody-by-this-name'],
        enrichmentType: { getPersonalEmails: false, getPhoneNumbers: false },
      },
    },
  ],
  items: { list: 'pnetUrls', answers: 'profiles' },
  effect: 'spends',
  isAgentTool: true,
  async handle({ input, call, deps }) {
    const isList = input.pnetUrls !== undefined
    const people = identifiers(input).map((value, index) => ({
      value,
      path: isList ? `pnetUrls[${index}]` : 'pnetUrl',
    }))
    const employer = input.company?.identifier === 'domain' ? input.company.value : undefined
    const profiles = await revealNow(deps, call, {
      people: askedPeople(deps, people, employer),
      options: {
        tier: 'standard',
        wanted: wantedKinds(input.enrichmentType),
        validateEmails: input.validateEmails,
        outside: makeSequence(input.patience),
      },
      includeAttempts: input.includeAttempts,
    })
    return revealAnswer(profiles, isList)
  },
})
