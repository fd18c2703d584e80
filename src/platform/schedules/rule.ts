import { Cron } from 'croner'
import { dayMs } from '../../lib/time.ts'

/** When slots come, in UTC: a cron expression of five parts, or every so many days (1 to 366). */
export type ScheduleRule = { cron: string } | { everyDays: number }

/** Not a rule, or one without any slot ("30 February"). */
export class InvalidRule extends Error {
  override readonly name = 'InvalidRule'
}

/**
 * The first slot after an instant. Slots of an interval lie whole intervals after `countedFromMs`. Throws InvalidRule.
 */
export function slotAfter(rule: ScheduleRule, afterMs: number, countedFromMs: number): number {
  if ('everyDays' in rule) {
    const { everyDays } = rule
    if (!Number.isInteger(everyDays) || everyDays < 1 || everyDays > 366)
      throw new InvalidRule('an interval is 1 to 366 whole days')
    const stepMs = everyDays * dayMs
    const passed = Math.max(0, Math.floor((afterMs - countedFromMs) / stepMs))
    return countedFromMs + (passed + 1) * stepMs
  }
  const next = parseCron(rule.cron).nextRun(new Date(afterMs))
  if (next === null) throw new InvalidRule(`"${rule.cron}" never comes`)
  return next.getTime()
}

function parseCron(pattern: string): Cron {
  try {
    return new Cron(pattern, { mode: '5-part', timezone: 'UTC', paused: true })
  } catch (cause) {
    throw new InvalidRule(`"${pattern}" is not a cron expression`, { cause })
  }
}
