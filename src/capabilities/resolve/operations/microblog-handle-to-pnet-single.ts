import { z } from 'zod'
import { networkUrl } from '../../../lib/network-url.ts'
import { accepted, readAccount } from '../../../corpus/identify/index.ts'
import { perMinute, type Call } from '../../../operation/index.ts'
import type { Question } from '../../../sources/index.ts'
import { accountOwner, type MicroblogAccount } from '../account-owner.ts'
import { askMicroblog } from '../ask-microblog.ts'
import { findByHandle, type HandleMatch } from '../find-by-handle.ts'
import { minConfidence } from '../schema.ts'
import { operation, socialTag, type ResolveDeps } from '../slice.ts'

const text = z.string().nullable()
const links = z.array(z.string())

const shownAccount = z
  .object({
    handle: z.string(),
    url: text,
    displayName: text,
    bio: text,
    externalUrl: text,
    profileImageUrl: text,
    followerCount: z.number().int().nullable(),
    links: links.describe('Addresses the account names as its own.'),
    verifiedLinks: links.describe('Links that point back to the account, as verified by the platform.'),
  })
  .meta({ id: 'MicroblogAccount' })

export const microblogHandleToPnetSingle = operation({
  id: 'microblogHandleToPnetSingle',
  route: 'POST /v1/microblog-handle-to-pnet/single',
  tag: socialTag,
  summary: 'Find the network page of a microblog account',
  tasks: ['LinkedIn page of a Twitter or X handle'],
  describe:
    'Returns the page on the professional network of the person, or else the company, behind an account on the microblog: the one the corpus has for the account, else, if a source is set up, the page the account links to, or that of the owner of its name and domain. The handle may have its @, its server after a second @, or be the address of the account. A handle without a match is free, and so is one that no source could be asked for, which a warning says.',
  input: z.object({
    handle: z
      .string()
      .min(1)
      .max(2_048)
      .describe('With or without @, with its server (@ada@server.example), or the address of the account.'),
    minConfidence,
  }),
  output: z.object({
    found: z.boolean(),
    handle: z.string().describe('As compared: lower case, without @ in front.'),
    type: z.enum(['person', 'company']).nullable(),
    pnetUrl: z.string().nullable(),
    name: z.string().nullable(),
    confidence: z.number().min(0).max(1),
    evidence: z.array(z.string()),
    source: text.describe('Where the page was found: corpus, or the name of a source; null if it was not.'),
    account: shownAccount.nullable().describe('The account, if a source was asked for it and has it.'),
  }),
  price: (p) => p.perRequest({ key: 'microblogHandle', units: ({ found: isFound }) => (isFound ? 1 : 0) }),
  limit: perMinute(120),
  timeoutMs: 30_000,
  examples: [{ name: 'A handle', input: { handle: '@zoslovatechnologiesexample' } }],
  effect: 'spends',
  async handle({ input, call, deps }) {
    const question = readQuestion(input.handle)
    const { match, source, account } = await findOwner(deps, call, question)
    const view = account === undefined ? null : buildView(account)
    const about = { handle: question.handle, account: view }
    if (match === undefined || match.confidence < (input.minConfidence ?? 0)) return { ...about, ...nobody }
    const { type, slug, name, confidence, evidence } = match
    const pnetUrl = networkUrl(type, slug, deps.network)
    return { ...about, found: true, type, pnetUrl, name, confidence, evidence, source }
  },
})

const nobody = {
  found: false,
  type: null,
  pnetUrl: null,
  name: null,
  confidence: 0,
  evidence: [],
  source: null,
}

/** The handle as it is compared, and how sources are asked for it. Throws a 400. */
function readQuestion(handleText: string): { handle: string; question: Question<'microblog.account'> } {
  const trimmed = handleText.trim()
  // Elsewhere this is an e-mail address; here it can only be an account with its server.
  const isOfServer = /^[^@/\s]+@[^@/\s]+$/.test(trimmed)
  const { handle } = accepted(readAccount('microblog', isOfServer ? `@${trimmed}` : trimmed), 'handle')
  const [name = handle, named] = handle.split('@')
  const address = /[/]/.test(trimmed)
    ? URL.parse(/^https?:/i.test(trimmed) ? trimmed : `https://${trimmed}`)
    : null
  return {
    handle,
    question: { handle: name, server: named ?? address?.hostname.replace(/^www\./, '') ?? null },
  }
}

/** The corpus knows, or a source says who the account is. */
async function findOwner(
  deps: ResolveDeps,
  call: Call,
  { handle, question }: ReturnType<typeof readQuestion>,
): Promise<{ match?: HandleMatch | undefined; source: string | null; account?: MicroblogAccount }> {
  const ownerMatch = await findByHandle(deps, call, { platform: 'microblog', handle })
  if (ownerMatch !== undefined) return { match: ownerMatch, source: 'corpus' }
  const live = await askMicroblog(deps, question, call.signal)
  if (live.state === 'unavailable')
    call.warn(
      'handle',
      'No source could be asked for the account just now, and the corpus does not know it: ask again later.',
    )
  if (live.state !== 'found') return { source: null }
  const match = await accountOwner(deps, call.signal, live.answer)
  return { match, source: live.source, account: live.answer }
}

const buildView = (account: MicroblogAccount): z.input<typeof shownAccount> => ({
  handle: account.handle,
  url: account.url,
  displayName: account.name,
  bio: account.bio,
  externalUrl: account.website,
  profileImageUrl: account.avatarUrl,
  followerCount: account.followers,
  links: account.links,
  verifiedLinks: account.verifiedLinks,
})
