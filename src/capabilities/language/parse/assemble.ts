import { stableStringify } from '../../../lib/stable-json.ts'
import type { Part, Side } from './draft.ts'

type Params = Record<string, unknown>

/** Parameters of one side as its search takes them; undefined if nothing is asked. */
export function assembleParams(
  parts: readonly Part[],
  side: Side,
  contradict: (line: string) => void,
): Params | undefined {
  const own = parts.filter((part) => part.side === side)
  if (own.length === 0) return undefined
  const { alternatives, rest } = splitAlternatives(own)
  const params = buildParams(rest, contradict)
  const groups = alternatives.map((each) => ({
    or: (isEither(each) ? each.map((choice) => [choice]) : groupByParam(each)).map((choice) =>
      buildParams(choice, contradict),
    ),
  }))
  const [first] = groups
  if (groups.length === 1) params['group'] = first
  if (groups.length > 1) params['group'] = { and: groups.map((group) => ({ group })) }
  reportContradictions(params, contradict)
  return params
}

/** Values of one list that are of several parameters (`in London or Germany`) are alternatives of each other. */
function splitAlternatives(parts: readonly Part[]): { alternatives: Part[][]; rest: Part[] } {
  const wanted = parts.filter(({ group, list }) => group !== undefined && !isNegative(list))
  const byGroup = Map.groupBy(wanted, ({ group }) => group)
  const alternatives = [...byGroup.values()].filter(
    (each) => new Set(each.map(({ param }) => param)).size > 1 || isEither(each),
  )
  const used = new Set(alternatives.flat())
  return { alternatives, rest: parts.filter((part) => !used.has(part)) }
}

/** `under 10 or over 500 employees`: bounds and days that do not hold together. */
const isEither = (parts: readonly Part[]) =>
  parts.length > 1 && parts.every(({ list }) => list === undefined) && parts.some(({ isOr }) => isOr)

const groupByParam = (parts: readonly Part[]) => [...Map.groupBy(parts, ({ param }) => param).values()]
const isNegative = (list: string | undefined) =>
  list === 'noneOf' || list === 'subtractAll' || list === 'obeysNone' || list === 'containsNone'

function buildParams(parts: readonly Part[], contradict: (line: string) => void): Params {
  const params: Params = {}
  for (const { param, list, value } of parts) {
    if (param === 'sort') params['sort'] = [...((params['sort'] as unknown[] | undefined) ?? []), value]
    else if (list === undefined) setMembers(params, param, value, contradict)
    else {
      const lists = (params[param] ??= {}) as Record<string, unknown[]>
      const values = (lists[list] ??= [])
      if (!values.some((each) => stableStringify(each) === stableStringify(value))) values.push(value)
    }
  }
  if (params['employees'] !== undefined) (params['employees'] as Params)['joiner'] = 'AND'
  return params
}

function setMembers(params: Params, param: string, value: unknown, contradict: (line: string) => void): void {
  const current = params[param]
  if (current === undefined || typeof value !== 'object' || value === null || typeof current !== 'object') {
    if (current !== undefined && stableStringify(current) !== stableStringify(value))
      contradict(`${param} is set in two ways; the last one counts.`)
    params[param] = value
    return
  }
  const merged = { ...(current as Params) }
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue
    const before = merged[name]
    const both = name === 'range' && joinDays(before as Days | undefined, member as Days)
    if (both) merged[name] = both
    else if (before !== undefined && stableStringify(before) !== stableStringify(member)) {
      // The narrower of two bounds holds for both.
      if (typeof before === 'number' && typeof member === 'number')
        merged[name] = /lower/.test(name) ? Math.max(before, member) : Math.min(before, member)
      else {
        contradict(`${param}.${name} is set in two ways; the last one counts.`)
        merged[name] = member
      }
    } else merged[name] = member
  }
  params[param] = merged
}

interface Days {
  lowerBound?: string | undefined
  upperBound?: string | undefined
}

/** `after 2010 and before 2020`: two days that are open to different sides hold together. */
function joinDays(one: Days | undefined, other: Days): Days | undefined {
  const { lowerBound = other.lowerBound, upperBound = other.upperBound } = one ?? {}
  const bounds = (days: Days = {}) => [days.lowerBound, days.upperBound].filter((day) => day !== undefined)
  const isOpen = bounds(one).length === 1 && bounds(other).length === 1
  return isOpen && lowerBound !== undefined && upperBound !== undefined
    ? { lowerBound, upperBound }
    : undefined
}

function reportContradictions(params: Params, contradict: (line: string) => void): void {
  for (const [param, value] of Object.entries(params)) {
    const lists = Object.entries(value as Params).filter((list): list is [string, unknown[]] =>
      Array.isArray(list[1]),
    )
    const unwanted = new Set(lists.flatMap(([name, of]) => (isNegative(name) ? of.map(stableStringify) : [])))
    const wanted = lists.flatMap(([name, of]) => (isNegative(name) ? [] : of))
    if (unwanted.size > 0 && wanted.some((each) => unwanted.has(stableStringify(each))))
      contradict(`The question wants and excludes the same in ${param}, so nothing or little can match.`)
    const { range } = value as { range?: Days }
    if ((range?.lowerBound ?? '') > (range?.upperBound ?? '9'))
      contradict(`The bounds of ${param} contradict each other, so nothing can match.`)
    const {
      lowerBoundExclusive,
      lowerBound = lowerBoundExclusive,
      upperBoundInclusive,
      upperBound = upperBoundInclusive,
    } = value as Record<string, number | undefined>
    if (typeof lowerBound === 'number' && typeof upperBound === 'number' && lowerBound > upperBound)
      contradict(`The bounds of ${param} contradict each other, so nothing can match.`)
  }
}
