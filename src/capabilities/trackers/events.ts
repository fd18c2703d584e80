import { z } from 'zod'
import { defineEvent } from '../../platform/events/index.ts'
import { billingMethods } from './list-kinds.ts'
import { entityIdentity, exampleEntity } from './signal.ts'

const entityType = z.enum(['company', 'person'])

export const trackerSignalDetected = defineEvent({
  key: 'tracker.signal_detected',
  group: 'monitoring',
  describe:
    'A rule of a tracker list fired. `entity.orderingKey` is the same for all signals of one entity: signals with one key were found in the order of the feed.',
  schema: z.strictObject({
    success: z.boolean(),
    eventId: z.string().describe('Id of the signal, the same at every delivery.'),
    occurredAt: z.iso.datetime(),
    entity: z.strictObject({
      type: entityType,
      orderingKey: z.string(),
      identifiers: z.strictObject(entityIdentity).describe('The members of the signal that name its entity.'),
    }),
    subscription: z.strictObject({
      id: z.string().describe('Id of the rule.'),
      type: z.string(),
      listId: z.string(),
      listName: z.string(),
    }),
    signal: z.strictObject({
      type: z.string(),
      summary: z.string(),
      changeData: z.array(z.looseObject({ kind: z.string() })),
      sources: z.array(z.string()),
      methodology: z.string(),
      confidence: z.number(),
      isDummy: z.boolean(),
    }),
    billing: z.strictObject({ creditsCharged: z.number(), billingMethod: z.enum(billingMethods) }),
  }),
  listId: ({ subscription }) => subscription.listId,
  orderingKey: ({ entity }) => entity.orderingKey,
  words: ({ signal, subscription, entity: { identifiers }, occurredAt }) => ({
    title: signal.summary,
    facts: [
      ['List', subscription.listName],
      ['Rule', subscription.type],
      ...(identifiers.domain === null ? [] : [['Domain', identifiers.domain] as const]),
      ...(identifiers.pnetUrl === null ? [] : [['Page', identifiers.pnetUrl] as const]),
      ['Observed', occurredAt],
    ],
  }),
  example: {
    success: true,
    eventId: 'tsig_01kf3wz3a0s6n4yq8b2c7d5e9f',
    occurredAt: '2026-01-15T12:00:00.000Z',
    entity: {
      type: 'company',
      orderingKey: 'company:4711',
      identifiers: {
        ...exampleEntity.company,
        entityId: '4711',
        externalIds: { crm: '0015g00000Acme' },
      },
    },
    subscription: {
      id: 'trule_01kf3wz3a0s6n4yq8b2c7d5e9f',
      type: 'headcount_crossed_threshold',
      listId: 'tclist_01kf3wz3a0s6n4yq8b2c7d5e9f',
      listName: 'Customers',
    },
    signal: {
      type: 'headcount_crossed_threshold',
      summary: 'Acme reached 100 employees.',
      changeData: [
        {
          kind: 'numeric',
          previous: 90,
          current: 105,
          direction: 'increased',
          absoluteChange: 15,
          percentChange: 16.67,
        },
      ],
      sources: [],
      methodology: 'The state of this refresh compared with that of the refresh before.',
      confidence: 1,
      isDummy: false,
    },
    billing: { creditsCharged: 0, billingMethod: 'per_check' },
  },
})

const list = { success: z.boolean(), listId: z.string(), listName: z.string(), entityType }
const listExample = {
  success: true,
  listId: 'tclist_01kf3wz3a0s6n4yq8b2c7d5e9f',
  listName: 'Customers',
  entityType: 'company' as const,
}

export const trackerListRunCompleted = defineEvent({
  key: 'tracker.list_run_completed',
  group: 'monitoring',
  describe: 'A refresh of a tracker list ended or failed.',
  schema: z.strictObject({
    ...list,
    entityCount: z.int(),
    refreshedAt: z.iso.datetime(),
    nextRefreshAt: z.iso.datetime().nullable(),
    refreshIntervalDays: z.int(),
    liveSources: z
      .strictObject({
        asked: z.int(),
        live: z.int(),
        notFound: z.int(),
        unavailable: z.int().describe('For these the corpus was used as it was.'),
      })
      .nullable()
      .describe('What live sources returned for the members before the check; null if none is set up.'),
    error: z.string().nullable().describe('Why it failed; null if it succeeded.'),
  }),
  listId: ({ listId }) => listId,
  example: {
    ...listExample,
    liveSources: { asked: 240, live: 236, notFound: 3, unavailable: 1 },
    entityCount: 240,
    refreshedAt: '2026-01-15T12:00:07.000Z',
    nextRefreshAt: '2026-01-22T12:00:00.000Z',
    refreshIntervalDays: 7,
    error: null,
  },
})

export const trackerListRunUpcoming = defineEvent({
  key: 'tracker.list_run_upcoming',
  group: 'monitoring',
  describe: 'A scheduled refresh of a tracker list is due.',
  schema: z.strictObject({ ...list, expectedRefreshAt: z.iso.datetime(), refreshIntervalDays: z.int() }),
  listId: ({ listId }) => listId,
  example: { ...listExample, expectedRefreshAt: '2026-01-22T12:00:00.000Z', refreshIntervalDays: 7 },
})
