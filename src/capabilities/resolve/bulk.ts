import { Failure, type Call } from '../../operation/index.ts'
import { openTurns } from '../../lib/own-turns.ts'
import { batchSearch } from '../../corpus/search/index.ts'
import type { LookupDeps } from './slice.ts'

/** Items one bulk look-up takes. */
export const maxItems = 50
/** Lines of advice one bulk answer carries; fifty items could give a hundred. */
const maxAdvice = 10

/**
 * Looks up every item of a bulk request, side by side: point look-ups of all items become one statement a kind.
 * Warnings and advice name the item (`profiles[3].emailAddress`). An item whose identifier is none is not found, with a
 * warning and the answer `none`, and the others are answered: one bad row of fifty would otherwise cost its caller all of them.
 */
export async function eachItem<I, R, N>(
  { deps, call, member, none }: { deps: LookupDeps; call: Call; member: string; none: N },
  items: readonly I[],
  find: (deps: LookupDeps, call: Call, item: I) => Promise<R>,
): Promise<(R | N)[]> {
  const turns = openTurns()
  const joined = { ...deps, search: batchSearch(deps.search, turns) }
  let advised = 0
  const makeCall = (path: string): Call => ({
    ...call,
    warn: (field, message) => call.warn(`${path}.${field}`, message),
    advise: (line) => {
      if (++advised <= maxAdvice) call.advise(`${path}: ${line}`)
    },
  })
  return Promise.all(
    items.map(async (item, index) => {
      const path = `${member}[${index}]`
      await turns.pace()
      try {
        return await find(joined, makeCall(path), item)
      } catch (cause) {
        if (!(cause instanceof Failure) || cause.issues === undefined) throw cause
        for (const issue of cause.issues)
          call.warn(`${path}.${issue.path}`, `${issue.message} The item was not found.`)
        return none
      }
    }),
  )
}
