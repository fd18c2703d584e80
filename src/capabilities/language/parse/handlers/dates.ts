import type { Cue, DateRange, Mention, MeaningOf } from '../mention.ts'
import { put, type State } from '../state.ts'
import { growthOver } from './growth.ts'
import { takeCueBehind } from './money.ts'
import { findCueBehind, joinWords } from './nearby.ts'

const company = 'company' as const
const person = 'person' as const

/** Days by the verb before them: founded, raised, joined, left. */
export function date(state: State, mention: Mention<MeaningOf<'date'>>): boolean {
  const { range } = mention.is
  const unraised = state.frame?.cue === 'raised' && state.frame.isNegated ? state.frame : undefined
  if (unraised !== undefined) return state.isNegated && notSince(state, mention, unraised.mention)
  if (state.isNegated) return false
  const before = state.mentions.slice(0, state.index).findLast(({ is }) => is.kind !== 'cue')
  if (before?.is.kind === 'stealth' && state.draft.parts.some(({ param }) => param === 'stealthV2'))
    return put(state, {
      side: person,
      param: 'stealthV2',
      value: { status: 'left-stealth', leftStealthAt: range },
      mention,
    })
  return readDay(state, mention)
}

/** A day by the verb whose frame is open, or that comes behind it. */
function readDay(state: State, mention: Mention<MeaningOf<'date'>>): boolean {
  const cue = toDatedCue(state.frame?.cue) ?? takeVerbBehind(state)
  const frame = state.frame?.mention
  const verb = joinWords(state, frame?.from ?? 0, frame?.to ?? 0)
  if (state.frame !== undefined) state.frame.isUsed = true
  const reader = cue === undefined ? undefined : readers[cue]
  return reader === undefined ? afterStage(state, mention) : reader(state, mention, verb)
}

type DayReader = (state: State, mention: Mention<MeaningOf<'date'>>, verb: string) => boolean

const ofFunding: DayReader = (state, mention) =>
  put(state, { side: company, param: 'lastFundedOn', value: mention.is.range, mention })

/** What a day is of, by the verb. */
const readers: Partial<Record<Cue, DayReader>> = {
  founded(state, mention, verb) {
    const value = mention.is.range
    // `people born in 1990` are no companies.
    if (state.kind === 'people' && /\bborn\b/.test(verb)) return false
    // `CMOs who started in the last 6 months`
    if (state.side === 'person' && /\bstarted\b/.test(verb))
      return put(state, { side: person, param: 'startedAtCompany', value, mention })
    return put(state, { side: company, param: 'foundedOn', value, mention })
  },
  raised: ofFunding,
  backed: ofFunding,
  hiring({ frame }, { is }) {
    if (frame?.posting === undefined) return false
    frame.posting['postedAt'] = is.range
    return true
  },
  joined: (state, mention) =>
    state.kind === 'people' &&
    put(state, { side: person, param: 'startedAtCompany', value: mention.is.range, mention }),
  left(state, mention) {
    const value = { status: 'previously-employed', leftAt: mention.is.range }
    return state.kind === 'people' && put(state, { side: person, param: 'jobStatus', value, mention })
  },
  grew: (state, mention) => growthOver(state, mention, 'grew'),
  shrank: (state, mention) => growthOver(state, mention, 'shrank'),
  studied(state, mention) {
    const value = { finishedSchoolAt: mention.is.range }
    return (
      state.kind === 'people' &&
      put(state, { side: person, param: 'education', list: 'allOf', value, mention })
    )
  },
}

/** `in den letzten 12 Monaten Geld eingesammelt`: the verb after the day, which has then been read. */
function takeVerbBehind(state: State): Cue | undefined {
  const cue = findCueBehind(state)
  // `recently laid off engineers`: said of them, and not of a company.
  if (cue === 'shrank' && state.kind === 'people' && state.side === 'person') return undefined
  if (cue === 'raised') takeCueBehind(state, cue)
  return cue
}

/** Verbs of which a day is said; after others (`die in …`) the verb at the end of the clause counts. */
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
const toDatedCue = (cue: Cue | undefined): Cue | undefined =>
  cue !== undefined && verbs.has(cue) ? cue : undefined

/** `Series A in 2024`: the round is what happened then. A time after companies alone is when they began. */
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
