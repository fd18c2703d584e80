import { z } from 'zod'
import { optional } from '../../operation/index.ts'
import { unknownDay } from '../search-index/index.ts'
import { always, and, compileInto, hasAll, hasAny, never, not, type Condition } from './condition.ts'
import { dateCondition, dateRange } from './dates.ts'
import { hasLeft, jobStatus } from './employment.ts'
import { filter, type Filter } from './filter.ts'
import { numberBounds } from './number-range.ts'
import { isCrossed } from './range.ts'

/** Matches when any of the days in an array column is within a range. */
function anyDay(column: string): Filter<typeof dateRange> {
  return filter(dateRange, (value, context) => {
    const inRange = dateCondition('day', unknownDay, value, context)
    if (inRange.kind === 'always' || inRange.kind === 'never') return inRange
    return { kind: 'sql', text: (bind) => `arrayExists(day -> ${compileInto(inRange, bind)}, ${column})` }
  })
}

export const startedInRole = anyDay('job_starts')
export const startedAtCompany = anyDay('company_starts')

/** Applies where no company parameters stand beside it; with them, `employedBy` decides. */
export const jobStatusFilter = filter(jobStatus, (value, context) => {
  if (value.status === 'currently-employed') return hasAll('facets', ['job:now'])
  if (value.status === 'ever-employed') return hasAny('facets', ['job:now', 'job:left'])
  const { leftAt } = value
  const left = hasAll('facets', ['job:left'])
  if (leftAt === undefined) return left
  const when = hasLeft('left', { range: leftAt, context: { ...context, path: `${context.path}.leftAt` } })
  if (when.kind === 'never') return never
  return and([
    left,
    { kind: 'sql', text: (bind) => `arrayExists(left -> ${compileInto(when, bind)}, past_left)` },
  ])
})

const inStealth = hasAll('facets', ['stl:now'])
const leftStealth = hasAll('facets', ['stl:left'])

export const isInStealth = filter(z.boolean(), (value) => (value ? inStealth : not(inStealth)))

/** Matches people whose last day in stealth, as far as the corpus knows, is within a range. */
export const leftStealthAt = filter(dateRange, (value, context) =>
  dateCondition('stealth_left', unknownDay, value, context),
)

const periodDays = { day: 1, week: 7, month: 30, quarter: 91, year: 365 } as const

/** What a search asks of people who are in stealth now. */
export const whenInStealth = {
  enteredStealthAt: optional(dateRange).describe('When the stealth position began.'),
}

/** What a search asks of the last position in stealth. */
export const whenStealthLeft = {
  leftStealthAt: optional(dateRange).describe('When the last stealth position ended.'),
  enteredStealthAt: optional(dateRange).describe('When that position began.'),
  stealthDuration: optional(
    z.object({
      range: numberBounds,
      period: z
        .enum(['day', 'week', 'month', 'quarter', 'year'])
        .describe('A month counts 30 days, a quarter 91, a year 365.'),
    }),
  ).describe('How long that position lasted.'),
}

export const stealthV2 = filter(
  z
    .discriminatedUnion('status', [
      z.object({ status: z.literal('currently-in-stealth'), ...whenInStealth }),
      z.object({ status: z.literal('previously-in-stealth'), ...whenStealthLeft }),
      z
        .object({ status: z.literal('left-stealth'), ...whenStealthLeft })
        .describe('The same as previously-in-stealth.'),
    ])
    .meta({ id: 'StealthStatus' }),
  (value, context) => {
    const makeContext = (member: string) => ({ ...context, path: `${context.path}.${member}` })
    const days = (column: string, range: z.output<typeof dateRange> | undefined, member: string) =>
      range === undefined ? always : dateCondition(column, unknownDay, range, makeContext(member))
    const entered = days('stealth_entered', value.enteredStealthAt, 'enteredStealthAt')
    if (value.status === 'currently-in-stealth') return and([inStealth, entered])
    const left = days('stealth_left', value.leftStealthAt, 'leftStealthAt')
    return and([leftStealth, entered, left, lasted(value.stealthDuration)])
  },
)

interface Duration {
  range: z.output<typeof numberBounds>
  period: keyof typeof periodDays
}

function lasted(duration: Duration | undefined): Condition {
  if (duration === undefined) return always
  const { lowerBound, upperBound } = duration.range
  if (lowerBound === undefined && upperBound === undefined) return always
  if (isCrossed(duration.range)) return never
  const each = periodDays[duration.period]
  return {
    kind: 'sql',
    text: (bind) => {
      const tests = [`stealth_entered != ${unknownDay}`, `stealth_left != ${unknownDay}`]
      const length = 'toInt64(stealth_left) - stealth_entered'
      if (lowerBound !== undefined) tests.push(`${length} >= ${bind.value('Float64', lowerBound * each)}`)
      if (upperBound !== undefined) tests.push(`${length} <= ${bind.value('Float64', upperBound * each)}`)
      return `(${tests.join(' AND ')})`
    },
  }
}
