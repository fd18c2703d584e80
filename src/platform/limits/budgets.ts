import type { Clock } from '../../lib/clock.ts'
import type { Admission, RateLimit } from '../../operation/index.ts'
import type { OwnAdmissions } from './joint-windows.ts'
import { createRequestWindow, type RequestWindow } from './request-window.ts'

export interface Budgets {
  /** Admits and counts, or refuses and counts nothing. */
  admit(name: string, limit: RateLimit): Admission
  /** Notes an admission that was decided elsewhere. */
  note(name: string, limit: RateLimit): void
  /** Admissions in the window of a budget now. */
  count(name: string, windowSeconds: number): number
  /** Admissions of every budget since `sinceMs` of the wall clock, in its milliseconds. */
  admissions(sinceMs: number): OwnAdmissions[]
  readonly size: number
}

interface Budget {
  window: RequestWindow
  windowMs: number
}

const sweepEveryMs = 30_000

/**
 * One sliding window a name. Budgets whose last admission has left their window are dropped; when there are more than
 * `mostBudgets` even so, the one unused longest goes.
 */
export function createBudgets({ clock, mostBudgets }: { clock: Clock; mostBudgets: number }): Budgets {
  const budgets = new Map<string, Budget>()
  const monotonic = makeMonotonic(clock)
  let sweptMs = monotonic()

  function sweep(nowMs: number): void {
    sweptMs = nowMs
    for (const [name, { window, windowMs }] of budgets) {
      if ((window.newest ?? Number.NEGATIVE_INFINITY) + windowMs <= nowMs) budgets.delete(name)
    }
  }

  function findBudget(name: string, windowMs: number): Budget {
    const existing = budgets.get(name)
    // Map order is insertion order: putting it back at the end keeps the least recently used at the front.
    if (existing !== undefined) budgets.delete(name)
    const budget = existing ?? { window: createRequestWindow(), windowMs }
    budget.windowMs = windowMs
    budgets.set(name, budget)
    const oldest = budgets.keys().next()
    if (budgets.size > mostBudgets && !oldest.done) budgets.delete(oldest.value)
    return budget
  }

  return {
    admit(name, { max, windowSeconds }) {
      const nowMs = monotonic()
      if (nowMs - sweptMs >= sweepEveryMs) sweep(nowMs)
      const windowMs = windowSeconds * 1000
      const { window } = findBudget(name, windowMs)
      window.expire(nowMs, windowMs)
      const admitted = window.count < max
      if (admitted) window.push(nowMs)
      const remaining = Math.max(0, max - window.count)
      return {
        admitted,
        max,
        windowSeconds,
        remaining,
        retryAfterSeconds: waitFor(window, max, windowMs, nowMs),
      }
    },
    note(name, { windowSeconds }) {
      const nowMs = monotonic()
      const { window } = findBudget(name, windowSeconds * 1000)
      window.expire(nowMs, windowSeconds * 1000)
      window.push(nowMs)
    },
    count: (name, windowSeconds) => countNow(budgets.get(name)?.window, windowSeconds * 1000, monotonic()),
    admissions(sinceMs) {
      return listAdmissions(budgets, { sinceMs, offsetMs: clock.now() - monotonic() })
    },
    get size() {
      return budgets.size
    },
  }
}

function countNow(window: RequestWindow | undefined, windowMs: number, nowMs: number): number {
  window?.expire(nowMs, windowMs)
  return window?.count ?? 0
}

/** `offsetMs` turns the time of windows into that of the wall clock. */
function listAdmissions(
  budgets: ReadonlyMap<string, Budget>,
  { sinceMs, offsetMs }: { sinceMs: number; offsetMs: number },
): OwnAdmissions[] {
  return [...budgets].flatMap(([name, { window, windowMs }]) => {
    const all = Array.from({ length: window.count }, (_, index) => window.at(index) + offsetMs)
    const instants = all.filter((instantMs) => instantMs > sinceMs)
    return instants.length === 0 ? [] : [{ name, windowMs, instants }]
  })
}

/** Seconds until fewer than `max` admissions are in the window. */
function waitFor(window: RequestWindow, max: number, windowMs: number, nowMs: number): number {
  const over = window.count - max
  if (over < 0) return 0
  // After a limit was lowered more than one instant has to leave before there is room.
  const leaves = max === 0 ? nowMs + windowMs : window.at(over) + windowMs
  return Math.max(1, Math.ceil((leaves - nowMs) / 1000))
}

/** Time that never runs backwards: when the clock is set back, windows stand still instead of opening or locking. */
function makeMonotonic(clock: Clock): () => number {
  let elapsed = 0
  let last = clock.now()
  return () => {
    const now = clock.now()
    if (now > last) elapsed += now - last
    last = now
    return elapsed
  }
}
