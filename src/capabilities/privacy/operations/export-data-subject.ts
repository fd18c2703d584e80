import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import type { DataSubject } from '../../../corpus/write/index.ts'
import { INSTALLATION, readOperatorOrigin } from '../../../platform/audit/index.ts'
import { readIdentifiers, namesNobody, namesSomebody, subjectMembers } from '../schema.ts'
import { operation, privacyTag } from '../slice.ts'

const record = z.record(z.string(), z.unknown())

const subject = z
  .object({
    observedAt: z.iso.datetime().describe('When the record was true.'),
    record: record.describe('The record as searches answer it.'),
    emails: z.array(record),
    phoneNumbers: z.array(record),
    externalIds: z.record(z.string(), z.string()).describe('Ids at outside sources, by source.'),
    writtenAs: z
      .array(record)
      .describe('Name, birth and place in each spelling of the rows, if there are several.'),
    provenance: z
      .array(
        z.object({
          source: z.string(),
          observedAt: z.iso.datetime(),
          confidence: z.number(),
          members: z.array(z.string()).describe('Members it gave; empty: all that no other entry names.'),
        }),
      )
      .describe('Where each member came from.'),
    history: z.array(z.object({ observedAt: z.iso.datetime(), source: z.string(), state: record })),
    posts: z.array(record).describe('Posts the person wrote, at most 1,000.'),
    comments: z.array(record).describe('Comments the person wrote, at most 1,000.'),
    reactions: z.array(record).describe('Reactions of the person to posts, at most 1,000.'),
    accounts: z.array(record).describe('Accounts of the person on other platforms, at most 1,000.'),
    uploads: z.array(record).describe('What the person published there, at most 1,000.'),
    replies: z.array(record).describe('Comments of the person there, at most 1,000.'),
  })
  .meta({ id: 'DataSubject' })

export const exportDataSubject = operation({
  id: 'exportDataSubject',
  route: 'POST /v1/privacy/export',
  tag: privacyTag,
  summary: 'Export all that is stored about a person',
  describe:
    'Returns everything the corpus holds about people with one of the identifiers: the record, contact details, outside ids, other spellings of rows, where each member came from, earlier states, posts, comments and reactions, accounts on other platforms and what was published there. It also says whether they are on the suppression list. Each request is audited. For the operator of the installation.',
  input: z.object(subjectMembers).refine(namesSomebody, namesNobody),
  output: z.object({
    people: z.array(subject),
    isSuppressed: z.boolean().describe('Whether one of the identifiers is on the suppression list.'),
  }),
  price: free(),
  limit: perMinute(60),
  access: 'operator',
  timeoutMs: 120_000,
  examples: [{ name: 'By address', input: { emails: ['ramon.santos.xq6yt1@post.example'] } }],
  effect: 'reads',
  async handle({ input, call, deps }) {
    const tokens = readIdentifiers(input, deps).map(({ token }) => token)
    const subjects = await deps.subjects.find(tokens)
    const suppressed = await deps.suppressions.among(tokens)
    await deps.db.transact((tx) =>
      deps.audit.append(tx, {
        organizationId: INSTALLATION,
        by: readOperatorOrigin(call),
        action: 'subject.exported',
        subject: subjects.map(({ id }) => id).join(',') || 'nobody',
        detail: { people: subjects.length },
      }),
    )
    return {
      people: subjects.map(({ observedAt, record: subjectRecord, sealed, history, authored }) => ({
        observedAt,
        record: subjectRecord,
        emails: sealed.emails.map((each) => ({ ...each })),
        phoneNumbers: sealed.phoneNumbers.map((each) => ({ ...each })),
        externalIds: sealed.externalIds,
        writtenAs: sealed.variants ?? [],
        provenance: sealed.provenance,
        history: history.map(({ tracked, ...state }) => ({
          ...state,
          state: tracked,
        })),
        posts: ofKind(authored, 'posts'),
        comments: ofKind(authored, 'comments'),
        reactions: ofKind(authored, 'reactions'),
        accounts: ofKind(authored, 'accounts'),
        uploads: ofKind(authored, 'uploads'),
        replies: ofKind(authored, 'replies'),
      })),
      isSuppressed: suppressed.size > 0,
    }
  },
})

const ofKind = (authored: DataSubject['authored'], wanted: DataSubject['authored'][number]['kind']) =>
  authored.filter(({ kind }) => kind === wanted).map((one) => one.record)
