import type { z } from 'zod'
import { makeFit } from '../mapping/fit.ts'
import type { FitContext } from '../mapping/fit-quantity.ts'

/**
 * Makes the function that turns a row of a table into a native record: columns are member names, with dots for
 * members of objects (`location_consensus.city`); lists of texts are split at `;`, other lists and objects are
 * JSON.
 */
export function compileCells(
  schema: z.ZodObject,
): (cells: Record<string, string>, context?: FitContext) => unknown {
  const fit = makeFit(schema, { cells: true })
  return (cells, context) => {
    const record: Record<string, unknown> = {}
    for (const [column, cell] of Object.entries(cells)) place(record, column, cell)
    return fit(record, context)
  }
}

function place(record: Record<string, unknown>, column: string, cell: string): void {
  const keys = column.split('.')
  const last = keys.pop()!
  let holder = record
  for (const key of keys) {
    const inner = Object.hasOwn(holder, key) ? holder[key] : undefined
    if (typeof inner === 'object' && inner !== null) holder = inner as Record<string, unknown>
    else holder = holder[key] = Object.create(null) as Record<string, unknown>
  }
  holder[last] = cell
}
