import { z } from 'zod'
import { free, perMinute, resourceId } from '../../../operation/index.ts'
import { readRowOfRun } from '../decide-row.ts'
import { enrichFailures } from '../failures.ts'
import { candidate, findCandidates } from '../find-candidates.ts'
import { enrichList } from '../jobs/enrich-list.ts'
import { countCandidates, markShown, selectCounts, selectGroup } from '../row-groups.ts'
import { rowId } from '../shown-row.ts'
import { enrichTag, operation } from '../slice.ts'

/**
 * Candidates are free, so that they could stand in for searches: all runs of an organization together have no more than
 * these, and for each match that it paid for.
 */
const maxShown = 20
const maxShownPerPaidMatch = 5

export const getEnrichCandidates = operation({
  id: 'getEnrichCandidates',
  route: 'POST /v1/enrich/candidates',
  tag: enrichTag,
  summary: 'Show the candidates of an unsure row',
  tasks: ['choose which record a row of a list means'],
  describe:
    'Answers up to five records that an unsure row may mean, with the confidence of each, and no more of them than tells them apart: name, website, place and size of a company; name, place and employer of a person. A person is left out who does not work where the row says. Free, for runs in which at least one row matched, and within 30 days for at most twenty rows of different cells in all runs of the organization and five more for each match that it paid for; the same row of a run again does not count. Choose with decideEnrichRow. The ids are good for that alone.',
  input: z.object({
    runId: resourceId('run', { madeBy: 'startEnrichList', prefix: 'task' }),
    rowId,
  }),
  output: z.object({ candidates: z.array(candidate) }),
  price: free('Candidates of unsure rows are free; a match costs when it is decided.'),
  limit: perMinute(120),
  follows: 'startEnrichList',
  fails: [
    'not-found',
    'run-going-on',
    'run-canceled',
    'run-failed',
    'run-withdrawn',
    'row-not-unsure',
    'run-without-matches',
    'too-many-candidates',
  ],
  examples: [{ name: 'A row', input: { runId: 'task_01kf0example0000000000000000', rowId: 'company_12' } }],
  effect: 'changes',
  repeatable: true,
  async handle({ input, call, deps }) {
    const row = await readRowOfRun(deps, call, input)
    const { organizationId, signal, mode } = call
    await deps.db.transact(async (tx) => {
      const allowance = await countCandidates(tx, { organizationId, kind: enrichList.id })
      const counts = (await selectCounts(tx, [row.job.id])).get(row.job.id)
      const group = await selectGroup(tx, row.job.id, row)
      if (counts === undefined || counts.matched === 0) throw enrichFailures.of('run-without-matches')
      // The records of a sandbox are made up, and nothing in it is paid for.
      if (group === undefined || group.isShown || mode === 'test') return
      if (allowance.shown >= maxShown + maxShownPerPaidMatch * allowance.paid)
        throw enrichFailures.of('too-many-candidates')
      await markShown(tx, row.job.id, group)
    })
    return { candidates: await findCandidates(deps, row, { organizationId, signal }) }
  },
})
