import { z } from 'zod'
import { free, optional, perMinute, withDefault } from '../../../operation/index.ts'
import { readOperatorOrigin } from '../../../platform/audit/index.ts'
import {
  readIdentifiers,
  namesNobody,
  namesSomebody,
  subjectMembers,
  suppressionReason,
  suppressionView,
  buildView,
} from '../schema.ts'
import { operation, privacyTag } from '../slice.ts'
import { suppressSubject } from '../suppress-subject.ts'

export const suppressDataSubject = operation({
  id: 'suppressDataSubject',
  route: 'POST /v1/privacy/suppressions',
  tag: privacyTag,
  summary: 'Take a person out of the corpus and keep them out',
  describe:
    'Removes the people known by one of the identifiers, with what they wrote, what records of others say about them (founders, investors, followers, addresses in texts), their history and the results of jobs and events about them, and keeps them from being written again by any import or source. They are gone from every answer when this returns; their rows are removed within two hours. Only digests are kept to recognise them. Repeating the request changes nothing. For the operator of the installation.',
  input: z
    .object({
      ...subjectMembers,
      reason: withDefault(suppressionReason, 'erasure'),
      note: optional(z.string().max(1000)).describe('Kept with the entry; a case number, not a name.'),
    })
    .refine(namesSomebody, namesNobody),
  output: z.object({
    suppression: suppressionView,
    isNew: z.boolean().describe('False when the list covered all identifiers already.'),
    numPeopleRemoved: z.int(),
    numPostsRemoved: z.int(),
    numMentionsRemoved: z.int().describe('Records of others that named the person, and no longer do.'),
  }),
  price: free(),
  limit: perMinute(60),
  access: 'operator',
  timeoutMs: 120_000,
  examples: [
    { name: 'A request for erasure', input: { emails: ['ada@home.example.org'], note: 'Case 2026-117' } },
  ],
  effect: 'changes',
  repeatable: true,
  async handle({ input, call, deps }) {
    const { suppression, isNew, people, authored, mentions } = await suppressSubject(deps, {
      identifiers: readIdentifiers(input, deps),
      reason: input.reason,
      note: input.note,
      by: readOperatorOrigin(call),
    })
    return {
      suppression: buildView(suppression),
      isNew,
      numPeopleRemoved: people,
      numPostsRemoved: authored,
      numMentionsRemoved: mentions,
    }
  },
})
