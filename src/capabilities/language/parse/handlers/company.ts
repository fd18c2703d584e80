import { findStandardIndustry } from '../../../../corpus/records/index.ts'
import { endFrame } from '../frames.ts'
import type { Mention, MeaningOf } from '../mention.ts'
import { chooseList, put, type State } from '../state.ts'
import { addToPosting } from './hiring.ts'

const side = 'company' as const

export function readCompanies(state: State, mention: Mention<MeaningOf<'companies'>>): boolean {
  const isNegated = state.isNegated
  // `no agencies`: the word means every company, so what is unwanted is not understood.
  if (isNegated && !mention.is.isStartup) {
    endFrame(state)
    state.doubtfulFrom = mention.to
    return false
  }
  if (state.kind === 'people' && state.index > 0) state.side = 'company'
  endFrame(state)
  if (mention.is.isStartup && !saysYoung(state))
    put(state, {
      side,
      param: 'tags',
      list: isNegated ? 'noneOf' : 'anyOf',
      value: 'venture-backed-startup',
      mention: { ...mention, confidence: 0.75, note: 'is searched by the label venture-backed-startup.' },
    })
  else if (mention.is.isStartup)
    state.draft.notices.push(
      `"${joinTexts(state.words, mention)}" sets no label here: stage, founding day, programme or funding say more.`,
    )
  return true
}

/** A stage, a programme, a founding day or funding say more than the word start-up. */
const saysYoung = ({ mentions }: State) =>
  mentions.some(
    ({ is }) =>
      is.kind === 'stage' ||
      is.kind === 'accelerator' ||
      is.kind === 'stealth' ||
      is.kind === 'company-tag' ||
      (is.kind === 'cue' && (is.cue === 'founded' || is.cue === 'raised')),
  )

/** Industries side by side hold together (`AI healthcare start-ups`), in a list one is enough. */
export function industry(state: State, mention: Mention<MeaningOf<'industry'>>): boolean {
  if (isHalfRead(state, mention)) return false
  if (state.frame?.cue === 'about') state.frame.isUsed = true
  if (state.kind === 'people' && !isBeforeTitle(state))
    state.side = mention.is.isNoun ? 'company' : state.side
  const before = state.mentions[state.index - 1]
  const after = state.mentions[state.index + 1]
  const isBeside = (other: Mention | undefined, gap: number | undefined) =>
    other?.is.kind === 'industry' &&
    other.is.industry !== mention.is.industry &&
    !/[,/;&]/.test(state.words[gap ?? 0]?.gap ?? '')
  const together =
    (isBeside(before, mention.from) && before?.to === mention.from) ||
    (isBeside(after, after?.from) && after?.from === mention.to)
  if (state.isNegated && isPartOfWanted(state, mention)) {
    const value = joinTexts(state.words, mention)
    return put(state, {
      side,
      param: 'keywords',
      list: 'containsNone',
      value,
      mention: { ...mention, note: asWords },
    })
  }
  const list = chooseList(state, together ? 'allOf' : 'anyOf')
  return put(state, { side, param: 'industriesV2', list, value: mention.is.industry, mention })
}

/** `event tech`: of what nobody understood before it technology says too little. */
const isHalfRead = ({ words, understood }: State, { from, to }: Mention): boolean =>
  to === from + 1 &&
  /^(tech|technology|technologies)$/.test(words[from]!.normal) &&
  from > 0 &&
  understood[from - 1] === false &&
  /^[\s-]$/.test(words[from]!.gap)

const asWords = 'is a part of an industry that is wanted; it is excluded as words of the record.'

/** `fintech companies that are not about crypto`: without the whole industry nothing would be left. */
const isPartOfWanted = ({ mentions, index, words }: State, { is }: Mention<MeaningOf<'industry'>>): boolean =>
  !is.isWhole &&
  mentions
    .slice(0, index)
    .some(
      (each) =>
        each.is.kind === 'industry' &&
        each.is.industry === is.industry &&
        joinTexts(words, each) !== joinTexts(words, mentions[index]!),
    )

const joinTexts = (words: State['words'], { from, to }: Mention) =>
  words
    .slice(from, to)
    .map(({ text }) => text)
    .join(' ')

const isBeforeTitle = (state: State) =>
  ['title', 'people'].includes(state.mentions[state.index + 1]?.is.kind ?? '')

export function technology(state: State, mention: Mention<MeaningOf<'technology'>>): boolean {
  const { name, isListed } = mention.is
  const { frame } = state
  if (frame?.cue === 'hiring' && addToPosting(state, 'keywords', name)) return true
  // `previously used Salesforce`: what they use now is not said.
  if (state.isFormer && (state.kind === 'companies' || frame?.cue === 'uses')) {
    state.isFormer = false
    return false
  }
  const isSkill =
    state.kind === 'people' && frame?.cue !== 'uses' && (frame?.cue === 'skilled' || state.side === 'person')
  if (frame !== undefined) frame.isUsed = true
  if (isSkill)
    return put(state, {
      side: 'person',
      param: 'keywords',
      list: chooseList(state, wantsAll(state) ? 'containsAll' : 'containsAny', 'containsNone'),
      value: name,
      mention,
    })
  const value = isListed ? { type: 'predefined', technology: name } : { type: 'custom', name }
  return put(state, {
    side,
    param: 'technologies',
    list: chooseList(state, wantsAll(state) ? 'allOf' : 'anyOf'),
    value,
    mention,
  })
}

/** Whether a list is joined by `and`, looking forward and back over its commas. */
export function wantsAll(state: State): boolean {
  const joined = [-1, 1].map((step) => findJoiner(state, step as -1 | 1))
  return !joined.includes('or') && joined.includes('and')
}

/** What joins the mentions of one kind in one direction; the last joiner that is met counts. */
function findJoiner({ mentions, index, words }: State, step: -1 | 1): 'and' | 'or' | undefined {
  const kind = mentions[index]?.is.kind
  let joiner: 'and' | undefined
  for (let at = index + step; ; at += step) {
    const each = mentions[at]
    if (each?.is.kind === 'cue') {
      if (each.is.cue === 'or') return 'or'
      if (each.is.cue !== 'and' || mentions[at + step]?.is.kind !== kind) return joiner
      joiner = 'and'
      continue
    }
    if (each?.is.kind !== kind) return joiner
    // Side by side without a comma: another list begins.
    const [before, later] = step === 1 ? [mentions[at - 1], each] : [each, mentions[at + 1]]
    const other = step === 1 ? before : later
    const isApart = !/[,/]/.test(words[later!.from]?.gap ?? '')
    if (isApart && other?.is.kind === kind) return joiner
  }
}

export function stage(state: State, mention: Mention<MeaningOf<'stage'>>): boolean {
  if (state.frame?.cue === 'raised') state.frame.isUsed = true
  for (const value of mention.is.stages)
    put(state, { side, param: 'stage', list: chooseList(state), value, mention })
  return true
}

export function status(state: State, mention: Mention<MeaningOf<'status'>>): boolean {
  // `acquired by Foobar`: the buyer is not looked for.
  if (state.words[mention.to - 1]?.normal === 'by') putDoubtOnNext(state, mention)
  return put(state, { side, param: 'status', list: chooseList(state), value: mention.is.status, mention })
}

export function accelerator(state: State, mention: Mention<MeaningOf<'accelerator'>>): boolean {
  const { slug, batches } = mention.is
  if (state.frame?.cue === 'backed') state.frame.isUsed = true
  const batchSelection =
    batches.length === 0 ? undefined : { strategy: 'only-these-batches', batches: [...batches] }
  return put(state, {
    side,
    param: 'acceleratorsV2',
    list: chooseList(state),
    value: { acceleratorName: slug, ...(batchSelection && { batchSelection }) },
    mention,
  })
}

export function readRanking(state: State, mention: Mention<MeaningOf<'ranking'>>): boolean {
  if (state.isNegated) return false
  if (state.kind === 'people') state.side = 'company'
  return put(state, {
    side,
    param: 'fortuneRankings',
    list: 'anyOf',
    value: { list: 'fortune-500-usa', range: { low: 1, high: mention.is.high } },
    mention,
  })
}

export const companyTag = (state: State, mention: Mention<MeaningOf<'company-tag'>>) =>
  put(state, { side, param: 'tags', list: chooseList(state), value: mention.is.tag, mention })

export function flag(state: State, mention: Mention<MeaningOf<'flag'>>): boolean {
  // `companies that acquired insurers`: those acquired are not looked for.
  if (mention.is.flag === 'has-acquired') putDoubtOnNext(state, mention)
  if (state.frame?.cue === 'raised') state.frame.isUsed = true
  return put(state, { side, param: 'specialFlags', list: chooseList(state), value: mention.is.flag, mention })
}

export const readDomain = (state: State, mention: Mention<MeaningOf<'domain'>>) =>
  !isLacked(state) &&
  put(state, {
    side,
    param: 'exactCompanyV2',
    list: chooseList(state),
    value: { identifier: 'domain', domain: mention.is.domain },
    mention,
  })

/** `hotels without Booking.com`: what they lack is not who they are. */
const isLacked = ({ isNegated, negatedAt, words }: State): boolean =>
  isNegated &&
  /^(without|lacking|lacks|o|out|ohne|sans|sin|sem|senza|zonder|bez)$/.test(
    words[negatedAt - 1]?.normal ?? '',
  )

export const readSuffix = (state: State, mention: Mention<MeaningOf<'suffix'>>) =>
  put(state, { side, param: 'tlds', list: chooseList(state), value: mention.is.suffix, mention })
export const readNaics = (state: State, mention: Mention<MeaningOf<'naics'>>) =>
  put(state, {
    side,
    param: 'naicsCodes',
    list: chooseList(state),
    value: { code: mention.is.code },
    mention,
  })

/** Employers, investors and companies by name. */
export function organization(state: State, mention: Mention<MeaningOf<'organization'>>): boolean {
  const { name, domain: host, role } = mention.is.organization
  if (state.frame !== undefined) state.frame.isUsed = true
  if (role === 'investor') {
    if (host === undefined) return false
    return put(state, {
      side,
      param: 'investorsV2',
      list: chooseList(state, wantsAll(state) ? 'allOf' : 'anyOf'),
      value: { investorIdentifier: { type: 'domain', domain: host } },
      mention,
    })
  }
  if (role === 'school')
    return (
      state.kind === 'people' &&
      !state.isNegated &&
      put(state, {
        side: 'person',
        param: 'education',
        list: 'anyOf',
        value: { schoolNameKeywords: { anyOf: [name] } },
        mention,
      })
    )
  if (isCalled(state))
    return put(state, { side: 'person', param: 'fuzzyName', list: 'anyOf', value: { name }, mention })
  if (state.kind === 'people') {
    if (role === 'former' && !isLeft(state)) return formerEmployer(state, mention)
    if (role === 'former')
      put(state, { side: 'person', param: 'jobStatus', value: { status: 'previously-employed' }, mention })
    state.side = 'person'
  } else if (isNoCompany(state, role) || isLacked(state)) return false
  const list = chooseList(state)
  return host === undefined
    ? put(state, { side, param: 'nameLike', list, value: name, mention })
    : put(state, {
        side,
        param: 'exactCompanyV2',
        list,
        value: { identifier: 'domain', domain: host },
        mention,
      })
}

/** `people called Müller` */
function isCalled({ mentions, index, frame, isNegated }: State): boolean {
  const before = mentions.slice(0, index).findLast(({ is }) => is.kind !== 'cue')
  return frame?.cue === 'called' && before?.is.kind === 'people' && !isNegated
}

/** Where companies are looked for, an employer among other things is none of them. */
const isNoCompany = ({ frame, mentions }: State, role: MeaningOf<'organization'>['organization']['role']) =>
  role === 'former' || (role === 'employer' && frame?.cue !== 'called' && mentions.length > 1)

/**
 * `who left Meta`: those of the company who are there no more, where neither another employer is asked about nor what they
 * are now (`who left Meta and are founders`).
 */
const isLeft = ({ frame, mentions, index, kind, isNegated }: State) =>
  !isNegated &&
  frame?.cue === 'left' &&
  kind === 'people' &&
  !mentions.slice(index + 1).some(({ is }) => is.kind === 'title') &&
  !mentions.some(
    ({ is }) => is.kind === 'companies' || (is.kind === 'cue' && ['now', 'at', 'joined'].includes(is.cue)),
  )

/** `former Google engineers`: title and employer of one past position. */
function formerEmployer(state: State, mention: Mention<MeaningOf<'organization'>>): boolean {
  const { name, domain: host } = mention.is.organization
  const company = host === undefined ? { name } : { domain: host }
  const next = state.mentions[state.index + 1]
  // `ex-Stripe founders` founded something else.
  const isTitled = next?.is.kind === 'title' && next.from === mention.to && !isFounding(next.is)
  const value = isTitled ? { jobTitle: [...(next.is as MeaningOf<'title'>).phrases], company } : { company }
  if (isTitled) state.index++
  state.isFormer = false
  state.side = 'person'
  return put(state, {
    side: 'person',
    param: 'pastJobs',
    list: chooseList(state),
    value,
    mention: isTitled ? { ...mention, to: next.to } : mention,
  })
}

const isFounding = ({ terms }: MeaningOf<'title'>) =>
  terms.some((term) => term.type === 'functional' && term.seniority.includes('founder'))

export function readWords(state: State, mention: Mention<MeaningOf<'words'>>): boolean {
  if (state.frame !== undefined) state.frame.isUsed = true
  // `non-alcoholic`, `no-code`: a word for what is wanted.
  const prefix = state.words[mention.from - 1]
  const isPrefixed =
    state.isNegated && state.negatedAt === mention.from && /^[-‐‑]$/.test(state.words[mention.from]!.gap)
  if (isPrefixed && prefix !== undefined) {
    state.isNegated = false
    const phrase = `${prefix.text}-${mention.is.phrase}`
    return readWords(state, { ...mention, from: mention.from - 1, is: { ...mention.is, phrase } })
  }
  const isPerson = state.kind === 'people' && (state.side === 'person' || state.frame?.cue === 'skilled')
  return put(state, {
    side: isPerson ? 'person' : side,
    param: 'keywords',
    list: chooseList(state, 'containsAll', 'containsNone'),
    value: mention.is.phrase,
    mention,
  })
}

function putDoubtOnNext(state: State, { to }: Mention): void {
  const next = state.mentions[state.index + 1]
  if (next?.from !== to || next.is.kind === 'cue') return
  state.isDoubted = true
  state.negatedAt = to
}

/** A field of work before `companies` is a trade. */
export function asIndustry(state: State, mention: Mention<MeaningOf<'function'>>): boolean {
  const standardIndustry = findStandardIndustry(mention.is.word)
  if (standardIndustry === undefined) return false
  return put(state, {
    side,
    param: 'industriesV2',
    list: chooseList(state),
    value: standardIndustry,
    mention: { ...mention, confidence: 0.7 },
  })
}
