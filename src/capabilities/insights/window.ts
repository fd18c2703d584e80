import { z } from 'zod'
import type { DayWindow } from '../../corpus/analytics/index.ts'
import { invalidMember, optional } from '../../operation/index.ts'
import { toDay, isoDay } from './answer-parts.ts'

const moment = z.union([z.iso.date(), z.iso.datetime({ offset: true })])

/** When somebody joined or left. */
export const dateRange = optional(
  z.object({
    after: optional(moment).describe('First day; default a year before the end.'),
    before: optional(moment).describe('The day after the last one; default tomorrow.'),
  }),
)

export const shownWindow = z.object({
  after: z.iso.date().describe('First day.'),
  before: z.iso.date().describe('The day after the last one.'),
})

const yearDays = 365

export function readWindow(range: z.output<typeof dateRange>, nowMs: number): DayWindow {
  const to = range?.before === undefined ? toDay(nowMs) + 1 : toDay(Date.parse(range.before))
  const from = range?.after === undefined ? to - yearDays : toDay(Date.parse(range.after))
  if (from >= to)
    throw invalidMember('dateRange.before', 'Expected a day after dateRange.after.', 'invalid_value')
  return { from, to }
}

export const showWindow = ({ from, to }: DayWindow) => ({ after: isoDay(from), before: isoDay(to) })
