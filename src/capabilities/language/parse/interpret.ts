import { markCovered } from './coverage.ts'
import { makeDraft } from './draft.ts'
import { endFrame } from './frames.ts'
import { handlers } from './handlers/index.ts'
import type { Cue, Mention, MeaningOf } from './mention.ts'
import type { State } from './state.ts'
import { isList, isUnsure } from './unsure.ts'
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
    draft: makeDraft(),
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
    understood: markCovered(mentions, words.length),
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

/** What cues do that set no frame. */
const cueReaders: Partial<Record<Cue, (state: State, mention: Mention<MeaningOf<'cue'>>) => void>> = {
  and: (state) => void state.joiners.push('and'),
  or: (state) => void state.joiners.push('or'),
  not(state, mention) {
    // `no office outside Spain`: what is excluded twice may be wanted.
    if (state.isNegated && !/[,;]/.test(state.words[mention.from]?.gap ?? '')) state.isDoubted = true
    state.isNegated = true
    state.negatedAt = mention.to
  },
  doubt(state, mention) {
    state.isDoubted = true
    state.negatedAt = mention.to
  },
  former: (state) => void (state.isFormer = true),
  now(state) {
    state.isFormer = false
    endFrame(state)
  },
  at(state) {
    endFrame(state)
    if (state.kind === 'people') state.side = 'company'
  },
  with(state) {
    if (!goesOnBehindWith.has(state.frame?.cue)) endFrame(state)
  },
  who(state) {
    if (!goesOnBehindWith.has(state.frame?.cue) || state.frame?.cue === 'hiring') endFrame(state)
  },
}

/** Frames whose arguments `with` may bring: `raised a round with`. */
const goesOnBehindWith = new Set<Cue | undefined>(['raised', 'hiring', 'staff'])

function readCue(state: State, mention: Mention<MeaningOf<'cue'>>): void {
  const { cue } = mention.is
  const reader = cueReaders[cue]
  if (reader !== undefined) reader(state, mention)
  else if (frames.has(cue) && !isBeforeVerb(state, cue)) openFrame(state, mention)
}

/**
 * `stopped hiring`: neither those who hire nor those who do not. `laid off engineers`: said of them, and not of a company.
 */
const asksNothing = ({ isDoubted, kind, side }: State, cue: Cue): boolean =>
  (isDoubted && !goesWithDoubt.has(cue)) || (cue === 'shrank' && kind === 'people' && side === 'person')

/** Sets the frame in which what follows is read. */
function openFrame(state: State, mention: Mention<MeaningOf<'cue'>>): void {
  const { cue } = mention.is
  const before = state.frame
  // `grew their sales team by 30 %`
  if (cue === 'staff' && (before?.cue === 'grew' || before?.cue === 'shrank')) return
  if (asksNothing(state, cue)) {
    state.draft.unplaced.push(mention)
    if (state.isDoubted) state.negatedAt = mention.to
    return
  }
  const { isNegated } = state
  // `closed a round of`: two words for one thing.
  if (cue === 'raised' && before?.cue === 'raised' && !before.isUsed) state.frame = undefined
  // `founded and funded`: the frame before has got what it needs, or has it after it.
  endFrame(state)
  state.frame = { cue, mention, isUsed: false, isNegated, posting: cue === 'hiring' ? {} : undefined }
  if (cue === 'lives' && state.kind === 'people') state.side = 'person'
  if (cue === 'hiring' || cue === 'raised' || cue === 'grew') state.isNegated = false
}

/** The verbs of German and Dutch clauses, what they are about before them: `die SAP nutzen`, `die Deutsch sprechen`. */
const lastVerbs = new Set(
  'nutzen, nutzt, verwenden, verwendet, einsetzen, gebruiken, gebruikt, sprechen, spricht, spreken'.split(
    ', ',
  ),
)
function isBeforeVerb({ before, words, mentions, index }: State, cue: Cue): boolean {
  const { from, to } = mentions[index] as Mention
  const kind = before?.mention.is.kind
  return (
    before?.mention.to === from &&
    lastVerbs.has(words[to - 1]?.normal ?? '') &&
    ((cue === 'uses' && kind === 'technology') || (cue === 'speaks' && kind === 'language'))
  )
}

/** `VC funding`, `US investors`: what comes before a noun of money says whose it is, and asks for nothing by itself. */
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
  const negated = state.isNegated || (goesOn && before.negated) || isOfNegatedVerb(state, mention)
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

/** What is said of a verb, and is excluded with it: `haven't raised more than $2M`, `haven't grown in the last year`. */
const ofVerbs = new Set<Mention['is']['kind']>(['quantity', 'date', 'stage', 'multiple'])

function isOfNegatedVerb({ frame, words }: State, { is, from }: Mention): boolean {
  if (frame?.isNegated !== true || frame.isUsed || !ofVerbs.has(is.kind)) return false
  if (frame.cue !== 'raised' && frame.cue !== 'grew' && frame.cue !== 'shrank') return false
  const isApart = words.slice(frame.mention.to, from + 1).some(({ gap }) => /[,;]/.test(gap))
  if (isApart) return false
  frame.isUsed = true
  return true
}

/** Words that say what a doubt is of, and ask for nothing by themselves. */
const goesWithDoubt = new Set<Cue>(['uses', 'based', 'lives', 'offices', 'called', 'about', 'left'])

/** `or` is between values of one filter; between whole descriptions it is told not to be read. */
function tellOr({ before, joiners, words, draft }: State, { is, from, to }: Mention): void {
  if (!joiners.includes('or') || before === undefined || before.mention.is.kind === is.kind) return
  if (!saysSomething.has(is.kind) || !saysSomething.has(before.mention.is.kind)) return
  const texts = words.slice(from, to).map(({ text }) => text)
  draft.notices.push(`"or" before "${texts.join(' ')}" is not read: all conditions apply together.`)
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
