import type { Annotator, Mention, TitleTerm } from '../mention.ts'
import {
  chiefTable,
  fieldTable,
  leaderTable,
  levelTable,
  levelWordTable,
  nameTable,
  nounTable,
  tradeTable,
  wordTable,
} from '../title-tables.ts'
import { isJoined, toSingular, type Word } from '../words.ts'
import { isCueOrNoun } from './cues.ts'
import { isIndustry, namesFirms } from './industries.ts'
import { isPlaceName } from './places.ts'

const ofWords = new Set([
  'of',
  'for',
  'von',
  'de',
  'du',
  'des',
  'del',
  'della',
  'di',
  'da',
  'do',
  'van',
  'der',
  'the',
  'la',
  'in',
])
const leaders = ['c-suite', 'vp', 'director', 'head'] as const

type Level = Extract<TitleTerm, { type: 'functional' }>['seniority'][number]
interface ReadTitle {
  to: number
  terms: TitleTerm[]
  phrases: string[]
  level: boolean
}

/** Job titles: chiefs, levels with a field of work (`VP of sales`), nouns with words before them (`data engineers`). */
export const annotateTitles: Annotator = ({ words }) => {
  const mentions: Mention[] = []
  for (let from = 0; from < words.length; from++) {
    for (const [rank, title] of [
      readTitleByName(words, from),
      readChief(words, from),
      readTitleByLevel(words, from),
      readFieldFirst(words, from),
      plain(words, from),
      readTitleWithLevel(words, from),
    ].entries()) {
      if (title === undefined) continue
      const { to, ...rest } = title
      mentions.push({
        from,
        to,
        is: { kind: 'title', ...rest },
        confidence: 0.92,
        weight: rank === 0 ? 0.8 : 0.6,
      })
    }
    const trade = tradeTable.at(words, from)
    if (trade !== undefined)
      mentions.push({
        from,
        to: trade.to,
        is: { kind: 'staff-of', ...trade.values[0]! },
        confidence: 0.9,
        weight: 0.7,
      })
    const field = fieldTable.at(words, from)
    const value = field?.values[0]
    if (field !== undefined && value?.jobFunction !== undefined && !isRecruiting(words, field)) {
      const { jobFunction, trend } = value
      const word = words
        .slice(from, field.to)
        .map(({ normal }) => normal)
        .join(' ')
      mentions.push({
        from,
        to: field.to,
        is: { kind: 'function', jobFunction, trend, word },
        confidence: 0.85,
        weight: -0.2,
      })
    }
  }
  return mentions
}

/** `companies recruiting Java developers`: a verb with its object, and no field of work. */
const isRecruiting = (words: readonly Word[], { from, to }: { from: number; to: number }): boolean => {
  const next = words[to]
  return (
    words[from]!.normal === 'recruiting' &&
    from > 0 &&
    next !== undefined &&
    isJoined(next) &&
    !/^(at|in|for|and|or|of|from|with|people|manager|managers|team|teams|firms?|agenc\w+|companies)$/.test(
      next.normal,
    )
  )
}

/** `chief medical officers`, of whatever field. */
function readChiefOfField(words: readonly Word[], from: number): ReadTitle | undefined {
  const isOfficer = (at: number) => /^officers?$/.test(words[at]?.normal ?? '')
  if (words[from]!.normal !== 'chief' || isOfficer(from + 1)) return undefined
  const end = [from + 2, from + 3].find(isOfficer)
  if (end === undefined || !words.slice(from + 1, end + 1).every(isJoined)) return undefined
  const fields = words.slice(from + 1, end).map(({ meant, normal }) => meant ?? normal)
  const term = ['chief', ...fields, 'officer'].map((word) => word[0]!.toUpperCase() + word.slice(1)).join(' ')
  return { to: end + 1, terms: [toPlainTerm(term)], phrases: [term], level: false }
}

function readChief(words: readonly Word[], from: number): ReadTitle | undefined {
  const match = chiefTable.at(words, from)
  if (match === undefined) return readChiefOfField(words, from)
  const phrases = [...match.values[0]!]
  return { to: match.to, terms: phrases.map(toPlainTerm), phrases, level: false }
}

function readTitleByName(words: readonly Word[], from: number): ReadTitle | undefined {
  const match = nameTable.at(words, from)
  if (match === undefined) return undefined
  const phrases = [...match.values[0]!]
  return { to: match.to, terms: phrases.map(toPlainTerm), phrases, level: false }
}

const toPlainTerm = (term: string): TitleTerm => ({ type: 'plain', term })
const functional = (seniority: readonly Level[], keywords?: readonly string[]): TitleTerm => ({
  type: 'functional',
  seniority: [...seniority],
  keywords: keywords === undefined ? undefined : [...keywords],
})

/** Levels in a row that share the field of the last. */
const maxLevels = 5

/** `VP of sales and marketing`, `heads of HR`, `directors`. */
function readTitleByLevel(words: readonly Word[], from: number, most = maxLevels): ReadTitle | undefined {
  const match = levelTable.at(words, from)
  if (match === undefined) return undefined
  const level = match.values[0]! as Level
  let to = match.to
  while (ofWords.has(words[to]?.normal ?? '') && to < match.to + 2) to++
  const fields =
    readFields(words, to) ?? readFieldBehind(words, match.to) ?? fieldOfNext(words, match.to, { level, most })
  if (fields === undefined || !['vp', 'svp', 'director', 'head', 'c-suite', 'manager'].includes(level)) {
    if (level === 'head' && !match.isPlural) return undefined
    return { to: match.to, terms: [functional([level])], phrases: levelPhrases(level), level: true }
  }
  return {
    to: fields.to,
    terms: [functional([level], fields.keywords)],
    phrases: withFields(level, fields.keywords),
    level: true,
  }
}

/** `directors of nursing`: the one word after `of` that no table has is the field, where nothing continues with it. */
function readFieldBehind(words: readonly Word[], at: number): { to: number; keywords: string[] } | undefined {
  // `VP People`
  if (
    words[at]?.normal === 'people' &&
    isJoined(words[at]!) &&
    /^(at|in|for|with|of|from)$/.test(words[at + 1]?.normal ?? 'at')
  )
    return { to: at + 1, keywords: ['people'] }
  if (words[at]?.normal !== 'of') return undefined
  const to = endOfField(words, at + 1)
  if (to === undefined) return undefined
  const field = words.slice(at + 1, to)
  const keyword = field.map(
    ({ meant, normal }, index) => `${index > 0 ? field[index]!.gap : ''}${meant ?? normal}`,
  )
  return { to, keywords: [keyword.join('').trim()] }
}

/** Words of the longest field that no table has. */
const mostOfField = 3

/** The end of a field of work that no table has: up to `in`, `at` and the like, or the end of the question's part. */
function endOfField(words: readonly Word[], from: number): number | undefined {
  for (let to = from; to < words.length && to - from < mostOfField; to++) {
    const word = words[to]!
    // In capitals it may be a firm, unless that follows.
    const isField =
      (/^[a-z]{2,}$/.test(word.text) || (/^[A-Z]{2,5}$/.test(word.text) && words[to + 1]?.normal === 'at')) &&
      (to === from || isJoined(word))
    if (!isField || (word.normal !== 'people' && isTableWord(words, to))) return undefined
    const next = words[to + 1]
    if (next === undefined || !isJoined(next) || behindField.has(next.normal)) return to + 1
  }
  return undefined
}

const isTableWord = (words: readonly Word[], at: number) =>
  isCueOrNoun(words, at) ||
  // `heads of payments at`, `head of retail in`: a trade that names no firms is their field.
  (isIndustry(words, at) && words[at + 1]?.normal !== 'at' && namesFirms(words, at)) ||
  isPlaceName(words, at)

const behindField = new Set(['at', 'in', 'from', 'who', 'for', 'with', 'based', 'outside', 'near'])

/** `VPs and directors of marketing`: the level before has the field of the next. */
function fieldOfNext(
  words: readonly Word[],
  at: number,
  { level, most }: { level: Level; most: number },
): { to: number; keywords: string[] } | undefined {
  if (most === 0 || !(level === 'vp' || level === 'svp' || level === 'director' || level === 'head'))
    return undefined
  const isWord = ['and', 'or', 'n', 'und', 'et', 'y', 'e'].includes(words[at]?.normal ?? '')
  if (!isWord && !/[/,&]/.test(words[at]?.gap ?? '')) return undefined
  const next = readTitleByLevel(words, isWord ? at + 1 : at, most - 1)?.terms[0]
  return next?.type === 'functional' && next.keywords !== undefined
    ? { to: at, keywords: [...next.keywords] }
    : undefined
}

/** Fields of work in a row: `sales`, `sales and marketing`, `sales/marketing`. */
function readFields(words: readonly Word[], from: number): { to: number; keywords: string[] } | undefined {
  const first = fieldTable.at(words, from)
  if (first === undefined || startsTitle(words, first.to)) return undefined
  const keywords = [...first.values[0]!.keywords]
  let to = first.to
  for (;;) {
    const at = ['and', 'or', 'und', 'et', 'y', 'e'].includes(words[to]?.normal ?? '') ? to + 1 : to
    const joins = at > to || /[/,&]/.test(words[to]?.gap ?? '')
    const next = joins ? fieldTable.at(words, at) : undefined
    if (next === undefined || startsTitle(words, next.to)) return { to, keywords }
    keywords.push(...next.values[0]!.keywords)
    to = next.to
  }
}

/** A field that is the beginning of another title or of a company: `VPs and sales managers`. */
const startsTitle = (words: readonly Word[], at: number) =>
  at < words.length &&
  /^[\s-]*$/.test((words[at] as Word).gap) &&
  (nounTable.at(words, at) !== undefined || levelTable.at(words, at) !== undefined)

const levelPhrases = (level: Level): string[] => {
  const wordsOfLevel: Partial<Record<Level, string[]>> = {
    vp: ['VP', 'Vice President'],
    svp: ['SVP', 'Senior Vice President'],
    director: ['Director'],
    head: ['Head'],
    manager: ['Manager'],
    founder: ['Founder'],
    'c-suite': ['Chief'],
    'board-member': ['Board Member'],
    partner: ['Partner'],
    intern: ['Intern'],
  }
  return wordsOfLevel[level] ?? [level]
}

/** As titles say it, where only phrases can be asked for: `VP Sales`, `VP of Sales`, `Sales VP`. */
const withFields = (level: Level, keywords: readonly string[]) =>
  levelPhrases(level).flatMap((name) =>
    keywords.flatMap((keyword) => [`${name} ${keyword}`, `${name} of ${keyword}`, `${keyword} ${name}`]),
  )

/** `sales directors`, `marketing leaders`, `engineering VPs`. */
function readFieldFirst(words: readonly Word[], from: number): ReadTitle | undefined {
  const field = fieldTable.at(words, from)
  if (field === undefined || words[field.to] === undefined || !isJoined(words[field.to] as Word))
    return undefined
  const { keywords } = field.values[0]!
  const level = levelTable.at(words, field.to)
  if (level !== undefined) {
    const value = level.values[0]! as Level
    if (!['vp', 'svp', 'director', 'head', 'intern'].includes(value)) return undefined
    return {
      to: level.to,
      terms: [functional([value], keywords)],
      phrases: withFields(value, keywords),
      level: true,
    }
  }
  const leader = leaderTable.at(words, field.to)
  if (leader === undefined) return readLedField(words, field.to, keywords)
  return {
    to: leader.to,
    terms: [functional(leaders, keywords)],
    phrases: leaders.flatMap((each) => withFields(each, keywords)),
    level: true,
  }
}

/** `procurement leads`; those of sales are whom sales people look for. */
function readLedField(
  words: readonly Word[],
  at: number,
  keywords: readonly string[],
): ReadTitle | undefined {
  const isLead =
    words[at]?.normal === 'leads' || (words[at]?.normal === 'lead' && !startsTitle(words, at + 1))
  if (!isLead || keywords.includes('sales')) return undefined
  return {
    to: at + 1,
    terms: [functional(['lead'], keywords)],
    phrases: keywords.flatMap((keyword) => [`${keyword} lead`, `lead ${keyword}`]),
    level: true,
  }
}

/** Words of titles and the noun at their end: `machine learning engineers`. */
function plain(words: readonly Word[], from: number): ReadTitle | undefined {
  let at = from
  while (at < words.length && at - from < 6 && (at === from || isJoined(words[at] as Word))) {
    const noun = nounTable.at(words, at)
    const word = wordTable.at(words, at)
    if (noun !== undefined && !(word !== undefined && word.to > noun.to)) {
      const next = noun.isPlural ? undefined : endOfTitle(words, noun.to)
      const to = next ?? noun.to
      const phrases = words
        .slice(from, to)
        .map(({ meant, text, normal }) => (/^[A-Z0-9]+$/.test(text) ? text : (meant ?? normal)))
      phrases.push(toSingular(phrases.pop() ?? ''))
      // `3D artist`: a number and its letters are one word.
      const term = phrases
        .map((word, index) => {
          const { gap } = words[from + index]!
          return index > 0 && (gap === '' || gap === '&') ? `${gap}${word}` : ` ${word}`
        })
        .join('')
        .trim()
      return { to, terms: [toPlainTerm(term)], phrases: [term], level: false }
    }
    if (word === undefined) return undefined
    at = word.to
  }
  return undefined
}

/** Nouns at the end of a title. */
const maxNouns = 4

/** A noun may come before another: `account manager assistant`. */
function endOfTitle(words: readonly Word[], at: number, most = maxNouns): number | undefined {
  if (most === 0 || at >= words.length || !isJoined(words[at] as Word)) return undefined
  const noun = nounTable.at(words, at)
  return noun === undefined ? undefined : (endOfTitle(words, noun.to, most - 1) ?? noun.to)
}

/** `senior software engineers`: a level that titles say in so many words, and the rest of the title. */
function readTitleWithLevel(words: readonly Word[], from: number): ReadTitle | undefined {
  const level = levelWordTable.at(words, from)
  if (level === undefined || words[level.to] === undefined || !isJoined(words[level.to] as Word))
    return undefined
  const rest = plain(words, level.to) ?? readTitleByName(words, level.to)
  if (rest === undefined) return undefined
  const value = level.values[0]! as Level
  return {
    to: rest.to,
    terms: [functional([value], rest.phrases)],
    phrases: rest.phrases.map((phrase) => `${value === 'entry-level' ? 'Junior' : value} ${phrase}`),
    level: false,
  }
}

export const listTitleWords = () =>
  [chiefTable, nameTable, fieldTable, nounTable, wordTable, levelTable, tradeTable].flatMap((table) => [
    ...table.vocabulary(),
  ])
