import { z } from 'zod'
import {
  free,
  makePage,
  openPage,
  optional,
  pageInput,
  perMinute,
  resourceId,
} from '../../../operation/index.ts'
import { enrichList } from '../jobs/enrich-list.ts'
import { readEntities } from '../read-entities.ts'
import { rowStates, selectCounts, selectGroups } from '../row-groups.ts'
import { showRow, shownRow } from '../shown-row.ts'
import { enrichTag, operation } from '../slice.ts'

const { pageSize, cursor } = pageInput({ sizes: { default: 50, most: 200 } })
const position = z.object({ rowCount: z.int(), firstRow: z.int(), row: z.int() })

export const listEnrichRows = operation({
  id: 'listEnrichRows',
  route: 'POST /v1/enrich/rows',
  tag: enrichTag,
  summary: 'List the rows of a run that enriches a list',
  tasks: ['review the unsure rows of a list', 'see which rows of a list were not found'],
  describe:
    'Answers the rows of a run by outcome. Rows that are looked up by the same cells are one, with their number, and those with most rows come first, so that an answer about one settles many. Each shows its cells, the matched record in brief, how sure it is and why. Works while the run goes on, too; decisions of decideEnrichRow are in it. Runs started before this operation existed have no rows.',
  input: z.object({
    runId: resourceId('run', { madeBy: 'startEnrichList', prefix: 'task' }),
    state: optional(z.enum(rowStates)).describe('Only rows of this outcome; default: all.'),
    pageSize,
    cursor,
  }),
  output: z.object({
    rows: z.array(shownRow),
    counts: z
      .object({ matched: z.int(), unsure: z.int(), not_found: z.int(), unreadable: z.int(), blank: z.int() })
      .describe('Rows of the run by outcome, equal ones counted each.'),
    nextCursor: z.string().nullable(),
  }),
  pages: 'nextCursor',
  price: free('Rows of a run are free to read.'),
  limit: perMinute(240),
  follows: 'startEnrichList',
  fails: ['not-found', 'invalid-cursor'],
  examples: [
    {
      name: 'Rows to check',
      input: { runId: 'task_01kf0example0000000000000000', state: 'unsure' },
    },
  ],
  effect: 'reads',
  async handle({ input: { runId, state, pageSize: size, cursor: from }, call, deps }) {
    const job = await deps.jobs.find(enrichList, call, runId)
    const seal = {
      key: deps.secret,
      of: 'listEnrichRows',
      organizationId: call.organizationId,
      query: [job.id, state ?? null],
    }
    const after = openPage(from, seal, position)
    const groups = await deps.db.transact((tx) => selectGroups(tx, job.id, { state, after, most: size + 1 }))
    const counts = (await selectCounts(deps.db, [job.id])).get(job.id)
    const page = makePage(groups, {
      size,
      seal,
      position: ({ rowCount, firstRow, row }) => ({ rowCount, firstRow, row }),
    })
    const ids = page.items.flatMap(({ decision, entity }) =>
      decision === 'same' && entity !== null ? [entity] : [],
    )
    const records = await readEntities(deps, job.params.kind, { ids, signal: call.signal })
    return {
      rows: page.items.map((group) => showRow(job.params, group, group, records)),
      counts: {
        matched: counts?.matched ?? 0,
        unsure: counts?.unsure ?? 0,
        not_found: counts?.notFound ?? 0,
        unreadable: counts?.unreadable ?? 0,
        blank: counts?.blank ?? 0,
      },
      nextCursor: page.nextCursor,
    }
  },
})
