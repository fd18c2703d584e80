import { z } from 'zod'
import { networkUrl } from '../../../lib/network-url.ts'
import { accepted, accountOf } from '../../../corpus/identify/index.ts'
import { perMinute } from '../../../operation/index.ts'
import { findByHandle } from '../find-by-handle.ts'
import { minConfidence } from '../schema.ts'
import { operation, socialTag } from '../slice.ts'

export const microblogHandleToPnetSingle = operation({
  id: 'microblogHandleToPnetSingle',
  route: 'POST /v1/microblog-handle-to-pnet/single',
  tag: socialTag,
  summary: 'Find the network page of a microblog account',
  describe:
    'Answers the page on the professional network of the person, or else the company, behind an account on the microblog, from the accounts the corpus knows. The handle may have its @ or be the address of the account. A handle nobody is known by is free.',
  input: z.object({
    handle: z.string().min(1).describe('With or without @, or the address of the account.'),
    minConfidence,
  }),
  output: z.object({
    found: z.boolean(),
    handle: z.string().describe('As compared: lower case, without @.'),
    type: z.enum(['person', 'company']).nullable(),
    pnetUrl: z.string().nullable(),
    name: z.string().nullable(),
    confidence: z.number().min(0).max(1),
    evidence: z.array(z.string()),
  }),
  price: (p) => p.perRequest({ key: 'microblogHandle', units: ({ found }) => (found ? 1 : 0) }),
  limit: perMinute(120),
  examples: [{ name: 'A handle', input: { handle: '@zoslovatechnologies_sample' } }],
  effect: 'spends',
  async handle({ input, call, deps }) {
    const { handle } = accepted(accountOf('microblog', input.handle), 'handle')
    const match = await findByHandle(deps, call, { platform: 'microblog', handle })
    if (match === undefined || match.confidence < (input.minConfidence ?? 0))
      return { handle, found: false, type: null, pnetUrl: null, name: null, confidence: 0, evidence: [] }
    const { type, slug, name, confidence, evidence } = match
    const pnetUrl = networkUrl(type, slug, deps.network)
    return { handle, found: true, type, pnetUrl, name, confidence, evidence }
  },
})
