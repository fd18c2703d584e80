import { core } from 'zod'
import { closedValue } from '../../lib/closed-value.ts'
import { shortPath } from '../../lib/short-message.ts'
import { nearestValue } from '../../lib/edit-suggestion.ts'
import { readsQuery, type AnyOperation } from '../define.ts'
import type { Warning } from '../envelope.ts'
import { Failure, type Issue } from '../failure.ts'
import { longLists } from '../long-lists.ts'
import { queryInput } from '../query-input.ts'
import { unknownIssues, unknownMembers } from '../unknown-members.ts'
import { emptyAdvice, withoutEmptyFilters } from './empty-filters.ts'
import type { Incoming } from './exchange.ts'

/** Enough issues to repair a request; a body of 10,000 bad items must not become an answer of megabytes. */
const maxIssues = 50
/** Most values brought into the spelling of their lists; a request with more has another problem. */
const maxNamesCompared = 1_000

export interface Validated {
  input: never
  warnings: Warning[]
  advice: string[]
}

/** Most levels of filters that are empty once the filters inside them are left out. */
const maxEmptyLevels = 5

/** Where empty filters are left out. `beside-others`: only where other filters remain. */
export type LeavingOut = 'never' | 'beside-others' | 'always'

/**
 * Checks the members under their own names and reports unknown ones as warnings. Empty filters are left out where that is
 * allowed.
 */
export function validate(
  operation: AnyOperation,
  rawInput: Record<string, unknown>,
  { leavesOut = 'never' }: { leavesOut?: LeavingOut } = {},
): Validated {
  const long = longLists(operation.ownInput, rawInput)
  if (long.length > 0) throw new Failure('invalid-request', { issues: long })
  // Unlike `safeParse`, which words every issue, only the first of 10,000 bad items are reported.
  let result = run(operation, rawInput)
  const meant = result.issues.length > 0 ? withClosedValues(rawInput, result.issues) : undefined
  if (meant !== undefined) result = run(operation, meant)
  const whole = meant ?? rawInput
  const empty: string[] = []
  if (leavesOut !== 'never' && result.issues.length > 0) {
    const without = runWithoutEmpty(operation, whole, { result, leavesOut })
    result = without.result
    empty.push(...without.empty)
  }
  if (result.issues.length > 0) {
    const issues = [...listIssues(result.issues), ...unknownIssues(topUnknown(operation, rawInput))]
    throw new Failure('invalid-request', { issues: issues.slice(0, maxIssues) })
  }
  // Only a valid input is searched, because its arrays are as short as the schema requires. What was left out of it is
  // searched too: a misspelt member in it says nothing to the schema.
  const unknown = unknownMembers(operation.input, whole)
  const warnings = unknown.map(({ field, message }) => ({ field: shortPath(field), message }))
  return { input: result.value as never, warnings, advice: empty.length > 0 ? [emptyAdvice(empty)] : [] }
}

/** Checks again without the empty filters, from the innermost on; names what was left out. */
function runWithoutEmpty(
  operation: AnyOperation,
  members: Record<string, unknown>,
  { result, leavesOut }: { result: ReturnType<typeof run>; leavesOut: LeavingOut },
) {
  const before = { result, empty: [] as string[] }
  const last = { members, ...before }
  for (let level = 0; last.result.issues.length > 0 && level < maxEmptyLevels; level += 1) {
    const without = withoutEmptyFilters(operation.ownInput, last.members, last.result.issues)
    if (without === undefined) break
    // The faults of the request as sent say where to put a value.
    if (without.leavesNone && leavesOut === 'beside-others') return before
    last.empty = [...last.empty, ...without.paths.map(pathText)]
    last.members = without.members
    last.result = run(operation, without.members)
  }
  return last
}

/** Unknown members at the top level, which are often misspellings of a required member. */
function topUnknown({ input }: AnyOperation, rawInput: Record<string, unknown>): Warning[] {
  const names = Object.keys(rawInput).slice(0, maxIssues)
  return unknownMembers(input, Object.fromEntries(names.map((name) => [name, null])))
}

function run(operation: AnyOperation, value: Record<string, unknown>): core.ParsePayload {
  const result = operation.ownInput._zod.run({ value, issues: [] }, { async: false })
  if (result instanceof Promise) throw new core.$ZodAsyncError()
  return result
}

/**
 * The input with values of closed lists in the spelling of the list: `Full-Time` becomes `Full-time`. Undefined when no
 * value differs in spelling only.
 */
function withClosedValues(
  rawInput: Record<string, unknown>,
  issues: readonly core.$ZodRawIssue[],
): Record<string, unknown> | undefined {
  const meant = issues.slice(0, maxNamesCompared).flatMap((raw) => {
    if (raw.code !== 'invalid_value' || typeof raw.input !== 'string' || !raw.path?.length) return []
    const value = closedValue(raw.values, raw.input)
    return value === undefined ? [] : [{ path: raw.path, value }]
  })
  if (meant.length === 0) return undefined
  const copy = structuredClone(rawInput)
  for (const { path, value } of meant) setAt(copy, path, value)
  return copy
}

function setAt(root: object, path: readonly PropertyKey[], value: string): void {
  const holder = path.slice(0, -1).reduce<unknown>((inner, key) => (inner as never)?.[key], root)
  const last = path.at(-1) as PropertyKey
  if (typeof holder === 'object' && holder !== null && Object.hasOwn(holder, last))
    (holder as Record<PropertyKey, unknown>)[last] = value
}

/** Members of path, body and query together, without the key. They are checked, compared for idempotency and logged. */
export function givenMembers(
  operation: AnyOperation,
  incoming: Incoming,
  body: Record<string, unknown>,
): Record<string, unknown> {
  const { apiKey: _body, ...members } = body
  const { apiKey: _query, ...query } = incoming.query
  const lastEventId = incoming.header('last-event-id')
  const { asked: range } = operation.media ?? {}
  return {
    ...(readsQuery(operation) ? queryInput(operation.input, query) : {}),
    ...members,
    ...incoming.pathParameters,
    // A client that lost its connection requests the same address again.
    ...(range !== undefined && lastEventId !== undefined && mayHaveMedia(operation, incoming)
      ? { [range.resumes]: lastEventId }
      : {}),
  }
}

/** Whether the client asks for the other form of the answer. */
export function mayHaveMedia({ media }: AnyOperation, { header }: Pick<Incoming, 'header'>): boolean {
  return media?.asked === undefined || header('accept')?.includes(media.asked.type) === true
}

function listIssues(rawIssues: readonly core.$ZodRawIssue[]): Issue[] {
  const issues = rawIssues.slice(0, maxIssues).flatMap((raw) => {
    const { path, message, code } = core.util.finalizeIssue(raw, { reportInput: false }, core.config())
    const within = raw.code === 'invalid_union' ? ofOneOption(raw.errors) : undefined
    return (
      within?.map((issue) => ({
        path: pathText([...path, ...issue.path]),
        message: issue.message,
        code: issue.code ?? 'custom',
      })) ?? [{ path: pathText(path), message: `${message}${meantValue(raw)}`, code: code ?? 'custom' }]
    )
  })
  return issues.slice(0, maxIssues)
}

/**
 * When only one option of a union takes a value of that type, the issues of that option, which say more than that none fits.
 */
function ofOneOption(errors: readonly core.$ZodIssue[][]): core.$ZodIssue[] | undefined {
  const isOtherType = ([first]: core.$ZodIssue[]) => first?.code === 'invalid_type' && first.path.length === 0
  const [issues, ...others] = errors.filter((each) => !isOtherType(each))
  return others.length === 0 ? issues : undefined
}

/** Suggests the value of a list that was most likely meant. */
function meantValue(raw: core.$ZodRawIssue): string {
  if (raw.code !== 'invalid_value' || typeof raw.input !== 'string') return ''
  const values = raw.values.filter((value) => typeof value === 'string')
  const meant = values.length < 2 ? undefined : nearestValue(raw.input, values)
  return meant === undefined ? '' : `. Did you mean "${meant}"?`
}

/** `['searchParams', 'domains', 0]` -> `searchParams.domains[0]` */
export function pathText(path: readonly PropertyKey[]): string {
  let text = ''
  for (const part of path)
    text += typeof part === 'number' ? `[${part}]` : `${text === '' ? '' : '.'}${String(part)}`
  return text
}
