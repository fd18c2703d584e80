import type { Change } from '../define-rule.ts'
import type { Bounds } from '../states.ts'

/** `changeData` of a number. */
export function buildNumericData(previous: number, current: number) {
  const difference = current - previous
  return {
    kind: 'numeric' as const,
    previous,
    current,
    direction: difference < 0 ? ('decreased' as const) : ('increased' as const),
    absoluteChange: Math.abs(difference),
    percentChange: previous === 0 ? null : Math.round((difference / previous) * 10_000) / 100,
  }
}

/** A number that crossed a threshold: `above` counts it as reached at the threshold itself. */
export function findCrossings(
  previous: number | null | undefined,
  current: number | null | undefined,
  { threshold, direction }: { threshold: number; direction: 'above' | 'below' },
): Change[] {
  if (!isKnown(previous) || !isKnown(current)) return []
  const [from, to] = direction === 'above' ? [previous, current] : [current, previous]
  return from < threshold && to >= threshold
    ? [{ key: direction, data: buildNumericData(previous, current) }]
    : []
}

const isKnown = (value: number | null | undefined): value is number =>
  value !== null && value !== undefined && Number.isFinite(value)

/** Lowest and highest number a count may be; undefined if nothing is known. */
export function readBounds(count: Bounds | null | undefined): { low: number; high: number } | undefined {
  const [low, high] = [count?.gte ?? count?.lte, count?.lte ?? count?.gte]
  return isKnown(low) && isKnown(high) ? { low, high } : undefined
}

/**
 * Two counts that certainly differ, by their lower ends; undefined if they may be the same: a source that says 127
 * where another said 51 to 200 tells no change.
 */
export function readDifferentCounts(
  before: Bounds | null | undefined,
  after: Bounds | null | undefined,
): { previous: number; current: number; least: number } | undefined {
  const [was, is] = [readBounds(before), readBounds(after)]
  if (was === undefined || is === undefined) return undefined
  if (is.low > was.high) return { previous: was.low, current: is.low, least: (is.low - was.high) / was.high }
  if (is.high < was.low) return { previous: was.low, current: is.low, least: (is.high - was.low) / was.low }
  return undefined
}
