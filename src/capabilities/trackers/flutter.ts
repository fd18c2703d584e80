import type { RuleConfig } from './rules/define-rule.ts'

/**
 * Whether the last of some values, oldest first, crosses a threshold that it crossed before without having gone back far
 * enough since: a value that flutters around it fires once.
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
  let hasTold = false
  for (const [place, value] of values.entries()) {
    const before = values[place - 1]
    hasTold = false
    if (isFarBack(value)) isArmed = true
    else if (before !== undefined && isBeyond(value) && !isBeyond(before)) {
      hasTold = isArmed
      isArmed = false
    }
  }
  return !hasTold
}

/** Percent of the threshold that a value has to go back before it may cross again. */
export const readHysteresis = ({ hysteresisPercent = 0 }: RuleConfig): number => hysteresisPercent
