/** Order of two texts by UTF-16 unit, or of two numbers, as `sort` wants it. */
export function compareValues<T extends string | number>(a: T, b: T): -1 | 0 | 1 {
  if (a < b) return -1
  return a > b ? 1 : 0
}

/** What stands beside the first bound that a value is below, else `otherwise`. Bounds rise. */
export function pickBelow<T>(
  value: number,
  bounds: readonly (readonly [below: number, result: T])[],
  otherwise: T,
): T {
  return bounds.find(([below]) => value < below)?.[1] ?? otherwise
}
