import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { listedRun, listRuns, runListInput } from '../../../platform/jobs/index.ts'
import { mosaic } from '../jobs/mosaic.ts'
import type { MosaicResult } from '../mosaic-params.ts'
import { operation, repairTag } from '../slice.ts'

const rows = z.int()

export const listMosaicRuns = operation({
  id: 'listMosaicRuns',
  route: 'GET /v1/mosaic/runs',
  tag: repairTag,
  summary: 'List the runs that repair lists',
  describe:
    'Answers the runs of startMosaic of the last 30 days, the newest first: what the list was called, how far the run is, what it found, what it cost, and which key started it.',
  input: runListInput,
  output: z.object({
    runs: z.array(
      z
        .object({
          ...listedRun,
          rowCount: rows.describe('Rows to look up, duplicates joined.'),
          stats: z
            .object({
              inputRows: rows,
              rowsWhereProfileFound: rows,
              rowsWhereCompanyFound: rows,
              rowsWithContactDetails: rows,
              rowsWithErrors: rows,
              rowsChanged: rows,
              duplicatesJoined: rows,
            })
            .nullable()
            .describe('Null until the run is done, and once its files were withdrawn.'),
        })
        .meta({ id: 'MosaicRun' }),
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
    const { runs, nextCursor } = await listRuns(mosaic, { call, deps }, { of: 'listMosaicRuns', ...input })
    return {
      runs: runs.map(({ job, listed }) => ({
        ...listed,
        rowCount: job.total ?? 0,
        stats: readStats(job.result),
      })),
      nextCursor,
    }
  },
})

function readStats(result: object | null) {
  if (result === null) return null
  const { outputRows: _same, ...stats } = (result as MosaicResult).stats
  return stats
}
