import type { NativeCompany } from '../corpus/records/index.ts'

interface Answer {
  record: NativeCompany
  yields?: readonly string[] | undefined
}

/** An answer as it may be written. */
export interface YieldedCompany {
  record: NativeCompany
  /** Members that it says otherwise than the corpus, which stay as they are. */
  withheld: string[]
}

const isEmpty = (value: unknown) =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0)

/**
 * An answer without what it must not overrule: a page says who a company is less surely than a register. A name that is left
 * out as the preferred one is one of its names.
 */
export function yieldTo(
  { record, yields = [] }: Answer,
  recorded: Partial<Readonly<Record<string, unknown>>> | undefined,
): YieldedCompany {
  const withheld: string[] = []
  const rest: Record<string, unknown> = { ...record }
  for (const member of yields) {
    if (isEmpty(rest[member]) || isEmpty(recorded?.[member])) continue
    if (differs(rest[member], recorded?.[member])) withheld.push(member)
    delete rest[member]
  }
  if (withheld.includes('preferred_name'))
    rest['names'] = [...new Set([...(record.names ?? []), record.preferred_name])]
  return { record: rest as NativeCompany, withheld }
}

/** Whether two values contradict each other: of objects, any member that both have. */
function differs(value: unknown, recorded: unknown): boolean {
  if (typeof value !== 'object' || value === null || typeof recorded !== 'object' || recorded === null) {
    const [a, b] = [String(value).toLowerCase(), String(recorded).toLowerCase()]
    // A year says nothing against a day in it.
    const isWithin = /^\d{4}/.test(a) && (a.startsWith(b) || b.startsWith(a))
    return a !== b && !isWithin
  }
  const ofRecord = recorded as Record<string, unknown>
  return ['country_code', 'city', 'gte', 'lte'].some((member) => {
    const [a, b] = [(value as Record<string, unknown>)[member], ofRecord[member]]
    return !isEmpty(a) && !isEmpty(b) && a !== b
  })
}
