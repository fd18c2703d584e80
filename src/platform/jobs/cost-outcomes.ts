import { noCredits, plus, times, type MilliCredits } from '../../lib/credits.ts'
import type { PriceLine } from '../../operation/index.ts'
import type { Queryable } from '../../store/postgres/index.ts'
import type { AnyJob, EndedOutcome, ItemOutcome, JobContext } from './define-job.ts'
import { selectStillPending, type JobRow } from './job-rows.ts'

type EndedWhole = EndedOutcome<unknown, unknown>

/** Outcomes with what they cost: their own lines, or those that the definition decides on now. The job's row is locked. */
export async function costOutcomes(
  tx: Queryable,
  run: { job: JobRow; definition: AnyJob; context: JobContext<object, never> },
  whole: readonly EndedWhole[],
): Promise<(EndedWhole & { lines: readonly PriceLine[] })[]> {
  const { job, definition, context } = run
  if (definition.settle === undefined)
    return whole.map((each) => ({ ...each, lines: listLines(each.outcome) }))
  // What is pending now stays so until this run ends it.
  const positions = whole.map(({ position }) => position)
  const pending = await selectStillPending(tx, job.id, positions)
  const mine = whole.filter(({ position }) => pending.has(position))
  const lines = await definition.settle(tx, context, mine)
  return mine.map((each, index) => ({ ...each, lines: lines[index] ?? [] }))
}

const listLines = (outcome: ItemOutcome<unknown>): readonly PriceLine[] =>
  outcome.state === 'delivered' ? outcome.lines : []

/** What lines cost at the prices a job began with. */
export function sumCost(lines: readonly PriceLine[], prices: JobRow['unitPrices']): MilliCredits {
  return plus(...lines.map(({ key, units }) => times(prices[key] ?? noCredits, units)))
}

/** One line for each price. */
export function sumByKey(lines: readonly PriceLine[]): PriceLine[] {
  const units = new Map<PriceLine['key'], number>()
  for (const line of lines) units.set(line.key, (units.get(line.key) ?? 0) + line.units)
  return [...units].map(([key, sum]) => ({ key, units: sum }))
}
