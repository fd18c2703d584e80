import { z } from 'zod'
import { storable } from '../../../../lib/storable-text.ts'
import { optional, unknownMembers } from '../../../../operation/index.ts'
import type { Change } from '../define-rule.ts'
import type { EntityState } from '../states.ts'

/** What the rule is called in its signals. */
export const filterName = optional(z.string().trim().overwrite(storable).min(1).max(200)).describe(
  'Name of the search in signals.',
)

/** Search parameters of which every member is known: a filter left out would tell of the wrong entities. */
export const wholeSearch = <T extends z.ZodType>(params: T) =>
  z.preprocess((value, context) => {
    for (const { field } of unknownMembers(params, value))
      context.addIssue({
        code: 'custom',
        path: splitPath(field),
        message: 'No search has this filter, so the rule would watch for something else.',
      })
    return value
  }, params)

/** `jobs.anyOf[0]` -> `['jobs', 'anyOf', 0]` */
const splitPath = (path: string): (string | number)[] =>
  (path.match(/[^.[\]]+/g) ?? []).map((part) => (/^\d+$/.test(part) ? Number(part) : part))

/** Members of the rule, in addition to the search itself. */
interface NamedFilter {
  name?: string | undefined
}

/** The entity started or stopped matching the search. */
export function compareMatches(
  before: EntityState,
  after: EntityState,
  { name, direction }: NamedFilter & { direction: 'matched' | 'left' },
): Change[] {
  const matches = direction === 'matched'
  if (before.matches !== !matches || after.matches !== matches) return []
  return [{ key: direction, data: { kind: 'filter', direction, name: name ?? null } }]
}

export const filterInWords = (verb: string, { name }: NamedFilter) =>
  `${verb} ${name ?? 'the search of the rule'}`
