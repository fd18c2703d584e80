import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { billingTag, operation } from '../slice.ts'

const milliseconds = z.number().nonnegative().nullable()

export const getStatus = operation({
  id: 'getStatus',
  route: 'GET /status',
  tag: billingTag,
  summary: 'Read how the service is doing',
  describe:
    'Answers 200 while the process runs, with what it is (`version`, `roles`, `uptimeSeconds`), which stores answer, and for each operation called since the start its share of answers with a status of 500 or above and the durations of the last minutes in milliseconds. Needs no key and answers without the envelope. `status` is `degraded` while a store is away; `GET /ready` says the same by its HTTP status.',
  input: z.object({}),
  output: z.object({
    status: z.enum(['ok', 'degraded']),
    version: z.string(),
    startedAt: z.iso.datetime(),
    uptimeSeconds: z.number().int().nonnegative(),
    roles: z.array(z.string()),
    stores: z.object({ postgres: z.boolean(), clickhouse: z.boolean() }),
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
    const [stores, operations] = await Promise.all([deps.installation.stores(), telemetry.operations()])
    const isWhole = stores.postgres && stores.clickhouse
    return {
      status: isWhole ? ('ok' as const) : ('degraded' as const),
      version,
      roles: [...roles],
      stores,
      startedAt: new Date(startedMs).toISOString(),
      uptimeSeconds: Math.max(0, Math.floor((call.nowMs - startedMs) / 1e3)),
      operations: operations.map(({ operationId, errorRate, p50Ms, p95Ms }) => ({
        operationId,
        errorRate,
        p50Ms,
        p95Ms,
      })),
    }
  },
})
