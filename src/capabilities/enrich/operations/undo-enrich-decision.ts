import { z } from 'zod'
import { free, paid, perMinute, resourceId } from '../../../operation/index.ts'
import { readRowOfRun } from '../decide-row.ts'
import { enrichFailures } from '../failures.ts'
import { rowId, showRow, shownRow } from '../shown-row.ts'
import { enrichTag, operation } from '../slice.ts'
import { decide } from '../store-decision.ts'

export const undoEnrichDecision = operation({
  id: 'undoEnrichDecision',
  route: 'POST /v1/enrich/undo-decision',
  tag: enrichTag,
  summary: 'Take back a decision about an unsure row',
  describe:
    'Makes a decided row unsure again, with all rows that were decided together with it; later runs no longer follow the decision. The record that was shown stays paid: nothing is given back, and within 30 days (ALMANAC_RECORD_REREAD_DAYS) it costs nothing again, wherever it is decided, matched or read by its id.',
  input: z.object({
    runId: resourceId('run', { madeBy: 'startEnrichList', prefix: 'task' }),
    rowId,
  }),
  output: z.object({ row: shownRow.describe('The row as it is now.') }),
  price: free('Taking a decision back is free, and gives nothing back.'),
  limit: perMinute(240),
  follows: 'startEnrichList',
  fails: ['not-found', 'run-going-on', 'run-canceled', 'run-failed', 'run-withdrawn', 'row-not-unsure'],
  examples: [{ name: 'A row', input: { runId: 'task_01kf0example0000000000000000', rowId: 'company_12' } }],
  effect: 'changes',
  repeatable: true,
  async handle({ input, call, deps }) {
    const row = await readRowOfRun(deps, call, input)
    if (row.group.decision === null && row.group.state !== 'unsure') throw enrichFailures.of('row-not-unsure')
    const { organizationId, requestId, nowMs } = call
    const by = { organizationId, requestId, nowMs, pays: false, rows: 'equal' as const }
    const group = { ...row.group, state: 'unsure' as const, decision: null, entity: null }
    return paid({ row: showRow(row.job.params, group, row.stored, new Map()) }, [], {
      decide: (tx) => decide(tx, deps, { row, made: { decision: 'undo' }, by }),
    })
  },
})
