import { z } from 'zod'
import {
  free,
  openPage,
  pageInput,
  makePage,
  perMinute,
  resourceId,
  withDefault,
} from '../../../operation/index.ts'
import { signalSchema, completeSignal } from '../signal.ts'
import { filters, selectSignals } from '../signal-rows.ts'
import { operation, tag } from '../slice.ts'

export const listTrackerSignals = operation({
  id: 'listTrackerSignals',
  route: 'GET /v1/tracker/signals/{listId}',
  tag,
  summary: 'Read the signals of a tracker list',
  tasks: ['which signals, alerts or news came in', 'what happened at watched companies'],
  describe:
    'Returns a page of the signals of a list of companies or people, archived or not, the newest first.',
  input: z.object({
    listId: resourceId('tracker list'),
    ...pageInput({ sizes: { default: 25, most: 100 } }),
    filter: withDefault(z.enum(filters), 'all').describe('real: without test signals; dummy: only those.'),
  }),
  output: z.object({
    signals: z.array(signalSchema),
    nextCursor: z.string().nullable().describe('Pass as cursor for the next page; null at the end.'),
  }),
  pages: 'nextCursor',
  price: free('Signals are free to read.'),
  limit: perMinute(120),
  follows: 'createTrackerCompanyList',
  fails: ['not-found', 'invalid-cursor'],
  examples: [{ name: 'The newest', input: { listId: 'tclist_01kf3wz3a0s6n4yq8b2c7d5e9f', pageSize: 10 } }],
  effect: 'reads',
  isAgentTool: true,
  async handle({ input: { listId, pageSize: size, cursor, filter }, call, deps }) {
    const { organizationId } = call
    await deps.trackers.findAny(organizationId, listId)
    const seal = { key: deps.secret, of: 'listTrackerSignals', organizationId, query: { listId, filter } }
    const before = openPage(cursor, seal, z.int())
    const signals = await selectSignals(
      deps.db,
      { organizationId, listId },
      { before, most: size + 1, filter },
    )
    const page = makePage(signals, { size, seal, position: ({ number }) => number })
    return { signals: page.items.map(({ signal }) => completeSignal(signal)), nextCursor: page.nextCursor }
  },
})
