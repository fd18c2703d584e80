import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { billingTag, operation } from '../slice.ts'

const milliseconds = z.number().nonnegative().nullable()
const share = z.enum(['all', 'some', 'none'])

export const getStatus = operation({
  id: 'getStatus',
  route: 'GET /status',
  tag: billingTag,
  summary: 'Read how the service is doing',
  tasks: ['is there an incident or outage'],
  describe:
    'Answers 200 while the process runs, with its `version`, `roles` and `uptimeSeconds`, which stores answer, and for each operation called since the start its share of answers with a status of 500 or above and the durations of the last minutes in milliseconds. Needs no key and answers without the envelope. `status` is `degraded` while a store is down; `GET /ready` says the same by its HTTP status. `rebuilding` lists the kinds of records whose search rows or identifiers are being rebuilt, the progress and what answers 503 until then.',
  input: z.object({}),
  output: z.object({
    status: z.enum(['ok', 'degraded']),
    version: z.string(),
    startedAt: z.iso.datetime(),
    uptimeSeconds: z.number().int().nonnegative(),
    roles: z.array(z.string()),
    stores: z.object({ postgres: z.boolean(), clickhouse: z.boolean() }),
    rebuilding: z.array(
      z.object({
        kind: z.string(),
        what: z.literal('rebuild'),
        done: z.number().int().nonnegative().describe('Rows.'),
        total: z.number().int().nonnegative(),
        startedAt: z.iso.datetime().nullable().describe('Null while it is waiting to start.'),
        expectedEndAt: z.iso.datetime().nullable(),
        waiting: z
          .object({ searches: share, lookups: share, imports: z.boolean() })
          .describe('What answers 503 until then; `some`: requests that need rows not built yet.'),
      }),
    ),
    operations: z.array(
      z.object({
        operationId: z.string(),
        errorRate: z.number().min(0).max(1),
        p50Ms: milliseconds,
        p95Ms: milliseconds,
      }),
    ),
  }),
  price: free('The status is free.'),
  limit: perMinute(60),
  access: 'public',
  bare: true,
  examples: [{ name: 'Status', input: {} }],
  effect: 'reads',
  async handle({ call, deps }) {
    const { version, roles, startedMs, telemetry } = deps.installation
    const [stores, operations, work] = await Promise.all([
      deps.installation.stores(),
      telemetry.operations(),
      deps.installation.work(),
    ])
    const isWhole = stores.postgres && stores.clickhouse
    return {
      status: isWhole ? ('ok' as const) : ('degraded' as const),
      version,
      roles: [...roles],
      stores,
      startedAt: new Date(startedMs).toISOString(),
      uptimeSeconds: Math.max(0, Math.floor((call.nowMs - startedMs) / 1e3)),
      rebuilding: work.map(({ startedAt, expectedEndAt, ...each }) => ({
        ...each,
        startedAt: startedAt?.toISOString() ?? null,
        expectedEndAt: expectedEndAt?.toISOString() ?? null,
      })),
      operations: operations.map(({ operationId, errorRate, p50Ms, p95Ms }) => ({
        operationId,
        errorRate,
        p50Ms,
        p95Ms,
      })),
    }
  },
})
