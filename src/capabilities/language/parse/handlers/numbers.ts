import type { Bounds, DateRange, Mention, MeaningOf, Unit } from '../mention.ts'
import { listOf, put, type State } from '../state.ts'
import { money } from './money.ts'
import { cueBehind, ranged, wordsOf } from './nearby.ts'

const company = 'company' as const
const person = 'person' as const

/** More than the one bound, up to the other, as `employeeCountV2` has it. */
const employeeRange = ({ low, high }: Bounds) => ({
  lowerBoundExclusive: low === undefined ? undefined : Math.max(0, Math.ceil(low) - 1),
  upperBoundInclusive: high === undefined ? undefined : Math.floor(high),
})

/** Units whose parameters have a list of what is unwanted. */
const turnsRound = new Set<Unit>([
  'percent',
  'times',
  'offices',
  'openings',
  'years',
  'none',
  'usd',
  'employees',
])

/** What a number counts decides the parameter; one that counts nothing stays unplaced. */
export function quantity(state: State, mention: Mention<MeaningOf<'quantity'>>): boolean {
  const { bounds, unit } = mention.is
  const cue = state.frame?.cue
  // What its parameter cannot turn round is told, and never asked for.
  if (state.isNegated && !turnsRound.has(unit)) return false
  switch (unit) {
    case 'employees':
      return employees(state, mention, bounds)
    case 'usd':
      return money(state, mention)
    case 'percent':
      return change(state, mention, { low: share(bounds.low), high: share(bounds.high) })
    case 'times':
      return (
        cue === 'grew' &&
        change(state, mention, {
          low: bounds.low === undefined ? undefined : bounds.low - 1,
          high: undefined,
        })
      )
    case 'years-experience':
      return (
        state.kind === 'people' &&
        put(state, { side: person, param: 'yearsOfExperience', value: ranged(atLeast(bounds)), mention })
      )
    case 'years-old':
      return age(state, mention)
    case 'years':
      if (cue === 'older' || cue === 'younger') return age(state, mention)
      return (
        state.kind === 'people' &&
        isExperience(state, mention) &&
        put(state, { side: person, param: 'yearsOfExperience', value: ranged(atLeast(bounds)), mention })
      )
    case 'followers':
      return (
        state.kind === 'people' &&
        put(state, { side: person, param: 'numFollowers', value: ranged(atLeast(bounds)), mention })
      )
    case 'connections':
      return (
        state.kind === 'people' &&
        put(state, { side: person, param: 'numConnections', value: ranged(atLeast(bounds)), mention })
      )
    case 'offices':
      if (isCountedThere(state)) {
        state.frame = { cue: 'offices', mention, isUsed: true, isNegated: state.isNegated, count: mention }
        return true
      }
      return put(state, {
        side: company,
        param: 'officeLocationsV2',
        list: listOf(state),
        value: { type: 'worldwide', range: ranged(bounds) },
        mention,
      })
    case 'openings':
      return put(state, {
        side: company,
        param: 'jobPostingStats',
        list: listOf(state),
        value: { rule: 'total', count: ranged(bounds) },
        mention,
      })
    case 'none':
      return plain(state, mention)
    default:
      return false
  }
}

/** `at least 3 offices in France`: a number of those there. */
function isCountedThere({ mentions, index, words }: State): boolean {
  const next = mentions[index + 1]
  const isIn = next?.is.kind === 'cue' && next.is.cue === 'in'
  const place = isIn ? mentions[index + 2] : next
  return place?.is.kind === 'place' && !/[,;]/.test(words[next!.from]?.gap ?? '')
}

/** `5 years of experience` is said of those who have five or more. */
const atLeast = ({ low, high }: Bounds): Bounds => (low === high ? { low } : { low, high })

function employees(state: State, mention: Mention, bounds: Bounds): boolean {
  if (state.isNegated) return false
  const team = state.frame?.cue === 'staff' ? functionBefore(state) : undefined
  if (state.frame?.cue === 'staff') state.frame.isUsed = true
  if (team !== undefined) return ofTeam(state, mention, { team, bounds })
  return put(state, { side: company, param: 'employeeCountV2', value: employeeRange(bounds), mention })
}

export function size(state: State, mention: Mention<MeaningOf<'size'>>): boolean {
  if (state.isNegated) return false
  return put(state, {
    side: company,
    param: 'employeeCountV2',
    value: employeeRange(mention.is.bounds),
    mention,
  })
}

const share = (percent: number | undefined) =>
  percent === undefined ? undefined : Math.round(percent * 100) / 10_000

/** How many a department has: `sales team of at least 20`. */
function ofTeam(state: State, mention: Mention, { team, bounds }: { team: string; bounds: Bounds }): true {
  const value = { jobFunction: team, countCriteria: { type: 'current_count', range: ranged(bounds) } }
  return put(state, {
    side: company,
    param: 'employeeTrends',
    list: listOf(state, 'obeysAll', 'obeysNone'),
    value,
    mention,
  })
}

const windows = [1, 2, 3, 6, 12, 18, 24, 36]

/** Growth by a share over a time: 12 months unless another is said. */
function change(state: State, mention: Mention, { low, high }: Bounds): boolean {
  const behind = cueBehind(state)
  const cue = state.frame?.cue === 'grew' || state.frame?.cue === 'shrank' ? state.frame.cue : behind
  if (cue !== 'grew' && cue !== 'shrank') return false
  if (state.frame?.cue === cue) state.frame.isUsed = true
  else if (behind === cue) state.index += state.mentions[state.index + 1]?.is.kind === 'cue' ? 1 : 0
  const date = state.mentions.slice(state.index + 1, state.index + 5).find(({ is }) => is.kind === 'date')
  const asked = date?.is.kind === 'date' ? (date.is.months ?? 12) : 12
  if (date !== undefined) state.mentions = state.mentions.filter((each) => each !== date)
  const isFall = cue === 'shrank'
  const bounds = { low, high: low === high ? undefined : high }
  const range = isFall
    ? {
        lowerBound: bounds.high === undefined ? undefined : -bounds.high,
        upperBound: bounds.low === undefined ? undefined : -bounds.low,
      }
    : ranged(bounds)
  const team = functionBefore(state)
  const said = { ...mention, to: Math.max(mention.to, date?.to ?? 0) }
  if (team === undefined && windows.includes(asked)) {
    const value = { type: 'percent_change', windowMonths: asked, change: range }
    return put(state, {
      side: company,
      param: 'employeeTrendsV2',
      list: listOf(state, 'obeysAll', 'obeysNone'),
      value,
      mention: said,
    })
  }
  const windowLookBackMonths = Math.min(24, asked)
  const value = {
    jobFunction: team ?? '_all_employees',
    countCriteria: { type: 'percent_change', change: range, windowLookBackMonths },
  }
  return put(state, {
    side: company,
    param: 'employeeTrends',
    list: listOf(state, 'obeysAll', 'obeysNone'),
    value,
    mention: said,
  })
}

/** The department whose growth is meant: `engineering team grew`. */
function functionBefore(state: State): string | undefined {
  for (let at = state.index - 1; at >= Math.max(0, state.index - 5); at--) {
    const is = state.mentions[at]?.is
    if (is?.kind === 'function' && is.trend !== undefined) return is.trend
    if (is?.kind === 'companies' || is?.kind === 'title') return undefined
  }
  return undefined
}

/** `older than 10 years`, `between 30 and 40 years old`: of people their age, of companies the time since they began. */
function age(state: State, mention: Mention<MeaningOf<'quantity'>>): boolean {
  const { bounds } = mention.is
  // `not older than 10 years`
  const turned = { older: 'younger', younger: 'older' } as const
  const said = state.frame?.cue
  const cue = state.isNegated && (said === 'older' || said === 'younger') ? turned[said] : said
  if (state.isNegated && cue === said) return false
  if (state.frame !== undefined) state.frame.isUsed = true
  const { low, high } =
    cue === 'older'
      ? { low: bounds.low, high: undefined }
      : cue === 'younger'
        ? { low: undefined, high: bounds.high }
        : bounds
  if (state.kind === 'people' && state.side === 'person')
    return put(state, { side: person, param: 'approxAge', value: ranged({ low, high }), mention })
  const window = low !== undefined && low === high ? { low, high: undefined } : { low, high }
  const value: DateRange =
    window.low === undefined
      ? {
          strategy: 'relative',
          window: { method: 'lastN', period: 'year', quantity: Math.max(1, window.high ?? 1) },
        }
      : {
          strategy: 'relative',
          window: { method: 'within', period: 'year', lowerBound: window.low, upperBound: window.high },
        }
  return put(state, { side: company, param: 'foundedOn', value, mention })
}

function isExperience(state: State, { from, to }: Mention): boolean {
  return (
    /\b(experience|exp|erfahrung|experiencia|esperienza|ervaring)\b/.test(wordsOf(state, from, to + 5)) ||
    state.frame === undefined
  )
}

/** Numbers from here on are no limit, and no number of rounds. */
const leastAmount = 10_000
/** No company has so many. */
const mostEmployees = 5_000_000

/** A bare number: of staff, money or employees by what is around it. */
function plain(state: State, mention: Mention<MeaningOf<'quantity'>>): boolean {
  const { bounds } = mention.is
  const next = state.mentions[state.index + 1]?.is
  const before = state.mentions[state.index - 1]?.is
  const cue = state.frame?.cue
  if (cue === 'revenue' || cue === 'raised')
    return (bounds.low ?? bounds.high ?? 0) >= 1000 && money(state, mention)
  const behind = cueBehind(state)
  if ((behind === 'revenue' || behind === 'raised') && (bounds.low ?? bounds.high ?? 0) >= leastAmount)
    return money(state, mention)
  if (isLimit(state, mention)) {
    state.limit = bounds.low
    return true
  }
  if (next?.kind === 'title' || next?.kind === 'staff-of' || next?.kind === 'function') {
    pendingCount.set(state, { bounds, mention })
    return true
  }
  const team = functionBefore(state)
  if (cue === 'staff' && team !== undefined && before?.kind !== 'companies') {
    state.frame!.isUsed = true
    return ofTeam(state, mention, { team, bounds })
  }
  const isStaff = cue === 'staff' || cueBehind(state) === 'staff' || before?.kind === 'people'
  const isRange = bounds.low !== undefined && bounds.high !== undefined && bounds.low !== bounds.high
  // `software firms in Dubai, <200`: of companies nothing else is counted without saying so.
  const isOpen = (bounds.low === undefined) !== (bounds.high === undefined)
  if (countsSomething(state, mention)) return false
  const isOfCompanies = isOpen && (cue === undefined || cue === 'in') && namesCompanies(state)
  if ((!isStaff && !isRange && !isOfCompanies) || (bounds.low ?? 0) > mostEmployees) return false
  if (state.frame !== undefined && isStaff) state.frame.isUsed = true
  const note = isStaff ? mention.note : 'is searched as the number of employees.'
  return employees(state, { ...mention, note, confidence: isStaff ? 0.9 : 0.5 }, bounds)
}

/** `over 100 stores`: what nobody knows is counted, or companies are. */
function countsSomething({ words, understood, mentions, index }: State, { to }: Mention): boolean {
  const behind = words[to]
  if (behind === undefined || !/^\s+$/.test(behind.gap)) return false
  return (
    understood[to] !== true ||
    (mentions[index + 1]?.from === to && mentions[index + 1]!.is.kind === 'industry')
  )
}

/** Whether companies are named, and nobody whose age a number might be. */
const namesCompanies = ({ mentions }: State): boolean => {
  const kinds = new Set(mentions.map(({ is }) => is.kind))
  return (kinds.has('companies') || kinds.has('industry')) && !kinds.has('people') && !kinds.has('title')
}

/** `the 10 largest banks`, `50 CTOs in France`: a number before everything else is how many are wanted. */
function isLimit(state: State, { is }: Mention<MeaningOf<'quantity'>>): boolean {
  const { low, high } = is.bounds
  const isFirst = state.mentions.slice(0, state.index).every((each) => each.is.kind === 'count')
  return (
    isFirst &&
    state.mentions.length > 1 &&
    low !== undefined &&
    low === high &&
    Number.isInteger(low) &&
    low >= 1 &&
    low <= 1000
  )
}

/** A number that waits for the staff it counts. */
export const pendingCount = new WeakMap<State, { bounds: Bounds; mention: Mention }>()

/** Days by the verb before them: founded, raised, joined, left. */
export function date(state: State, mention: Mention<MeaningOf<'date'>>): boolean {
  const { range } = mention.is
  if (state.isNegated) return false
  const before = state.mentions.slice(0, state.index).findLast(({ is }) => is.kind !== 'cue')
  if (before?.is.kind === 'stealth' && state.draft.parts.some(({ param }) => param === 'stealthV2'))
    return put(state, {
      side: person,
      param: 'stealthV2',
      value: { status: 'left-stealth', leftStealthAt: range },
      mention,
    })
  const cue = state.frame?.cue ?? cueBehind(state)
  const { from = 0, to = 0 } = state.frame?.mention ?? {}
  if (state.frame !== undefined) state.frame.isUsed = true
  switch (cue) {
    case 'founded':
      // `people born in 1990` are no companies.
      if (state.kind === 'people' && /\bborn\b/.test(wordsOf(state, from, to))) return false
      // `CMOs who started in the last 6 months`
      if (state.side === 'person' && /\bstarted\b/.test(wordsOf(state, from, to)))
        return put(state, { side: person, param: 'startedAtCompany', value: range, mention })
      return put(state, { side: company, param: 'foundedOn', value: range, mention })
    case 'raised':
    case 'backed':
      return put(state, { side: company, param: 'lastFundedOn', value: range, mention })
    case 'hiring':
      if (state.frame?.posting === undefined) return false
      state.frame.posting['postedAt'] = range
      return true
    case 'joined':
      return (
        state.kind === 'people' &&
        put(state, { side: person, param: 'startedAtCompany', value: range, mention })
      )
    case 'left':
      return (
        state.kind === 'people' &&
        put(state, {
          side: person,
          param: 'jobStatus',
          value: { status: 'previously-employed', leftAt: range },
          mention,
        })
      )
    case 'grew':
    case 'shrank':
      return growthOver(state, mention, cue)
    case 'studied':
      return (
        state.kind === 'people' &&
        put(state, {
          side: person,
          param: 'education',
          list: 'allOf',
          value: { finishedSchoolAt: range },
          mention,
        })
      )
    default:
      return afterStage(state, mention)
  }
}

/** `growing in the last 6 months`, without a number. */
function growthOver(state: State, mention: Mention<MeaningOf<'date'>>, cue: 'grew' | 'shrank'): boolean {
  const months = mention.is.months ?? 12
  const change = cue === 'grew' ? { lowerBound: 0.01 } : { upperBound: -0.01 }
  const value = windows.includes(months)
    ? { type: 'percent_change', windowMonths: months, change }
    : {
        jobFunction: '_all_employees',
        countCriteria: { type: 'percent_change', change, windowLookBackMonths: Math.min(24, months) },
      }
  const param = windows.includes(months) ? 'employeeTrendsV2' : 'employeeTrends'
  return put(state, { side: company, param, list: 'obeysAll', value, mention })
}

/** `Series A in 2024`: the round is what happened then. A time behind companies alone is when they began. */
function afterStage(state: State, mention: Mention<MeaningOf<'date'>>): boolean {
  const before = state.mentions.slice(0, state.index).findLast(({ is }) => is.kind !== 'cue')
  if (before !== undefined && isUnraised(before)) return notSince(state, mention, before)
  if (before?.is.kind === 'stage')
    return put(state, { side: company, param: 'lastFundedOn', value: mention.is.range, mention })
  return false
}

const isUnraised = ({ is }: Mention) =>
  is.kind === 'stage' && is.stages.length === 1 && is.stages[0] === 'no_funding_yet'

/** `have not raised since 2020`: not those that never did, but a last round before then. */
function notSince(state: State, mention: Mention<MeaningOf<'date'>>, stage: Mention): boolean {
  const value = before(mention.is.range)
  if (value === undefined) return false
  state.draft.parts = state.draft.parts.filter((part) => part.mention !== stage)
  const note = 'is searched as a last round before then; those that never raised are left out.'
  return put(state, {
    side: company,
    param: 'lastFundedOn',
    value,
    mention: { ...mention, from: stage.from, note },
  })
}

/** The time before one that lasts until today. */
function before(range: DateRange): DateRange | undefined {
  if (range?.strategy === 'absolute') {
    const { lowerBound, upperBound } = range.range ?? {}
    if (lowerBound === undefined || upperBound !== undefined) return undefined
    const day = new Date(Date.parse(lowerBound) - 86_400_000).toISOString().slice(0, 10)
    return { strategy: 'absolute', range: { lowerBound: undefined, upperBound: day } }
  }
  const window = range?.window
  if (window?.method !== 'lastN') return undefined
  const { period, quantity } = window
  return {
    strategy: 'relative',
    window: { method: 'within', period, lowerBound: quantity, upperBound: undefined },
  }
}
