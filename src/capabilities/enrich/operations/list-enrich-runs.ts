import { z } from 'zod'
import { noCredits, toCredits } from '../../../lib/credits.ts'
import { free, perMinute } from '../../../operation/index.ts'
import { listedRun, listRuns, runListInput } from '../../../platform/jobs/index.ts'
import { readStats } from '../enrich-params.ts'
import { currentStats } from '../file-of-run.ts'
import { enrichList } from '../jobs/enrich-list.ts'
import { listKinds } from '../members.ts'
import { selectCounts } from '../row-groups.ts'
import { decisionCredits, rowCounts } from '../schema.ts'
import { enrichTag, operation } from '../slice.ts'

export const listEnrichRuns = operation({
  id: 'listEnrichRuns',
  route: 'GET /v1/enrich/runs',
  tag: enrichTag,
  summary: 'List the runs that enrich lists',
  tasks: ['find a list that was enriched before'],
  describe:
    'Answers the runs of startEnrichList of the last 30 days, the newest first: what the list was called, how far the run is, its rows by outcome, what it cost, and which key started it.',
  input: runListInput,
  output: z.object({
    runs: z.array(
      z
        .object({
          ...listedRun,
          as: z.enum(listKinds),
          decisionCredits,
          rowCount: z.int(),
          stats: z
            .object(rowCounts)
            .nullable()
            .describe('Rows by outcome, as far as they were looked up and with decisions made since.'),
        })
        .meta({ id: 'EnrichRun' }),
    ),
    nextCursor: z.string().nullable(),
  }),
  pages: 'nextCursor',
  price: free('Runs are free to list.'),
  limit: perMinute(60),
  fails: ['invalid-cursor'],
  examples: [{ name: 'The newest', input: {} }],
  effect: 'reads',
  async handle({ input, call, deps }) {
    const { runs, nextCursor } = await listRuns(
      enrichList,
      { call, deps },
      { of: 'listEnrichRuns', ...input },
    )
    const counts = await selectCounts(
      deps.db,
      runs.map(({ job }) => job.id),
    )
    return {
      runs: runs.map(({ job, listed }) => ({
        ...listed,
        as: job.params.kind,
        decisionCredits: toCredits(counts.get(job.id)?.decisionCredits ?? noCredits),
        rowCount: job.params.list.rowCount,
        stats: currentStats(readStats(job.result), counts.get(job.id)),
      })),
      nextCursor,
    }
  },
})
