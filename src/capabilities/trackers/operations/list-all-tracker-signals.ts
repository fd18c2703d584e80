import { z } from 'zod'
import {
  free,
  invalidMember,
  makePage,
  openPage,
  optional,
  outsideId,
  pageInput,
  perMinute,
  resourceId,
  withDefault,
} from '../../../operation/index.ts'
import { signalSchema, completeSignal } from '../signal.ts'
import { recordKind } from '../record-kinds.ts'
import type { EntityType } from '../rules/states.ts'
import { filters, selectAllSignals } from '../signal-rows.ts'
import { operation, tag, type TrackersDeps } from '../slice.ts'

const listedSignal = signalSchema
  .extend({
    listId: z.string(),
    listName: z.string(),
    isListArchived: z.boolean(),
    foundAt: z.iso.datetime().describe('When a refresh found it.'),
  })
  .meta({ id: 'ListedTrackerSignal' })

/** A signal keeps the id that its company or person had: those that became part of another are told by theirs. */
async function withMerged(
  { search: { search } }: Pick<TrackersDeps, 'search'>,
  entityType: EntityType,
  ids: readonly string[],
): Promise<string[]> {
  const kind = recordKind[entityType]
  return search.withMerged(kind, { ids, snapshot: await search.snapshots.newest(kind) })
}

const position = z.tuple([z.number(), z.int()])

export const listAllTrackerSignals = operation({
  id: 'listAllTrackerSignals',
  route: 'GET /v1/tracker/signals',
  tag,
  summary: 'Read the signals of all tracker lists',
  tasks: [
    'feed of all signals',
    'what happened today at everything we watch',
    'signals about one company or person',
  ],
  describe:
    'Returns a page of the signals of all lists of the organization, archived ones too, the newest first, each with its list. Narrowed by list, by type of rule, by company or person and by when a refresh found them. listAllWebhookDeliveries with `signalId` lists to whom one was sent.',
  input: z.object({
    listId: optional(z.array(resourceId('tracker list')).min(1).max(100)),
    type: optional(z.array(z.string().min(1).max(100)).min(1).max(100)).describe(
      'Types of rules, as listAvailableTrackerRules names them.',
    ),
    entityType: optional(z.enum(['company', 'person'])),
    entityId: optional(
      z
        .array(outsideId(z.string().min(1).max(100)))
        .min(1)
        .max(100),
    ).describe(
      'Of these companies or people, and of those that were merged into them: the entityId of signals, which is the entity_id of records. Needs entityType, since a company and a person may have the same id.',
    ),
    from: optional(z.iso.datetime({ offset: true })).describe('Found at or after this instant.'),
    to: optional(z.iso.datetime({ offset: true })).describe('Found before this instant.'),
    filter: withDefault(z.enum(filters), 'all').describe('real: without test signals; dummy: only those.'),
    ...pageInput({ sizes: { default: 25, most: 100 } }),
  }),
  output: z.object({
    signals: z.array(listedSignal),
    hasMore: z.boolean(),
    nextCursor: z.string().nullable().describe('Pass as cursor for the next page; null at the end.'),
  }),
  pages: 'nextCursor',
  price: free('Signals are free to read.'),
  limit: perMinute(120),
  fails: ['not-found', 'invalid-cursor'],
  examples: [
    { name: 'The newest of every list', input: { pageSize: 10 } },
    { name: 'Who changed jobs', input: { type: ['person_changed_company'], filter: 'real' } },
  ],
  effect: 'reads',
  async handle({ input, call, deps }) {
    const { organizationId } = call
    const { pageSize: size, cursor, from, to, ...narrowing } = input
    const [fromMs, toMs] = [from, to].map((text) => (text === undefined ? undefined : Date.parse(text)))
    if (fromMs !== undefined && toMs !== undefined && fromMs > toMs) {
      return invalidMember('to', 'Expected an instant at or after from.')
    }
    const { entityType, entityId } = narrowing
    if (entityId !== undefined && entityType === undefined) {
      return invalidMember('entityType', 'Expected company or person: entityId alone may name one of each.')
    }
    // An unknown list would pass for one without signals.
    for (const id of new Set(narrowing.listId)) await deps.trackers.findAny(organizationId, id)
    const query = { ...narrowing, from, to }
    const seal = { key: deps.secret, of: 'listAllTrackerSignals', organizationId, query }
    const after = openPage(cursor, seal, position)
    const signals = await selectAllSignals(deps.db, {
      ...narrowing,
      ...(entityType !== undefined &&
        entityId !== undefined && { entityId: await withMerged(deps, entityType, entityId) }),
      organizationId,
      from: fromMs === undefined ? undefined : new Date(fromMs),
      to: toMs === undefined ? undefined : new Date(toMs),
      before: after === undefined ? undefined : { createdAt: new Date(after[0]), number: after[1] },
      most: size + 1,
    })
    const { items, nextCursor } = makePage(signals, {
      size,
      seal,
      position: ({ createdAt, number }) => [createdAt.getTime(), number],
    })
    return {
      signals: items.map(({ signal, listId, listName, isListArchived, createdAt }) => ({
        ...completeSignal(signal),
        listId,
        listName,
        isListArchived,
        foundAt: createdAt.toISOString(),
      })),
      hasMore: nextCursor !== null,
      nextCursor,
    }
  },
})
