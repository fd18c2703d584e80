/** The bounds of `employeeCountV2`. A company falls into the bucket between two of them. */
export const employeeBounds = [0, 1, 10, 50, 200, 500, 1000, 5000, 10000] as const

/**
 * Bucket of a headcount: the index of the first bound that is not below it, so bucket i holds counts above
 * `employeeBounds[i - 1]` and up to `employeeBounds[i]`; counts above the last bound are in bucket 9.
 */
export function employeeBucket(count: number): number {
  const index = employeeBounds.findIndex((bound) => count <= bound)
  return index === -1 ? employeeBounds.length : index
}

/** Buckets with counts in (lowerExclusive, upperInclusive]; an absent bound is open. */
export function bucketsBetween(
  lowerExclusive: number | undefined,
  upperInclusive: number | undefined,
): number[] {
  const first = lowerExclusive === undefined ? 0 : employeeBucket(lowerExclusive) + 1
  const last = upperInclusive === undefined ? employeeBounds.length : employeeBucket(upperInclusive)
  const buckets: number[] = []
  for (let bucket = first; bucket <= last; bucket++) buckets.push(bucket)
  return buckets
}
