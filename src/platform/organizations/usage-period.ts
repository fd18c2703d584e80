/** The same day of the next calendar month (UTC), or that month's last day when it is shorter. */
export function nextReset(startMs: number): number {
  return monthsAfter(startMs, 1)
}

/** The period that `nowMs` lies in, of those that begin on the day of `anchorMs` every month. */
export function periodAt(anchorMs: number, nowMs: number): { startsMs: number; resetsMs: number } {
  const [anchor, now] = [new Date(anchorMs), new Date(nowMs)]
  const apart =
    (now.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + now.getUTCMonth() - anchor.getUTCMonth()
  const passed = monthsAfter(anchorMs, apart) <= nowMs ? apart : apart - 1
  return { startsMs: monthsAfter(anchorMs, passed), resetsMs: monthsAfter(anchorMs, passed + 1) }
}

function monthsAfter(startMs: number, months: number): number {
  const start = new Date(startMs)
  const next = new Date(startMs)
  next.setUTCMonth(start.getUTCMonth() + months)
  // 31 January plus a month spills into March: go back to the last day of February.
  if (next.getUTCDate() !== start.getUTCDate()) next.setUTCDate(0)
  return next.getTime()
}
