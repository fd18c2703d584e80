import type { Change } from '../define-rule.ts'

type Value = string | number | boolean

/** A change between values compared in a normal form. A value unknown before or after has not changed. */
export function compareScalars<T extends Value>(
  previous: T | null | undefined,
  current: T | null | undefined,
  normal: (value: T) => unknown = (value) => value,
): Change[] {
  if (isUnknown(previous) || isUnknown(current)) return []
  const is = normal(current)
  if (normal(previous) === is) return []
  return [{ key: `is ${String(is)}`, data: { kind: 'scalar', previous, current } }]
}

const isUnknown = (value: Value | null | undefined): value is null | undefined =>
  value === null || value === undefined || value === ''

/** A state that was entered or left, told where the rule asks for that direction. */
export function compareFlags(
  before: boolean | null | undefined,
  after: boolean | null | undefined,
  direction: 'started' | 'stopped' | 'either',
): Change[] {
  const changes = compareScalars(before, after)
  return direction === 'either' || after === (direction === 'started') ? changes : []
}
