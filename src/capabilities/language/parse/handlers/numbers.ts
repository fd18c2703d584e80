import type { Bounds, Cue, Mention, MeaningOf, Unit } from '../mention.ts'
import { chooseList, put, type State } from '../state.ts'
import { age } from './age.ts'
import { readChange, findFunctionBefore, ofTeam, share } from './growth.ts'
import { isOneRound, money } from './money.ts'
import { findCueBehind, toRange, joinWords } from './nearby.ts'

const company = 'company' as const
const person = 'person' as const

/** More than the one bound, up to the other, as `employeeCountV2` has it. */
const toEmployeeRange = ({ low, high }: Bounds) => ({
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
  const { unit } = mention.is
  const turned = state.isNegated && isOfAmount(state) ? turnBounds(mention.is) : undefined
  if (turned !== undefined) {
    // `didn't raise more than $5M in 2024`: they may have raised nothing then, or before.
    if (state.frame?.cue === 'raised' && isOneRound(state)) return false
    state.isNegated = false
    return readers[unit](state, { ...mention, is: { ...mention.is, bounds: turned } })
  }
  // What its parameter cannot turn round is told, and never asked for.
  if (state.isNegated && !turnsRound.has(unit)) return false
  return readers[unit](state, mention)
}

/** Whether `not` is of the amount alone: `don't have more than`, `haven't raised more than`, `excluding those with over`. */
function isOfAmount({ mentions, index, frame }: State): boolean {
  const isBetween = ({ is }: Mention) => is.kind === 'cue' && ['with', 'who', 'of'].includes(is.cue)
  const before = mentions.slice(0, index).findLast((each) => !isBetween(each))
  return (
    before?.is.kind === 'cue' &&
    (before.is.cue === 'not' || (before === frame?.mention && frame.isNegated && frame.cue === 'raised'))
  )
}

/** Not more than 50 is up to 50; of money and shares a bound is taken with either side. */
function turnBounds({ bounds: { low, high }, unit }: MeaningOf<'quantity'>): Bounds | undefined {
  if ((low === undefined) === (high === undefined) || !countedUnits.has(unit)) return undefined
  const step = unit === 'usd' || unit === 'none' ? 0 : 1
  return low === undefined ? { low: high! + step } : { high: Math.max(0, low - step) }
}
const countedUnits = new Set<Unit>(['usd', 'none', 'employees', 'offices', 'openings'])

type NumberReader = (state: State, mention: Mention<MeaningOf<'quantity'>>) => boolean

/** A number of people alone, such as followers. */
const makePersonReader =
  (param: string): NumberReader =>
  (state, mention) =>
    state.kind === 'people' &&
    put(state, { side: person, param, value: toRange(toAtLeast(mention.is.bounds)), mention })

/** What a number asks, by what it counts. */
const readers: Record<Unit, NumberReader> = {
  employees: (state, mention) => readEmployees(state, mention, mention.is.bounds),
  usd: money,
  percent(state, mention) {
    const { low, high } = mention.is.bounds
    return readChange(state, mention, { low: share(low), high: share(high) })
  },
  times(state, mention) {
    const { low } = mention.is.bounds
    const more = low === undefined ? undefined : low - 1
    return state.frame?.cue === 'grew' && readChange(state, mention, { low: more, high: undefined })
  },
  'years-experience': makePersonReader('yearsOfExperience'),
  'years-old': age,
  years(state, mention) {
    const cue = state.frame?.cue
    if (cue === 'older' || cue === 'younger') return age(state, mention)
    return (
      !isTenure(state, mention) &&
      isExperience(state, mention) &&
      makePersonReader('yearsOfExperience')(state, mention)
    )
  },
  months: () => false,
  followers: makePersonReader('numFollowers'),
  connections: makePersonReader('numConnections'),
  offices(state, mention) {
    if (isCountedThere(state)) {
      state.frame = { cue: 'offices', mention, isUsed: true, isNegated: state.isNegated, count: mention }
      return true
    }
    const value = { type: 'worldwide', range: toRange(mention.is.bounds) }
    return put(state, { side: company, param: 'officeLocationsV2', list: chooseList(state), value, mention })
  },
  openings(state, mention) {
    const value = { rule: 'total', count: toRange(mention.is.bounds) }
    return put(state, { side: company, param: 'jobPostingStats', list: chooseList(state), value, mention })
  },
  none: plain,
}

/** `at least 3 offices in France`: a number of those there. */
function isCountedThere({ mentions, index, words }: State): boolean {
  const next = mentions[index + 1]
  const isIn = next?.is.kind === 'cue' && next.is.cue === 'in'
  const place = isIn ? mentions[index + 2] : next
  return place?.is.kind === 'place' && !/[,;]/.test(words[next!.from]?.gap ?? '')
}

/** `5 years of experience` is said of those who have five or more. */
const toAtLeast = ({ low, high }: Bounds): Bounds => (low === high ? { low } : { low, high })

function readEmployees(state: State, mention: Mention, bounds: Bounds): boolean {
  // `hiring more than 50 people`: so many are wanted, and not there.
  if (state.isNegated || isHiring(state)) return false
  const team = state.frame?.cue === 'staff' ? findFunctionBefore(state) : undefined
  if (state.frame?.cue === 'staff') state.frame.isUsed = true
  if (team !== undefined) return ofTeam(state, mention, { team, bounds })
  return put(state, { side: company, param: 'employeeCountV2', value: toEmployeeRange(bounds), mention })
}

/** `engineers at Airbnb for over 5 years`: how long they have been there is not how long they have worked. */
function isTenure({ words, mentions, index }: State, { from, to }: Mention): boolean {
  const isFor = /^(for|since|seit|depuis|desde|da|sinds)$/.test(words[from - 1]?.normal ?? '')
  const isThere = /^(there|tenure|with|at)$/.test(words[to]?.normal ?? '')
  const before = mentions.slice(0, index).findLast(({ is }) => is.kind !== 'cue')
  return (isFor && before?.is.kind === 'organization') || isThere
}

const isHiring = ({ mentions, index }: State): boolean => {
  const before = mentions[index - 1]?.is
  return before?.kind === 'cue' && before.cue === 'hiring'
}

export function readSize(state: State, mention: Mention<MeaningOf<'size'>>): boolean {
  if (state.isNegated || isOfTitle(state, mention)) return false
  return put(state, {
    side: company,
    param: 'employeeCountV2',
    value: toEmployeeRange(mention.is.bounds),
    mention,
  })
}

/** `Account Executive - Enterprise`: whom they sell to, and not how large their employer is. */
function isOfTitle({ mentions, index, words, kind }: State, { from }: Mention): boolean {
  const before = mentions[index - 1]
  return (
    kind === 'people' &&
    before?.is.kind === 'title' &&
    before.to === from &&
    /^\s*[-–—(/|]\s*$/.test(words[from]!.gap)
  )
}

function isExperience(state: State, { from, to }: Mention): boolean {
  return (
    /\b(experience|exp|erfahrung|experiencia|esperienza|ervaring)\b/.test(joinWords(state, from, to + 5)) ||
    state.frame === undefined
  )
}

/** Numbers from here on are no limit, and no number of rounds. */
const minAmount = 10_000
/** A bare number beyond is of money, or of something else than staff. */
const maxEmployees = 500_000

/** A bare number: of money, how many are wanted, of staff or employees, by what is around it. */
function plain(state: State, mention: Mention<MeaningOf<'quantity'>>): boolean {
  const ofMoney = plainMoney(state, mention)
  if (ofMoney !== undefined) return ofMoney
  const { bounds } = mention.is
  if (isLimit(state, mention)) {
    state.limit = bounds.low
    return true
  }
  if (countedNext.has(state.mentions[state.index + 1]?.is.kind)) {
    state.pendingCount = { bounds, mention }
    return true
  }
  const team = findFunctionBefore(state)
  const isTeam = team !== undefined && state.mentions[state.index - 1]?.is.kind !== 'companies'
  if (state.frame?.cue === 'staff' && isTeam) {
    state.frame.isUsed = true
    return ofTeam(state, mention, { team, bounds })
  }
  return plainStaff(state, mention)
}

/** What a number before it counts. */
const countedNext = new Set<Mention['is']['kind'] | undefined>(['title', 'staff-of', 'function'])

/** Whether a bare number is of money, and was placed; undefined if it is of something else. */
function plainMoney(state: State, mention: Mention<MeaningOf<'quantity'>>): boolean | undefined {
  const { low, high } = mention.is.bounds
  const amount = low ?? high ?? 0
  const isMoney = (cue: Cue | undefined) => cue === 'revenue' || cue === 'raised'
  const cue = state.frame?.cue
  if (isMoney(cue)) return amount >= 1000 && money(state, mention)
  if (amount < minAmount) return undefined
  if (cue === 'about' && money(state, mention)) return true
  return isMoney(findCueBehind(state)) ? money(state, mention) : undefined
}

/** A bare number of employees: of staff that is spoken of, a range, or a bound of companies. */
function plainStaff(state: State, mention: Mention<MeaningOf<'quantity'>>): boolean {
  const { bounds } = mention.is
  const { low, high } = bounds
  const cue = state.frame?.cue
  const isStaff =
    cue === 'staff' ||
    findCueBehind(state) === 'staff' ||
    state.mentions[state.index - 1]?.is.kind === 'people'
  if (countsSomething(state, mention) || (low ?? 0) > maxEmployees) return false
  const isRange = low !== undefined && high !== undefined && low !== high
  // `software firms in Dubai, <200`: of companies nothing else is counted without saying so.
  const isOpen = (low === undefined) !== (high === undefined)
  const isOfCompanies = isOpen && (cue === undefined || cue === 'in') && namesCompanies(state)
  if (!isStaff && !isRange && !isOfCompanies) return false
  if (state.frame !== undefined && isStaff) state.frame.isUsed = true
  const note = isStaff ? mention.note : 'is searched as the number of employees.'
  return readEmployees(state, { ...mention, note, confidence: isStaff ? 0.9 : 0.5 }, bounds)
}

/** `over 100 stores`: what nobody knows is counted, or companies are. */
function countsSomething({ words, understood, mentions, index }: State, { to }: Mention): boolean {
  const behind = words[to]
  if (behind === undefined || !/^\+?\s+$/.test(behind.gap)) return false
  return (
    understood[to] !== true ||
    (mentions[index + 1]?.from === to && ['industry', 'companies'].includes(mentions[index + 1]!.is.kind))
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
