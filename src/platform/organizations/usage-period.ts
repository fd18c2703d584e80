/** The same day of the next calendar month (UTC), or that month's last day when it is shorter. */
export function nextReset(startMs: number): number {
  const start = new Date(startMs)
  const next = new Date(startMs)
  next.setUTCMonth(start.getUTCMonth() + 1)
  // 31 January plus a month spills into March: go back to the last day of February.
  if (next.getUTCDate() !== start.getUTCDate()) next.setUTCDate(0)
  return next.getTime()
}
