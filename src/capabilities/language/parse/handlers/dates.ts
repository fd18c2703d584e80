import type { Cue, DateRange, Mention, MeaningOf } from '../mention.ts'
import { put, type State } from '../state.ts'
import { growthOver } from './growth.ts'
import { takeCueBehind } from './money.ts'
import { cueBehind, wordsOf } from './nearby.ts'

const company = 'company' as const
const person = 'person' as const

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
  const cue = dated(state.frame?.cue) ?? takenBehind(state)
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

/** `in den letzten 12 Monaten Geld eingesammelt`: the verb behind the day, which has then been read. */
function takenBehind(state: State): Cue | undefined {
  const cue = cueBehind(state)
  if (cue === 'raised') takeCueBehind(state, cue)
  return cue
}

/** Verbs of which a day is said; behind others (`die in …`) the verb at the end of the clause counts. */
const verbs: ReadonlySet<string> = new Set<Cue>([
  'founded',
  'raised',
  'backed',
  'hiring',
  'joined',
  'left',
  'grew',
  'shrank',
  'studied',
])
const dated = (cue: Cue | undefined): Cue | undefined =>
  cue !== undefined && verbs.has(cue) ? cue : undefined

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
