import type { Bounds, Mention, MeaningOf, Unit } from '../mention.ts'
import { listOf, put, type State } from '../state.ts'
import { age } from './age.ts'
import { change, functionBefore, ofTeam, share } from './growth.ts'
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
  // `hiring more than 50 people`: so many are wanted, and not there.
  if (state.isNegated || isHiring(state)) return false
  const team = state.frame?.cue === 'staff' ? functionBefore(state) : undefined
  if (state.frame?.cue === 'staff') state.frame.isUsed = true
  if (team !== undefined) return ofTeam(state, mention, { team, bounds })
  return put(state, { side: company, param: 'employeeCountV2', value: employeeRange(bounds), mention })
}

const isHiring = ({ mentions, index }: State): boolean => {
  const before = mentions[index - 1]?.is
  return before?.kind === 'cue' && before.cue === 'hiring'
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
  if (cue === 'about' && (bounds.low ?? bounds.high ?? 0) >= leastAmount && money(state, mention)) return true
  const behind = cueBehind(state)
  if ((behind === 'revenue' || behind === 'raised') && (bounds.low ?? bounds.high ?? 0) >= leastAmount)
    return money(state, mention)
  if (isLimit(state, mention)) {
    state.limit = bounds.low
    return true
  }
  if (next?.kind === 'title' || next?.kind === 'staff-of' || next?.kind === 'function') {
    state.pendingCount = { bounds, mention }
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
  if (behind === undefined || !/^\+?\s+$/.test(behind.gap)) return false
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
