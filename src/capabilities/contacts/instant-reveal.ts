import { z } from 'zod'
import { hostAlone } from '../../corpus/names/index.ts'
import { invalidMember, paid, type Call, type Paid } from '../../operation/index.ts'
import { emailStatuses, emailTypes, phoneTypes } from './kinds.ts'
import { cachedButStrangers } from './outside.ts'
import { askedPeople, revealNow } from './reveal.ts'
import { revealLines, revealPrice, tierPrices } from './reveal-price.ts'
import { contactKind, enrichmentType, personIdentifier, wantedKinds, type RevealedProfile } from './schema.ts'
import type { ContactsDeps } from './slice.ts'
import { standard } from './tiers.ts'

/** Body of the instant and the lite form. */
export const instantInput = z.object({
  input: z.discriminatedUnion('mode', [
    z.object({ mode: z.literal('pnet'), value: personIdentifier }),
    z.object({
      mode: z.literal('name-domain'),
      name: z.string().trim().min(1).max(300).describe('Full name.'),
      domain: z.string().trim().min(1).max(2048).describe('Domain of the employer.'),
    }),
  ]),
  enrichmentType,
})

export const instantOutput = z.object({
  profile: z.object({
    emails: z.array(
      z.object({
        emailAddress: z.string(),
        type: z.enum(emailTypes),
        validationStatus: z.enum(emailStatuses),
      }),
    ),
    phoneNumbers: z.array(z.object({ phoneNumber: z.string(), type: z.enum(phoneTypes) })),
    unmatchedWorkEmails: z.array(z.string()).nullish().describe('Work addresses at other employers; free.'),
    alreadyPaid: z.array(contactKind).describe('Kinds paid for before: not charged again.'),
  }),
})

type Output = z.infer<typeof instantOutput>

export const instantPrice = revealPrice<z.output<typeof instantInput>, Output>({
  tier: standard,
  describe: tierPrices.standard,
  wanted: ({ enrichmentType }) => wantedKinds(enrichmentType),
  people: () => 1,
})

/** Answers the requested kinds from stored data; outside sources are used only for an unknown name at a domain. */
export async function revealInstantly(
  deps: ContactsDeps,
  call: Call,
  { input, enrichmentType }: z.output<typeof instantInput>,
): Promise<Paid<Output>> {
  const wanted = wantedKinds(enrichmentType)
  const [revealed] = await revealNow(deps, call, {
    people: [askedPerson(deps, input)],
    options: { tier: 'standard', wanted, validateEmails: true, outside: cachedButStrangers },
  })
  const profile = revealed as RevealedProfile
  const { emails, phoneNumbers, unmatchedWorkEmails, alreadyPaid } = profile
  const output = {
    profile: {
      emails: emails.map(({ email, type, status }) => ({
        emailAddress: email,
        type,
        validationStatus: status,
      })),
      phoneNumbers: phoneNumbers.map(({ number, type }) => ({
        phoneNumber: number,
        type,
      })),
      unmatchedWorkEmails,
      alreadyPaid,
    },
  }
  const cost = { profiles: [profile], wanted }
  return paid(output, revealLines(standard, cost, call.credit.unitPrices))
}

function askedPerson(deps: ContactsDeps, input: z.output<typeof instantInput>['input']) {
  if (input.mode === 'pnet') {
    const [question] = askedPeople(deps, [{ value: input.value, path: 'input.value' }])
    return question as NonNullable<typeof question>
  }
  const domain = hostAlone(input.domain)
  if (domain === undefined)
    throw invalidMember('input.domain', 'Expected a host name such as example.org.', 'invalid_domain')
  return { question: { by: 'name-domain' as const, name: input.name, domain }, pnetUrl: '' }
}
