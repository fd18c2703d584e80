import { countMilli, noCredits, plus, times } from '../../lib/credits.ts'
import type { AnyOperation } from '../define.ts'
import { JobAnswer } from '../job-answer.ts'
import { Paid } from '../paid.ts'
import type { Hold } from '../ports.ts'
import type { PriceLine } from '../price.ts'

/** The cost of an answer: read from the output by its price, or stated by the handler. Jobs are charged on their own. */
export function chargeLines(
  operation: AnyOperation,
  answer: { result: object; input: never; hold: Hold | undefined },
): PriceLine[] {
  const { result, input, hold } = answer
  if (result instanceof JobAnswer) return []
  if (result instanceof Paid) return withinHold(operation, result.lines, hold)
  const { charge } = operation.price
  if (charge === undefined)
    throw new Error(`${operation.id} must say what its answer costs: paid(output, lines)`)
  return charge(result as never, input, hold?.unitPrices ?? {})
}

/** A charge above the hold is a bug of ours and is refused: nobody pays more than was set aside. */
function withinHold(
  { id, price }: AnyOperation,
  lines: readonly PriceLine[],
  hold: Hold | undefined,
): PriceLine[] {
  const other = lines.find(({ key }) => !price.keys.includes(key))
  if (other !== undefined) throw new Error(`${id} charges ${other.key}, which its price does not have`)
  if (hold === undefined) return [...lines]
  const cost = plus(...lines.map(({ key, units }) => times(hold.unitPrices[key] ?? noCredits, units)))
  if (cost > hold.amount)
    throw new Error(
      `${id} charges ${countMilli(cost)} milli-credits, but ${countMilli(hold.amount)} were set aside`,
    )
  return [...lines]
}
