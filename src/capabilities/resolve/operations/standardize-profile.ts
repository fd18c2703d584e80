import { z } from 'zod'
import { networkUrl, type NetworkHosts } from '../../../lib/network-url.ts'
import { personReadings, slugOfUnknown } from '../../../corpus/identify/index.ts'
import { invalidMember, perMinute } from '../../../operation/index.ts'
import { findPeople } from '../find-people.ts'
import { personQuestion } from '../person-question.ts'
import { minConfidence } from '../schema.ts'
import { operation, resolversTag } from '../slice.ts'

export const standardizeProfile = operation({
  id: 'standardizeProfile',
  route: 'POST /v1/standardize/profile/single',
  tag: resolversTag,
  summary: 'Bring one profile identifier into standard form',
  tasks: ['normalize a profile URL'],
  describe:
    'Reads an identifier of a person on the network (address of the profile in any spelling, slug, user id or URN, former ones included) and answers its canonical address, slug and user id. An unknown identifier returns found false and the address it would have, free.',
  input: z.object({
    identifier: z.string().min(1).describe('Address of the profile, slug, user id or URN.'),
    minConfidence,
  }),
  output: z.object({
    identifier: z.string().describe('As given.'),
    found: z.boolean(),
    pnetUrl: z.string().nullable().describe('Canonical address; for an unknown slug the one it would have.'),
    pnetSlug: z.string().nullable(),
    userId: z.string().nullable(),
    name: z.string().nullable(),
    fullName: z.string().nullable().describe('The same as name.'),
    confidence: z.number().min(0).max(1),
    evidence: z.array(z.string()),
  }),
  price: (p) => p.perRequest({ key: 'standardizeProfile', units: ({ found: isFound }) => (isFound ? 1 : 0) }),
  limit: perMinute(120),
  examples: [
    {
      name: 'An address as pasted',
      input: { identifier: 'pnet.example/in/Lei-Zhu-ZKEII8-Example/?locale=en' },
    },
  ],
  effect: 'spends',
  async handle({ input, call, deps }) {
    const { identifier, minConfidence } = input
    const text = identifier.trim().slice(0, 2_048)
    const kinds = personReadings(text, deps.network)
    if (kinds.length === 0)
      throw invalidMember(
        'identifier',
        'Expected the address, slug, user id or URN of a profile.',
        'invalid_format',
      )
    for (const kind of kinds) {
      const question = { profileIdentifier: { identifier: kind, value: text }, minConfidence }
      const [match] = (await findPeople(deps, call, personQuestion.parse(question))).matches
      if (match === undefined) continue
      const { primary_slug, user_id, name } = match.person
      return {
        identifier,
        found: true,
        pnetUrl: networkUrl('person', primary_slug, deps.network),
        pnetSlug: primary_slug,
        userId: user_id,
        name,
        fullName: name,
        confidence: match.confidence,
        evidence: match.evidence,
      }
    }
    return { identifier, ...unknown(text, deps.network) }
  },
})

function unknown(text: string, network: NetworkHosts) {
  const slug = slugOfUnknown(text, network)
  return {
    found: false,
    pnetUrl: slug === null ? null : networkUrl('person', slug, network),
    pnetSlug: slug,
    userId: null,
    name: null,
    fullName: null,
    confidence: 0,
    evidence: [],
  }
}
