import { Failure, type Call } from '../../operation/index.ts'
import { joinedSearch } from '../../corpus/search/index.ts'
import type { LookupDeps } from './slice.ts'

/** Items one bulk look-up takes. */
export const mostItems = 50
/** Lines of advice one bulk answer carries; fifty items could give a hundred. */
const mostAdvice = 10

/**
 * Looks up every item of a bulk request, side by side: point look-ups of all items become one statement a kind.
 * Warnings, advice and errors name the item (`profiles[3].emailAddress`).
 */
export async function eachItem<I, R>(
  { deps, call, member }: { deps: LookupDeps; call: Call; member: string },
  items: readonly I[],
  find: (deps: LookupDeps, call: Call, item: I) => Promise<R>,
): Promise<R[]> {
  const joined = { ...deps, search: joinedSearch(deps.search) }
  let advised = 0
  const callOf = (path: string): Call => ({
    ...call,
    warn: (field, message) => call.warn(`${path}.${field}`, message),
    advise: (line) => {
      if (++advised <= mostAdvice) call.advise(`${path}: ${line}`)
    },
  })
  return Promise.all(
    items.map(async (item, index) => {
      const path = `${member}[${index}]`
      try {
        return await find(joined, callOf(path), item)
      } catch (cause) {
        if (!(cause instanceof Failure) || cause.issues === undefined) throw cause
        const issues = cause.issues.map((issue) => ({ ...issue, path: `${path}.${issue.path}` }))
        throw new Failure(cause.code, { issues, cause }, cause.kind)
      }
    }),
  )
}
