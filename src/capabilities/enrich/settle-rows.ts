import type { PriceKey, PriceLine } from '../../operation/index.ts'
import type { EndedOutcome, JobContext } from '../../platform/jobs/index.ts'
import type { Queryable } from '../../store/postgres/index.ts'
import { rowsPerItem, type EnrichParams, type RowsItem } from './enrich-params.ts'
import type { RowFound } from './find-rows.ts'
import { selectDecisions, type MatchDecision } from './match-decisions.ts'
import type { ListKind } from './members.ts'
import { addRows, type AddedRows, type RowState } from './row-groups.ts'
import { openRowValues } from './row-values.ts'
import type { EnrichDeps } from './slice.ts'

/** What a look-up with a match costs. */
export const matchKey: Record<ListKind, PriceKey> = {
  companies: 'kitchenSinkCompany',
  people: 'kitchenSinkPerson',
}

/** A row of a batch, and what becomes of it. */
interface SettledRow {
  item: number
  row: number
  value: Buffer
  state: RowState
  entity: string | null
  decision: MatchDecision['decision'] | null
}

const readState = ({ match, unread }: RowFound): RowState => unread ?? match

/** Entity of the record that a row was matched to, or of the likeliest one where it is unsure. */
export const readEntity = ({ companyId, personId }: RowFound): string | null => companyId ?? personId ?? null

/**
 * Groups the rows of a batch, applies what the organization decided about rows of the same cells, and answers what each
 * item costs: each record once in a run, with the first row that has it, and nothing where it was paid for within the
 * window. It runs in the transaction that stores and charges them.
 */
export async function settleRows(
  tx: Queryable,
  { params, deps, jobId, organizationId, requestId, unitPrices, nowMs }: JobContext<EnrichParams, EnrichDeps>,
  ended: readonly EndedOutcome<RowsItem, RowFound[]>[],
): Promise<(readonly PriceLine[])[]> {
  const { kind } = params
  const looked = readRows(ended, openRowValues(deps.secret, params))
  const unsure = looked.filter(({ state }) => state === 'unsure')
  const remembered = await selectDecisions(
    tx,
    { organizationId, kind },
    unsure.map(({ value }) => value),
  )
  const rows = looked.map((row) => applyDecision(row, remembered.get(row.value.toString('hex'))))
  const matched = [
    ...new Set(rows.flatMap(({ state, entity }) => (state === 'matched' && entity !== null ? [entity] : []))),
  ]
  const fresh = await deps.foundOnce.record(tx, jobId, matched)
  // Nothing is held for a sandbox key, and nothing is remembered as paid by it.
  const pays = unitPrices[matchKey[kind]] !== undefined
  const by = { organizationId, requestId, kind, priceKey: matchKey[kind], nowMs }
  const unpaid = pays ? await deps.recordReads.claim(tx, fresh, by) : new Set(fresh)
  await addRows(tx, jobId, {
    groups: groupRows(rows),
    paid: pays ? unpaid.size : 0,
    paidBefore: fresh.length - unpaid.size,
  })
  return ended.map((_each, item) => {
    let units = 0
    for (const row of rows) {
      if (row.item !== item || row.state !== 'matched' || row.entity === null) continue
      if (unpaid.delete(row.entity)) units += 1
    }
    return units === 0 ? [] : [{ key: matchKey[kind], units }]
  })
}

function readRows(
  ended: readonly EndedOutcome<RowsItem, RowFound[]>[],
  nameValue: ReturnType<typeof openRowValues>,
): SettledRow[] {
  return ended.flatMap(({ position, input, outcome }, item) =>
    input.rows.map((cells, index): SettledRow => {
      const result = outcome.output?.[index]
      const state = result === undefined ? 'not_found' : readState(result)
      const entity = result === undefined ? null : readEntity(result)
      return {
        item,
        row: position * rowsPerItem + index + 1,
        value: nameValue(cells),
        state,
        entity,
        decision: null,
      }
    }),
  )
}

/** `none` holds as long as the likeliest record is the one that was refused. */
function applyDecision(row: SettledRow, decided: MatchDecision | undefined): SettledRow {
  if (row.state !== 'unsure' || decided === undefined) return row
  const { decision, entity } = decided
  if (decision === 'same') return { ...row, state: 'matched', entity, decision }
  return entity === row.entity ? { ...row, state: 'not_found', decision } : row
}

function groupRows(rows: readonly SettledRow[]): AddedRows[] {
  const groups = new Map<string, AddedRows>()
  for (const { value, row, state, entity, decision } of rows) {
    const key = value.toString('hex')
    const group = groups.get(key)
    if (group !== undefined) group.rowCount += 1
    else {
      const matchedEntity = state === 'matched' ? entity : null
      groups.set(key, { value, state, rowCount: 1, firstRow: row, entity: matchedEntity, decision })
    }
  }
  return [...groups.values()]
}
