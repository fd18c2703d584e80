import type { Mention, MeaningOf } from '../mention.ts'
import { chooseList, put, type State } from '../state.ts'
import { asIndustry, readWords as asWords } from './company.ts'
import { addToPosting } from './hiring.ts'
import { findRoleOfTitle } from '../roles.ts'

const side = 'person' as const

/** Titles of those looked for, of staff that companies have or lack, or of positions they fill. */
export function title(state: State, mention: Mention<MeaningOf<'title'>>): boolean {
  const { terms, phrases } = mention.is
  const role = findRoleOfTitle(state.mentions, state.index)
  if (role === 'hiring') return addToPosting(state, 'jobTitle', [...phrases])
  if (role === 'staff') return putStaffRule(state, mention, { jobTitle: [...phrases] })
  // `companies that hired a CFO`: whom they have by now no parameter tells.
  if (role === 'hired') return false
  if (role === 'subject') {
    const phrase = phrases[0] ?? ''
    const note = 'is searched as words of the record.'
    return asWords(state, { ...mention, is: { kind: 'words', phrase }, confidence: 0.55, note })
  }
  state.side = side
  if (state.isFormer || hasBecomeAnother(state)) {
    state.isFormer = false
    const employer = findPastEmployer(state)
    if (employer !== undefined) state.index += 2
    return put(state, {
      side,
      param: 'pastJobs',
      list: chooseList(state),
      value: { jobTitle: [...phrases], ...(employer && { company: employer.company }) },
      mention: { ...mention, to: employer?.to ?? mention.to },
    })
  }
  for (const value of terms)
    put(state, { side, param: 'jobTitleV3', list: chooseList(state), value, mention })
  return true
}

/** `CFOs who became CEOs`, `bankers turned founders`. */
function hasBecomeAnother({ mentions, index, words }: State): boolean {
  const isWho = mentions[index + 1]?.is.kind === 'cue' && mentions[index + 2]?.is.kind === 'cue'
  const [verb, next] = mentions.slice(index + (isWho ? 2 : 1))
  return (
    verb?.is.kind === 'cue' &&
    verb.is.cue === 'now' &&
    next?.is.kind === 'title' &&
    words
      .slice(verb.from, verb.to)
      .some(({ normal }) => ['became', 'become', 'turned', 'moved'].includes(normal))
  )
}

/**
 * `used to be a CFO at Google`, `former CFO of Google`: title and employer of one past position. `Former consultants at
 * Google` may be there now, so their employer is read as any other.
 */
function findPastEmployer({ mentions, index, words }: State): { company: object; to: number } | undefined {
  const [cue, joiner, employer] = [mentions[index - 1], mentions[index + 1], mentions[index + 2]]
  if (joiner?.is.kind !== 'cue' || employer?.is.kind !== 'organization') return undefined
  const isVerb = cue?.is.kind === 'cue' && ['used', 'was', 'were', 'once'].includes(words[cue.from]!.normal)
  if (joiner.is.cue !== 'of' && !(joiner.is.cue === 'at' && isVerb)) return undefined
  const { name, domain } = employer.is.organization
  return { company: domain === undefined ? { name } : { domain }, to: employer.to }
}

/** `with at least 5 data scientists`, `without a CFO`. */
function putStaffRule(state: State, mention: Mention, employeeFilters: object): boolean {
  const counted = state.pendingCount
  state.pendingCount = undefined
  const bounds = counted?.bounds ?? (state.isNegated ? { high: 0 } : { low: 1 })
  const low = bounds.low === bounds.high ? bounds.low : bounds.low
  const employeesToMatch = {
    tag: 'finiteRange',
    lowerBound: low,
    upperBound: bounds.low === bounds.high && counted !== undefined ? undefined : bounds.high,
  }
  return put(state, {
    side: 'company',
    param: 'employees',
    list: 'rules',
    value: { employeesToMatch, employeeFilters },
    mention,
  })
}

/** People by their trade: `salespeople`. */
export function readStaff(state: State, mention: Mention<MeaningOf<'staff-of'>>): boolean {
  const { jobFunction, trend } = mention.is
  const role = findRoleOfTitle(state.mentions, state.index)
  if (role === 'hiring') return addToPosting(state, 'jobFunction', jobFunction)
  if (role === 'staff') return putTrendCount(state, mention, trend)
  state.side = side
  return put(state, { side, param: 'jobFunction', list: chooseList(state), value: jobFunction, mention })
}

function putTrendCount(state: State, mention: Mention, trend: string | undefined): boolean {
  const counted = state.pendingCount
  state.pendingCount = undefined
  if (trend === undefined) return false
  const { low, high } =
    counted?.bounds ?? (state.isNegated ? { low: undefined, high: 0 } : { low: 1, high: undefined })
  const range = { lowerBound: low, upperBound: low === high ? undefined : high }
  return put(state, {
    side: 'company',
    param: 'employeeTrends',
    list: 'obeysAll',
    value: { jobFunction: trend, countCriteria: { type: 'current_count', range } },
    mention,
  })
}

/** A field of work by itself: of people (`people in sales`), of a team, of postings, or a trade. */
export function workFunction(state: State, mention: Mention<MeaningOf<'function'>>): boolean {
  const { jobFunction, trend } = mention.is
  // `used to work in finance`: where they are now is not said.
  if (state.isFormer) {
    state.isFormer = false
    return false
  }
  const next = state.mentions[state.index + 1]
  if (next?.is.kind === 'companies' && next.from === mention.to) return asIndustry(state, mention)
  if (state.frame?.cue === 'hiring') return addToPosting(state, 'jobFunction', jobFunction)
  if (state.pendingCount !== undefined) return putTrendCount(state, mention, trend)
  const isTeam =
    next?.is.kind === 'cue' && (next.is.cue === 'staff' || next.is.cue === 'grew' || next.is.cue === 'shrank')
  if (isTeam && trend !== undefined && state.kind === 'companies')
    // `with no marketing team`
    return state.isNegated && isStaff(next) ? putTrendCount(state, mention, trend) : true
  if (state.kind !== 'people') return asIndustry(state, mention)
  return put(state, { side, param: 'jobFunction', list: chooseList(state), value: jobFunction, mention })
}

const isStaff = ({ is }: Mention) => is.kind === 'cue' && is.cue === 'staff'

export function readPeople(state: State): boolean {
  if (state.isNegated) return false
  if (state.kind === 'people') state.side = side
  return true
}

/** Labels of people; of those who founded a company, among others. */
export const personTag = (state: State, mention: Mention<MeaningOf<'person-tag'>>) =>
  state.kind === 'people' &&
  put(state, { side, param: 'tags', list: chooseList(state), value: mention.is.tag, mention })

export function readLanguage(state: State, mention: Mention<MeaningOf<'language'>>): boolean {
  if (state.kind !== 'people') return false
  if (state.frame !== undefined) state.frame.isUsed = true
  const others = state.mentions.filter(({ is }) => is.kind === 'language')
  const isAnd = others.length > 1 && !state.mentions.some(({ is }) => is.kind === 'cue' && is.cue === 'or')
  return put(state, {
    side,
    param: 'languages',
    list: chooseList(state, isAnd ? 'allOf' : 'anyOf'),
    value: mention.is.language,
    mention,
  })
}

/** Degree, field and school of one question are those of one entry where they stand together. */
export function readDegree(state: State, mention: Mention<MeaningOf<'degree'>>): boolean {
  if (state.kind !== 'people' || state.isNegated) return false
  if (state.frame?.cue === 'studied') state.frame.isUsed = true
  return put(state, {
    side,
    param: 'education',
    list: 'anyOf',
    value: { degree: { anyOf: [...mention.is.phrases] } },
    mention,
  })
}

export function readField(state: State, mention: Mention<MeaningOf<'field'>>): boolean {
  if (state.kind !== 'people' || state.isNegated) return false
  return put(state, {
    side,
    param: 'education',
    list: 'anyOf',
    value: { keywords: { anyOf: [mention.is.phrase] } },
    mention,
  })
}

export function readStealth(state: State, mention: Mention<MeaningOf<'stealth'>>): boolean {
  if (state.kind !== 'people') return false
  const isLeft = mention.is.isLeft || state.isFormer || state.frame?.cue === 'left'
  if (!isLeft) return put(state, { side, param: 'isInStealth', value: !state.isNegated, mention })
  // Who never left it may be in it, or may never have been.
  if (state.isNegated) return false
  state.isFormer = false
  if (state.frame !== undefined) state.frame.isUsed = true
  return put(state, { side, param: 'stealthV2', value: { status: 'left-stealth' }, mention })
}

export const readPersonName = (state: State, mention: Mention<MeaningOf<'person-name'>>) =>
  !state.isNegated &&
  put(state, { side, param: 'fuzzyName', list: 'anyOf', value: { name: mention.is.name }, mention })
export const workPlace = (state: State, mention: Mention<MeaningOf<'work-place'>>) =>
  addToPosting(state, 'jobLocationType', mention.is.type)
export const readEmployment = (state: State, mention: Mention<MeaningOf<'employment'>>) =>
  addToPosting(state, 'employmentType', mention.is.type)
