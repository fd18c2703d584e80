import type { RuleConfig } from './rules/define-rule.ts'

/**
 * Whether the last of some values, oldest first, only flutters around the threshold: it crosses, but since the previous
 * crossing it has not gone back far enough.
 */
export function isFlutter(
  values: readonly number[],
  {
    threshold,
    direction,
    hysteresisPercent,
  }: { threshold: number; direction: 'above' | 'below'; hysteresisPercent: number },
): boolean {
  const isBeyond = (value: number) => (direction === 'above' ? value >= threshold : value < threshold)
  const share = hysteresisPercent / 100
  const isFarBack = (value: number) =>
    !isBeyond(value) &&
    (direction === 'above'
      ? value <= threshold * (1 - share) || share === 0
      : value >= threshold * (1 + share))
  let isArmed = true
  let fires = false
  for (const [place, value] of values.entries()) {
    const before = values[place - 1]
    fires = false
    if (isFarBack(value)) isArmed = true
    else if (before !== undefined && isBeyond(value) && !isBeyond(before)) {
      fires = isArmed
      isArmed = false
    }
  }
  return !fires
}

/** Percent of the threshold that a value must go back before it may cross again. */
export const readHysteresis = ({ hysteresisPercent = 0 }: RuleConfig): number => hysteresisPercent
