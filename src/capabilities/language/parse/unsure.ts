import type { Mention } from './mention.ts'
import type { State } from './state.ts'
import type { Word } from './words.ts'

/** Whether nobody can tell if a mention is wanted or excluded: after a doubt, or in the list that one begins. */
export function isUnsure(state: State, mention: Mention): boolean {
  if (isOfExcluded(state, mention) || isPlaceOfExcluded(state, mention)) return true
  const { doubted, before } = state
  if (doubted?.is.kind === mention.is.kind && isList(state, doubted, mention)) return true
  if (isBehindFirstNo(state, mention)) return true
  // `excluding Germany nad France`
  if (
    before?.negated === true &&
    before.mention.is.kind === mention.is.kind &&
    isJoinedUnread(state, mention)
  )
    return true
  state.doubted = undefined
  if (!state.isNegated && !state.isDoubted) return false
  const whose = findNegation(state, mention)
  if (whose === 'other') {
    state.isNegated = false
    state.isDoubted = false
  }
  return whose === 'unsure' || (whose === 'this' && state.isDoubted)
}

/**
 * `no consultants, data scientists in Berlin`: after a question's first words and a comma alone nobody can tell whether the
 * list of what is unwanted continues.
 */
function isBehindFirstNo(
  { before, mentions, index, words, joiners, isNegated }: State,
  mention: Mention,
): boolean {
  const [first, second] = mentions
  if (before?.negated !== true || isNegated || joiners.length > 0 || before.mention !== second) return false
  const isNo = first?.is.kind === 'cue' && first.is.cue === 'not' && index === 2
  const isOne =
    /^(no|not|kein|keine|keinen|pas|geen|nenhum|nenhuma|nessun|nessuno|sin|sem|senza|ohne|sans|zonder|without)$/
  const next = mentions[index + 1]
  const goesOn = next?.is.kind === 'cue' && (next.is.cue === 'or' || next.is.cue === 'and')
  return (
    isNo &&
    isOne.test(words[first!.to - 1]!.normal) &&
    !goesOn &&
    before.mention.is.kind === mention.is.kind &&
    /,/.test(words[mention.from]?.gap ?? '')
  )
}

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

/** `in Spain, not at banks in Madrid`: a second place, after what is excluded, may be of that. */
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

/** Whether one small word that nobody understood, or half an `and`, is all that is between a mention and the one before. */
const isJoinedUnread = ({ before, words, understood }: State, { from }: Mention): boolean =>
  before?.mention.to === from - 1 &&
  ((understood[from - 1] !== true && words[from - 1]!.normal.length <= 4) ||
    /^(an?|n|as|d)$/.test(words[from - 1]!.normal))

/**
 * What `not` is said of. Words that nobody understood may be it: `no Foobar, in Spain` excludes Foobar; without a comma or
 * a word such as `in` between them nobody can tell.
 */
function findNegation(
  { words, understood, negatedAt }: State,
  { is, from, to }: Mention,
): 'this' | 'other' | 'unsure' {
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
  // `no juniors, interns or trainees`: the list may continue after the word that nobody understood.
  const goesOn = listed.has(is.kind) && !joiners.some(isApartWord) && isNextJoined(words, to)
  return isApart && !goesOn ? 'other' : 'unsure'
}

const listed = new Set<Mention['is']['kind']>(['title', 'person-tag', 'industry', 'technology', 'place'])
const isNextJoined = (words: readonly Word[], at: number) =>
  /^(and|or|nor|und|oder|noch|et|ou|ni|y|o|e|nem|né|en|of)$/.test(words[at]?.normal ?? '')
const isApartWord = ({ normal }: Word) => apartWords.has(normal)
const apartWords = new Set(
  'in, at, with, from, that, who, having, using, mit, bei, aus, avec, chez, qui, con, que, en, com, em, che, met, die'.split(
    ', ',
  ),
)
const isJoiner = ({ normal }: Word) => normal === 'and' || normal === 'or'

/** Whether a mention continues with the list that another is in: only `and`, `or` and commas are between. */
export function isList(state: State, before: Mention, mention: Mention): boolean {
  const joined = state.joiners.length > 0 || /[,/&]/.test(state.words[mention.from]?.gap ?? '')
  const apart = mention.from - before.to
  return joined && apart <= 3 && !state.isNegated
}
