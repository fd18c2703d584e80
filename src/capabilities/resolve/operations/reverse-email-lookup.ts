import { z } from 'zod'
import { personRecord } from '../../../corpus/records/index.ts'
import { perMinute } from '../../../operation/index.ts'
import { peopleAnswer } from '../answers.ts'
import { findByEmail } from '../find-by-email.ts'
import { emailAddress, matches, message, minConfidence, rejection } from '../schema.ts'
import { operation, resolversTag } from '../slice.ts'

export const reverseEmailLookup = operation({
  id: 'reverseEmailLookup',
  route: 'POST /v1/email-to-person/single',
  tag: resolversTag,
  summary: 'Find the owner of an e-mail address',
  tasks: [
    'who owns this email address',
    'identify a person from an email',
    'who sent this email',
    'lookup of an email address',
  ],
  describe:
    "Returns the people known by an e-mail address, the likeliest first; people may share a mailbox; if more than four do, nobody is returned unless `minConfidence` allows it. An unknown address is also read as first and last name at the domain of an employer, and matched when exactly one person there fits. Addresses that cannot be a person's are rejected with a reason: disposable or anonymous, no such top-level domain, made up by a mail service, digits only, a role mailbox (info@), junk, or at a domain typed to get past forms. Rejected and unknown addresses are free.",
  input: z.object({ email: emailAddress, minConfidence }),
  output: z.object({ data: z.array(personRecord), matches, rejection, message }),
  price: (p) => p.perRequest({ key: 'reverseEmail', units: ({ data }) => Math.min(1, data.length) }),
  paysAfter: () => true,
  limit: perMinute(3_500),
  examples: [
    { name: 'A work address', input: { email: 'lzhu@be--husk.com' } },
    { name: 'A role mailbox is rejected', input: { email: 'info@be--husk.com' } },
  ],
  effect: 'spends',
  async handle({ input, call, deps }) {
    const match = await findByEmail(deps, call, input)
    return { ...(await peopleAnswer(deps, call, { result: match })), rejection: match.rejection }
  },
})
