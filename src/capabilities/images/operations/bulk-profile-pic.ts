import { z } from 'zod'
import { outsideId, perMinute } from '../../../operation/index.ts'
import { personTokens } from '../../../corpus/identify/index.ts'
import { findPictures } from '../find-pictures.ts'
import { makeListSchema, name, ownReference, ownReferences, withReferences } from '../logo-schema.ts'
import { imagesTag, operation } from '../slice.ts'

/** The kinds of identifiers of people, each with the member that holds it. */
const naming = {
  pnetUrls: { member: 'pnetUrl', identifier: 'pnetUrl' },
  pnetSlugs: { member: 'pnetSlug', identifier: 'pnetSlug' },
  pnetUserIds: { member: 'pnetUserId', identifier: 'pnetUserId' },
} as const

const profilesIdentifier = z.discriminatedUnion('type', [
  z.object({ type: z.literal('pnetUrls'), pnetUrls: makeListSchema(name), ...ownReferences }),
  z.object({ type: z.literal('pnetSlugs'), pnetSlugs: makeListSchema(name), ...ownReferences }),
  z.object({
    type: z.literal('pnetUserIds'),
    pnetUserIds: makeListSchema(outsideId(name.describe('User id on the network.'))),
    ...ownReferences,
  }),
])

const picture = {
  ...ownReference,
  profilePicUrl: z
    .string()
    .nullable()
    .describe('Address of the profile picture; null (free) when none is known.'),
}

const output = z.object({
  data: z
    .discriminatedUnion('type', [
      z.object({ type: z.literal('pnetUrls'), data: z.array(z.object({ pnetUrl: z.string(), ...picture })) }),
      z.object({
        type: z.literal('pnetSlugs'),
        data: z.array(z.object({ pnetSlug: z.string(), ...picture })),
      }),
      z.object({
        type: z.literal('pnetUserIds'),
        data: z.array(z.object({ pnetUserId: z.string(), ...picture })),
      }),
    ])
    .describe('In the order of the request.'),
})

type ProfilesIdentifier = z.output<typeof profilesIdentifier>
type Answer = z.input<typeof output>

/** Every type is called like the member with its items. */
const listItems = (identifier: ProfilesIdentifier): string[] =>
  (identifier as Partial<Record<ProfilesIdentifier['type'], string[]>>)[identifier.type] ?? []

/** Each picture counts once: one profile in several spellings has one address. */
function countPictures({ data: { data } }: Answer): number {
  const urls = (data as Record<string, string | null>[]).map(({ profilePicUrl }) => profilePicUrl)
  return new Set(urls.filter((url) => url !== null)).size
}

export const bulkProfilePic = operation({
  id: 'bulkProfilePic',
  route: 'POST /v1/profile-pic/bulk',
  tag: imagesTag,
  summary: 'Find the profile pictures of up to 10,000 people',
  tasks: ['profile picture, photo, headshot or avatar of a person', 'pictures of people'],
  describe:
    'Answers the address of the profile picture of each person, in the order of the request. Each picture found is charged once, even if requested twice or in another spelling; items not found or malformed are free. The balance must cover all items.',
  input: z.object({ profilesIdentifier }),
  otherNames: {
    pnetUrls: { path: 'profilesIdentifier.pnetUrls', beside: { 'profilesIdentifier.type': 'pnetUrls' } },
  },
  output,
  price: (p) =>
    p.perRequest({
      key: 'profilePicture',
      most: ({ profilesIdentifier: identifier }) => listItems(identifier).length,
      units: countPictures,
    }),
  limit: perMinute(60),
  examples: [
    {
      name: 'Two profiles',
      input: {
        profilesIdentifier: {
          type: 'pnetUrls',
          pnetUrls: [
            'https://www.pnet.example/in/alan-white-zlldpy-example',
            'https://www.pnet.example/in/nobody',
          ],
        },
      },
    },
  ],
  effect: 'spends',
  async handle({ input: { profilesIdentifier: profiles }, call, deps }) {
    const { type } = profiles
    const { member, identifier } = naming[type]
    const items = listItems(profiles)
    const urls = await findPictures(deps.search, call, {
      kind: 'people',
      items,
      path: `profilesIdentifier.${type}`,
      listTokens: (item) => personTokens(identifier, item, deps.network),
    })
    const pictures = items.map((item, index) => ({ [member]: item, profilePicUrl: urls[index] ?? null }))
    const path = 'profilesIdentifier.clientReferenceIds'
    const data = withReferences(pictures, profiles.clientReferenceIds, { list: type, path })
    // The compiler does not see that the type of the request is that of its answers.
    const answer: object = { data: { type, data } }
    return answer as Answer
  },
})
