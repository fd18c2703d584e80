import { coverage } from './coverage.ts'
import { endFrame } from './frames.ts'
import { handlers } from './handlers/index.ts'
import { emptyDraft } from './draft.ts'
import type { Cue, Mention, MeaningOf } from './mention.ts'
import type { State } from './state.ts'
import type { Word } from './words.ts'

/** Words that what follows is an argument of: `founded … 2015`, `uses … Snowflake`. */
const frames = new Set<Cue>([
  'uses',
  'hiring',
  'raised',
  'revenue',
  'founded',
  'grew',
  'shrank',
  'offices',
  'staff',
  'backed',
  'studied',
  'speaks',
  'lives',
  'based',
  'joined',
  'left',
  'called',
  'about',
  'skilled',
  'older',
  'younger',
])

/** Reads the chosen mentions from left to right and says what each asks. */
export function interpret(mentions: readonly Mention[], words: readonly Word[], kind: State['kind']): State {
  const state: State = {
    draft: emptyDraft(),
    words,
    mentions: mentions.filter(({ is }) => is.kind !== 'filler'),
    index: 0,
    kind,
    side: kind === 'people' ? 'person' : 'company',
    frame: undefined,
    isNegated: false,
    negatedAt: 0,
    isDoubted: false,
    doubted: undefined,
    understood: coverage(mentions, words.length),
    doubtfulFrom: undefined,
    isFormer: false,
    pendingCount: undefined,
    before: undefined,
    joiners: [],
    nextGroup: 1,
    isCount: false,
    limit: undefined,
  }
  for (; state.index < state.mentions.length; state.index++) {
    const mention = state.mentions[state.index] as Mention
    if (mention.is.kind === 'cue') readCue(state, mention as Mention<MeaningOf<'cue'>>)
    else readContent(state, mention)
  }
  endFrame(state)
  return state
}

function readCue(state: State, mention: Mention<MeaningOf<'cue'>>): void {
  const { cue } = mention.is
  if (cue === 'and' || cue === 'or') state.joiners.push(cue)
  else if (cue === 'not') {
    // `no office outside Spain`: what is excluded twice may be wanted.
    if (state.isNegated && !/[,;]/.test(state.words[mention.from]?.gap ?? '')) state.isDoubted = true
    state.isNegated = true
    state.negatedAt = mention.to
  } else if (cue === 'doubt') {
    state.isDoubted = true
    state.negatedAt = mention.to
  } else if (cue === 'former') state.isFormer = true
  else if (cue === 'now') {
    state.isFormer = false
    endFrame(state)
  } else if (cue === 'at') {
    endFrame(state)
    if (state.kind === 'people') state.side = 'company'
  } else if (cue === 'with' || cue === 'who') {
    if (!['raised', 'hiring', 'staff'].includes(state.frame?.cue ?? '')) endFrame(state)
    if (cue === 'who' && state.frame?.cue === 'hiring') endFrame(state)
  } else if (frames.has(cue)) {
    if (isSaidBefore(state, cue)) return
    // `grew their sales team by 30 %`
    if (cue === 'staff' && (state.frame?.cue === 'grew' || state.frame?.cue === 'shrank')) return
    // `stopped hiring`: neither those who hire nor those who do not.
    if (state.isDoubted && !goesWithDoubt.has(cue)) {
      state.draft.unplaced.push(mention)
      state.negatedAt = mention.to
      return
    }
    const isNegated = state.isNegated
    // `closed a round of`: two words for one thing.
    if (cue === 'raised' && state.frame?.cue === 'raised' && !state.frame.isUsed) state.frame = undefined
    // `founded and funded`: the frame before has got what it needs, or has it behind it.
    endFrame(state)
    state.frame = { cue, mention, isUsed: false, isNegated, posting: cue === 'hiring' ? {} : undefined }
    if (cue === 'lives' && state.kind === 'people') state.side = 'person'
    if (cue === 'hiring' || cue === 'raised' || cue === 'grew') state.isNegated = false
  }
}

/** The verbs of German and Dutch clauses, what they are about before them: `die SAP nutzen`, `die Deutsch sprechen`. */
const lastVerbs = new Set(
  'nutzen, nutzt, verwenden, verwendet, einsetzen, gebruiken, gebruikt, sprechen, spricht, spreken'.split(
    ', ',
  ),
)
function isSaidBefore({ before, words, mentions, index }: State, cue: Cue): boolean {
  const { from, to } = mentions[index] as Mention
  const kind = before?.mention.is.kind
  return (
    before?.mention.to === from &&
    lastVerbs.has(words[to - 1]?.normal ?? '') &&
    ((cue === 'uses' && kind === 'technology') || (cue === 'speaks' && kind === 'language'))
  )
}

/** `VC funding`, `US investors`: what stands before a noun of money says whose it is, and asks for nothing by itself. */
function isOfMoney({ mentions, index, words }: State, { is, to }: Mention): boolean {
  const next = mentions[index + 1]
  return (
    (is.kind === 'industry' || is.kind === 'company-tag') &&
    next?.is.kind === 'cue' &&
    next.is.cue === 'raised' &&
    next.from === to &&
    /^(funding|capital|money|rounds?|backing)$/.test(words[to]!.normal)
  )
}

function readContent(state: State, mention: Mention): void {
  if (isOfMoney(state, mention)) return
  if (isUnsure(state, mention)) {
    state.draft.unplaced.push(mention)
    state.doubted = mention
    state.isNegated = false
    state.isDoubted = false
    state.joiners = []
    return
  }
  const { before } = state
  const goesOn =
    before !== undefined &&
    before.mention.is.kind === mention.is.kind &&
    isList(state, before.mention, mention)
  const negated = state.isNegated || (goesOn && before.negated)
  state.isNegated = negated
  if (!goesOn && !negated) tellOr(state, mention)
  const group = goesOn ? before.group : state.nextGroup++
  state.before = { mention, negated, group, joiners: goesOn ? [...before.joiners, ...state.joiners] : [] }
  const handler = handlers[mention.is.kind as keyof typeof handlers] as (
    state: State,
    mention: Mention,
  ) => boolean
  if (!handler(state, mention)) state.draft.unplaced.push(mention)
  state.isNegated = false
  state.joiners = []
}

/** Words that say what a doubt is of, and ask for nothing by themselves. */
const goesWithDoubt = new Set<Cue>(['uses', 'based', 'lives', 'offices', 'called', 'about', 'left'])

/** Whether a mention describes companies that are excluded: up to a comma or `but`, what they are is not what is wanted. */
function isOfExcluded(state: State, { from }: Mention): boolean {
  const { doubtfulFrom, words } = state
  if (doubtfulFrom === undefined) return false
  const isOver = words
    .slice(doubtfulFrom, from + 1)
    .some(({ gap, normal }) => /[,;.:]/.test(gap) || /^(but|aber|mais|pero|mas|ma|maar)$/.test(normal))
  if (isOver) state.doubtfulFrom = undefined
  return !isOver
}

/** `in Spain, not at banks in Madrid`: a second place, behind what is excluded, may be of that. */
function isPlaceOfExcluded({ before, draft, words, isNegated }: State, { is, from }: Mention): boolean {
  if (is.kind !== 'place' || is.isAdjective || before?.negated !== true || isNegated) return false
  const { mention } = before
  const isBeside =
    from - mention.to <= 2 && !words.slice(mention.to, from + 1).some(({ gap }) => /[,;]/.test(gap))
  return (
    isBeside &&
    (mention.is.kind === 'industry' || mention.is.kind === 'organization') &&
    draft.parts.some((part) => part.mention.is.kind === 'place' && !part.mention.is.isAdjective)
  )
}

/** Whether nobody can tell if a mention is wanted or excluded: behind a doubt, or in the list that one begins. */
function isUnsure(state: State, mention: Mention): boolean {
  if (isOfExcluded(state, mention) || isPlaceOfExcluded(state, mention)) return true
  const { doubted, before } = state
  if (doubted?.is.kind === mention.is.kind && isList(state, doubted, mention)) return true
  // `excluding Germany nad France`
  if (
    before?.negated === true &&
    before.mention.is.kind === mention.is.kind &&
    isJoinedUnread(state, mention)
  )
    return true
  state.doubted = undefined
  if (!state.isNegated && !state.isDoubted) return false
  const whose = negationOf(state, mention)
  if (whose === 'other') {
    state.isNegated = false
    state.isDoubted = false
  }
  return whose === 'unsure' || (whose === 'this' && state.isDoubted)
}

/** Whether one small word that nobody understood, or half an `and`, is all that stands between a mention and the one before. */
const isJoinedUnread = ({ before, words, understood }: State, { from }: Mention): boolean =>
  before?.mention.to === from - 1 &&
  ((understood[from - 1] !== true && words[from - 1]!.normal.length <= 4) ||
    /^(an?|n|as|d)$/.test(words[from - 1]!.normal))

/** `or` stands between values of one filter; between whole descriptions it is told not to be read. */
function tellOr({ before, joiners, words, draft }: State, { is, from, to }: Mention): void {
  if (!joiners.includes('or') || before === undefined || before.mention.is.kind === is.kind) return
  if (!saysSomething.has(is.kind) || !saysSomething.has(before.mention.is.kind)) return
  const said = words.slice(from, to).map(({ text }) => text)
  draft.notices.push(`"or" before "${said.join(' ')}" is not read: all that is asked for holds together.`)
}

const saysSomething = new Set<Mention['is']['kind']>([
  'title',
  'place',
  'industry',
  'technology',
  'quantity',
  'size',
  'date',
  'stage',
  'language',
  'organization',
])

/**
 * What `not` is said of. Words that nobody understood may be it: `no Foobar, in Spain` excludes Foobar; without a comma or
 * a word such as `in` between them nobody can tell.
 */
function negationOf({ words, understood, negatedAt }: State, { from }: Mention): 'this' | 'other' | 'unsure' {
  const unread = words.findIndex((_, at) => at >= negatedAt && at < from && understood[at] !== true)
  if (unread === -1) return 'this'
  // `no oe in Madrid`, `don't wrok at banks`: a small word may as well be one that excludes what is behind it.
  const word = words[unread]!
  if (unread === negatedAt && /^\p{Ll}{1,5}$/u.test(word.text) && !/[,;]/.test(words[unread + 1]?.gap ?? ''))
    return 'unsure'
  const between = words.slice(unread + 1, from + 1)
  const joiners = between.slice(0, -1)
  const isApart =
    between.some(({ gap }) => /[,;]/.test(gap)) ||
    joiners.some(isApartWord) ||
    // `no Foobar and French`, but not `except Foobar and Paris`.
    (joiners.length > 1 && joiners.some(isJoiner))
  return isApart ? 'other' : 'unsure'
}

const isApartWord = ({ normal }: Word) => apartWords.has(normal)
const apartWords = new Set(
  'in, at, with, from, that, who, having, using, mit, bei, aus, avec, chez, qui, con, que, en, com, em, che, met, die'.split(
    ', ',
  ),
)
const isJoiner = ({ normal }: Word) => normal === 'and' || normal === 'or'

/** Whether a mention goes on with the list that another is in: only `and`, `or` and commas stand between. */
function isList(state: State, before: Mention, mention: Mention): boolean {
  const joined = state.joiners.length > 0 || /[,/&]/.test(state.words[mention.from]?.gap ?? '')
  const apart = mention.from - before.to
  return joined && apart <= 3 && !state.isNegated
}
