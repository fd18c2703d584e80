import { z } from 'zod'
import type { NetworkHosts } from '../../../lib/network-url.ts'
import { storable } from '../../../lib/storable-text.ts'
import { isMalformed, personPage } from '../../../corpus/identify/index.ts'
import { free, perMinute } from '../../../operation/index.ts'
import { listIdMembers, namedList } from '../schema.ts'
import { operation, tag } from '../slice.ts'
import type { NewProfile } from '../watched-lists.ts'

export const addProfilesToList = operation({
  id: 'addProfilesToList',
  route: 'POST /v1/job-changes/add-profiles',
  tag,
  summary: 'Add profiles to a job-change list',
  tasks: ['watch more people for job changes'],
  describe:
    'Adds up to 5,000 profiles in one transaction. Scans compare them with their current state in the corpus; profiles it does not know yet are stored by address and looked up at each scan. Existing profiles do not change. Unreadable addresses are skipped and listed in invalidProfiles.',
  input: z.object({
    ...listIdMembers,
    profiles: z
      .array(
        z.object({ pnetUrl: z.string().describe('Profile of the person: its URL, slug, URN or user id.') }),
      )
      .min(1)
      .max(5_000),
  }),
  output: z.object({
    message: z.string(),
    addedCount: z.int().describe('New profiles.'),
    duplicateCount: z.int().describe('Profiles already on the list, or repeated in the request.'),
    invalidProfiles: z.array(z.string()).describe('Addresses that could not be read, as sent.'),
    results: z
      .array(z.object({ pnetUrl: z.string(), status: z.enum(['added', 'duplicate', 'invalid']) }))
      .describe('Outcome of each profile, in their order.'),
  }),
  price: free('Adding profiles is free; scans charge for movements.'),
  limit: perMinute(60),
  timeoutMs: 60_000,
  follows: 'createJobChangeList',
  fails: ['not-found', 'job-change-list-full'],
  examples: [
    {
      name: 'Two profiles',
      input: {
        jobChangeListId: 'jcl_01kf3wz3a0s6n4yq8b2c7d5e9f',
        profiles: [
          { pnetUrl: 'https://www.pnet.example/in/ramon-santos-xq6yt1-example' },
          { pnetUrl: 'ada-lovelace' },
        ],
      },
    },
    {
      name: 'By the other name of the list',
      input: { listId: 'jcl_01kf3wz3a0s6n4yq8b2c7d5e9f', profiles: [{ pnetUrl: 'grace-hopper' }] },
    },
  ],
  effect: 'changes',
  repeatable: true,
  items: { list: 'profiles', answers: 'results' },
  async handle({ input, call, deps }) {
    const id = namedList(input)
    await deps.lists.find(call.organizationId, id)
    const read = input.profiles.map(({ pnetUrl }) => ({
      pnetUrl,
      profile: readProfile(pnetUrl, deps.network),
    }))
    const profiles = read.flatMap(({ profile }) => profile ?? [])
    const invalidProfiles = read.flatMap(({ pnetUrl, profile }) => (profile === undefined ? pnetUrl : []))
    const order = { profiles, invalidCount: invalidProfiles.length, signal: call.signal }
    const areNew = profiles.length === 0 ? [] : await deps.lists.add(call, id, order)
    const addedCount = areNew.filter(Boolean).length
    const inOrder = areNew.values()
    const results = read.map(({ pnetUrl, profile }) => {
      if (profile === undefined) return { pnetUrl, status: 'invalid' as const }
      return { pnetUrl, status: inOrder.next().value === true ? ('added' as const) : ('duplicate' as const) }
    })
    return {
      message: `${addedCount} of ${input.profiles.length} profiles were added.`,
      addedCount,
      duplicateCount: profiles.length - addedCount,
      invalidProfiles,
      results,
    }
  },
})

/** Undefined for an unreadable address. */
function readProfile(pnetUrl: string, network: NetworkHosts): NewProfile | undefined {
  const text = storable(pnetUrl)
  const page = text.length > 500 ? undefined : personPage(text, network)
  if (page === undefined || isMalformed(page)) return undefined
  return { identifier: page.tokens.join(' '), pnetUrl: page.url ?? text.trim() }
}
