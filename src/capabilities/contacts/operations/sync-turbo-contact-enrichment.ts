import { z } from 'zod'
import { perMinute } from '../../../operation/index.ts'
import { revealAnswer } from '../answers.ts'
import { makeRace, revealTimeoutMs } from '../outside.ts'
import { askedPeople, revealNow } from '../reveal.ts'
import { revealPrice, tierPrices } from '../reveal-price.ts'
import { personIdentifier, revealOptions, revealOutput, wantedKinds } from '../schema.ts'
import { contactsTag, operation } from '../slice.ts'
import { turbo } from '../tiers.ts'

const input = z.object({ pnetUrl: personIdentifier, ...revealOptions })
type Input = z.output<typeof input>

export const syncTurboContactEnrichment = operation({
  id: 'syncTurboContactEnrichment',
  route: 'POST /v1/contact-details/turbo/sync',
  tag: contactsTag,
  summary: 'Reveal contact details of one person, fastest',
  tasks: ['email of one person, fast'],
  describe:
    'Calls every source at the same time and answers as soon as one suffices: the fastest way, at the highest price. Input and answer are those of the standard form, for one person.',
  input,
  output: revealOutput,
  price: () =>
    revealPrice<Input, z.input<typeof revealOutput>>({
      tier: turbo,
      describe: tierPrices.turbo,
      wanted: ({ enrichmentType }) => wantedKinds(enrichmentType),
      people: () => 1,
      profiles: ({ profile }) => [profile],
    }),
  limit: perMinute(60),
  timeoutMs: revealTimeoutMs,
  examples: [{ name: 'Everything about one person', input: { pnetUrl: 'ramon-santos-xq6yt1-example' } }],
  effect: 'spends',
  async handle({ input, call, deps }) {
    const employer = input.company?.identifier === 'domain' ? input.company.value : undefined
    const profiles = await revealNow(deps, call, {
      people: askedPeople(deps, [{ value: input.pnetUrl, path: 'pnetUrl' }], employer),
      options: {
        tier: 'turbo',
        wanted: wantedKinds(input.enrichmentType),
        validateEmails: input.validateEmails,
        outside: makeRace(input.patience),
      },
      includeAttempts: input.includeAttempts,
    })
    return revealAnswer(profiles, false)
  },
})
