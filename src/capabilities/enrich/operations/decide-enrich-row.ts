import { z } from 'zod'
import {
  invalidMember,
  optional,
  paid,
  perMinute,
  resourceId,
  sealedBy,
  withDefault,
} from '../../../operation/index.ts'
import { readRowOfRun, type RowOfRun } from '../decide-row.ts'
import { enrichFailures } from '../failures.ts'
import { openCandidate } from '../find-candidates.ts'
import { readEntities, type EntityRecord } from '../read-entities.ts'
import { matchKey, readEntity } from '../settle-rows.ts'
import { kindOfRowId, rowId, showRow, shownRow } from '../shown-row.ts'
import { enrichTag, operation, type EnrichDeps } from '../slice.ts'
import { countCharged, decide, type NewDecision } from '../store-decision.ts'

const input = z
  .object({
    runId: resourceId('run', { madeBy: 'startEnrichList', prefix: 'task' }),
    rowId,
    answer: z
      .enum(['likeliest', 'candidate', 'none'])
      .describe('The likeliest record, which the row names; one of getEnrichCandidates; or none of them.'),
    candidateId: optional(sealedBy('getEnrichCandidates', z.string().min(1).max(500))).describe(
      'With candidate: which one.',
    ),
    rows: withDefault(z.enum(['equal', 'one']), 'equal').describe(
      'All rows that are looked up by the same cells, or this one alone. A row that was decided alone stays so.',
    ),
  })
  .refine(({ answer, candidateId }) => (answer === 'candidate') === (candidateId !== undefined), {
    path: ['candidateId'],
    message: 'Send candidateId with the answer candidate, and only then.',
  })

type Input = z.output<typeof input>

const asksFor = (kind: 'companies' | 'people') => (of: Input) =>
  of.answer !== 'none' && kindOfRowId(of.rowId) === kind

export const decideEnrichRow = operation({
  id: 'decideEnrichRow',
  route: 'POST /v1/enrich/decide',
  tag: enrichTag,
  summary: 'Decide which record an unsure row is',
  tasks: ['confirm or refuse the match of a row'],
  describe:
    'Settles an unsure row, and all rows that are looked up by the same cells: yes, it is the likeliest record, or another candidate, or none. A record costs what a match costs, once however many rows it settles; nothing if the organization paid for it within 30 days (ALMANAC_RECORD_REREAD_DAYS). Credits and `X-Max-Credits` must cover the price of a match, paid for or not. The decision is remembered: later runs of the organization match rows of the same cells alike, for a match each, which is free within the same time. The list to download shows it. undoEnrichDecision takes it back.',
  input,
  output: z.object({ row: shownRow.describe('The row as it is now.') }),
  price: (p) =>
    p.perRequest(
      { key: 'kitchenSinkCompany', asked: asksFor('companies') },
      { key: 'kitchenSinkPerson', asked: asksFor('people') },
    ),
  limit: perMinute(240),
  follows: 'startEnrichList',
  fails: [
    'not-found',
    'run-going-on',
    'run-canceled',
    'run-failed',
    'run-withdrawn',
    'row-not-unsure',
    'candidate-vanished',
  ],
  examples: [
    {
      name: 'Yes, for all such rows',
      input: { runId: 'task_01kf0example0000000000000000', rowId: 'company_12', answer: 'likeliest' },
    },
  ],
  effect: 'changes',
  async handle({ input: answered, call, deps }) {
    const row = await readRowOfRun(deps, call, answered)
    const { kind } = row.job.params
    const same = await readChosen(deps, row, { answered, call })
    const made: NewDecision =
      same === undefined ? { decision: 'none' } : { decision: 'same', entity: same.id }
    const by = {
      organizationId: call.organizationId,
      requestId: call.requestId,
      nowMs: call.nowMs,
      pays: call.mode !== 'test',
      rows: answered.rows,
    }
    const alone = answered.rows === 'one' && row.group.row === 0 && row.group.rowCount > 1
    const group = {
      ...row.group,
      ...(alone ? { row: row.row, rowCount: 1, firstRow: row.row } : {}),
      state: same === undefined ? ('not_found' as const) : ('matched' as const),
      decision: made.decision,
      entity: same?.id ?? null,
    }
    const records = new Map(same === undefined ? [] : [[same.id, same]])
    return paid(
      { row: showRow(row.job.params, group, row.stored, records) },
      same === undefined ? [] : [{ key: matchKey[kind], units: 1 }],
      {
        decide: (tx) => decide(tx, deps, { row, made, by }),
        charged: (tx, credits) => countCharged(tx, row.job.id, credits),
        note:
          same === undefined
            ? 'A row is free where no record is meant.'
            : `Your organization paid for this record within ${deps.recordReads.windowDays} days, so it costs nothing again.`,
      },
    )
  },
})

/** The record that was chosen, as it is now; undefined for none. */
async function readChosen(
  deps: EnrichDeps,
  row: RowOfRun,
  { answered, call }: { answered: Input; call: { organizationId: string; signal: AbortSignal } },
): Promise<EntityRecord | undefined> {
  const { answer, candidateId } = answered
  if (answer === 'none') return undefined
  const { organizationId, signal } = call
  const id =
    candidateId === undefined
      ? readEntity(row.looked)
      : openCandidate(deps, row, { organizationId, candidateId })
  if (id === undefined)
    throw invalidMember('candidateId', 'Expected a candidate of this row, as getEnrichCandidates answers it.')
  const records = await readEntities(deps, row.job.params.kind, { ids: id === null ? [] : [id], signal })
  const same = records.get(id ?? '')
  if (same === undefined) throw enrichFailures.of('candidate-vanished')
  return same
}
