import { z } from 'zod'
import { free, makePage, openPage, pageInput, perMinute } from '../../../operation/index.ts'
import { findHome } from '../acting.ts'
import { operation, tag } from '../slice.ts'

const position = z.tuple([z.number()])

const entryView = z
  .object({
    sequence: z.number().int().describe('Numbered from 1, without gaps.'),
    at: z.iso.datetime(),
    actor: z
      .string()
      .describe('Who: `person:ADDRESS`, `key:ID`, `operator:NAME` (of the machine), `sign-up` or `system`.'),
    address: z.string().nullable().describe('Network address, where the change came over a network.'),
    requestId: z.string().nullable(),
    action: z.string().describe('Thing and what happened to it: `key.revoked`, `member.joined`.'),
    subject: z.string().describe('Id of what was changed.'),
    detail: z.unknown().describe('The values that changed.'),
  })
  .meta({ id: 'AuditEntry' })

export const listAuditEntries = operation({
  id: 'listAuditEntries',
  route: 'GET /v1/organization/audit',
  tag,
  area: 'audit',
  summary: 'Read who changed what',
  tasks: ['audit log', 'who revoked a key, who invited somebody'],
  describe:
    'Returns every change of keys, people, billing, settings and privacy in the organization, newest first: who made it, when, from where, and what changed. Entries are never changed or removed. For owners, admins and keys.',
  input: z.object({ ...pageInput({ sizes: { default: 50, most: 500 } }) }),
  output: z.object({
    entries: z.array(entryView),
    hasMore: z.boolean(),
    nextCursor: z.string().nullable(),
  }),
  pages: 'nextCursor',
  price: free('Reading the audit is free.'),
  limit: perMinute(60),
  fails: ['invalid-cursor'],
  examples: [{ name: 'The newest changes', input: { pageSize: 20 } }],
  effect: 'reads',
  async handle({ input, call, deps }) {
    const organizationId = findHome(call)
    const seal = { key: deps.secret, of: 'listAuditEntries', organizationId }
    const after = openPage(input.cursor, seal, position)
    const newest = await deps.audit.listNewest(organizationId, {
      most: input.pageSize + 1,
      ...(after === undefined ? {} : { before: after[0] }),
    })
    const { items, nextCursor } = makePage(newest, {
      size: input.pageSize,
      seal,
      position: ({ sequence }) => [sequence],
    })
    return {
      entries: items.map(({ sequence, at, actor, address, requestId, action, subject, detail }) => ({
        sequence,
        at: at.toISOString(),
        actor,
        address,
        requestId,
        action,
        subject,
        detail,
      })),
      hasMore: nextCursor !== null,
      nextCursor,
    }
  },
})
