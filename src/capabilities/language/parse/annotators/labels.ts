import { companyStage, language, type CompanyStage } from '../../../../corpus/records/index.ts'
import { acceleratorsBody } from '../../../../corpus/reference/index.ts'
import type { Annotator, Meaning, Mention } from '../mention.ts'
import { buildPhrases } from '../phrases.ts'
import { speakers } from '../tables/world.ts'
import { labels } from '../tables/labels.ts'
import { numberWords } from '../tables/numbers.ts'
import { isOtherwise } from '../guard.ts'
import { readIdentifierAt } from './identifiers.ts'
import { isJoined, type Word } from '../words.ts'

const splitPhrases = (phrases: string) => phrases.split(', ')

const labelTable = buildPhrases<Meaning>(
  labels.flatMap(([phrases, is]) => splitPhrases(phrases).map((phrase): [string, Meaning] => [phrase, is])),
)
const languageTable = buildPhrases<string>([
  ...language.options.map((name): [string, string] => [name, name]),
  ...speakers.flatMap(([name, phrases]) =>
    splitPhrases(phrases).map((phrase): [string, string] => [phrase, name]),
  ),
])
let acceleratorTable: ReturnType<typeof buildPhrases<string>> | undefined

function openAccelerators() {
  acceleratorTable ??= buildPhrases(
    acceleratorsBody(0).accelerators.flatMap(({ acceleratorSlug, acceleratorName, otherNames }) =>
      [
        acceleratorName,
        ...otherNames,
        ...(acceleratorSlug === 'ycombinator' ? ['yc', 'y combinator', 'ycombinator'] : []),
      ].map((name): [string, string] => [name, acceleratorSlug]),
    ),
  )
  return acceleratorTable
}
/** Names of accelerators that are words as well: only as names. */
const wordNames = new Set([
  'alliance',
  'neo',
  'atoms',
  'launch',
  'antler',
  'the mint',
  'mint',
  'alchemist',
  'speedrun',
])

const equityStages = companyStage.options.filter((stage) => /^(pre_seed|seed|series_[a-j])$/.test(stage))

/** Stages, programmes, labels, spoken languages, orders, and identifiers that are read by their form. */
export const annotateLabels: Annotator = ({ words, question }) => {
  const mentions: Mention[] = []
  const add = (
    from: number,
    to: number,
    is: Meaning,
    [confidence = 0.92, weight = 0.6]: readonly number[] = [],
  ) => mentions.push({ from, to, is, confidence, weight })
  let stagesTo = 0
  for (let from = 0; from < words.length; from++) {
    const label = labelTable.at(words, from)
    const isLabel = label !== undefined && !isOtherwise(words, from, label.to) && !isOfRound(words, label)
    for (const is of isLabel ? label.values : [])
      add(from, endOfStatus(words, label!.to, is), readAcquirer(words, from, is), [
        is.kind === 'sort' ? 0.85 : 0.92,
      ])
    // A continuation of a list has been read with it; reading it again from each of its stages takes as long as it is squared.
    const stage = from < stagesTo ? undefined : readStageAt(words, from, question)
    stagesTo = stage?.to ?? stagesTo
    if (stage !== undefined) add(from, stage.to, { kind: 'stage', stages: stage.stages }, [0.95, 1])
    const accelerator = readAcceleratorAt(words, from)
    if (accelerator !== undefined) add(from, accelerator.to, accelerator.is, [0.92, 1.5])
    const spoken = languageTable.at(words, from)
    if (spoken !== undefined && isSpoken(words, from, spoken.to)) {
      const speaking = words[spoken.to]
      const to =
        speaking !== undefined && /^(speaking|speaker|speakers)$/.test(speaking.normal)
          ? spoken.to + 1
          : spoken.to
      add(from, to, { kind: 'language', language: spoken.values[0]! }, [0.92, 2])
    }
    const ranking = readRankingAt(words, from)
    if (ranking !== undefined) add(from, ranking.to, { kind: 'ranking', high: ranking.high }, [0.95, 1])
    const limit = readLimitAt(words, from)
    if (limit !== undefined) add(from, from + 2, { kind: 'limit', limit }, [0.9, 1])
    const named = readIdentifierAt(words, from, question)
    if (named !== undefined) add(from, named.to, named.is, [0.95, 3])
  }
  return mentions
}

/** `never raised more than $2M`, `haven't raised a series A`: some other round they may have raised. */
const isOfRound = (words: readonly Word[], { from, to }: { from: number; to: number }): boolean => {
  if (words[to - 1]!.normal !== 'raised' || to === from + 1) return false
  const at = /^(an?|the|any|their|its)$/.test(words[to]?.normal ?? '') ? to + 1 : to
  const next = words[at]
  return (
    next !== undefined &&
    isJoined({ ...next, gap: next.gap.replace(/[$€£¥<>]/g, '') }) &&
    (next.isNumber ||
      /^(series|seed|pre|preseed|bridge|more|over|above|less|fewer|under|below|at|up|between)$/.test(
        next.normal,
      ))
  )
}

const passive =
  /^(was|were|been|being|is|are|got|get|be|recently|just|newly|since|not|never|already|by|the|of|all)$/
const behindPassive =
  /^(by|in|since|last|within|after|before|this|during|between|for|at|and|or|but|from|with|two|three|\d.*)$/

/** `acquired by`: whom nobody can ask for. */
const endOfStatus = (words: readonly Word[], to: number, is: Meaning): number =>
  is.kind === 'status' && words[to]?.normal === 'by' ? to + 1 : to

/** `that acquired a rival` says who bought, `acquired fintechs` and `that were acquired` who was bought. */
function readAcquirer(words: readonly Word[], from: number, is: Meaning): Meaning {
  if (is.kind !== 'status' || words[from]!.normal !== 'acquired' || from === 0) return is
  const [before, next] = [words[from - 1]!.normal, words[from + 1]]
  const isActive =
    /^(that|who|which|have|has|had|companies|firms|startups|they)$/.test(before) &&
    next !== undefined &&
    !/[,;.?!)]/.test(next.gap) &&
    !behindPassive.test(next.normal)
  return isActive && !passive.test(before) ? { kind: 'flag', flag: 'has-acquired' } : is
}

const seriesWords = new Set(['series', 'serie', 'round'])
const upWords = new Set([
  'later',
  'above',
  'up',
  'beyond',
  'higher',
  'onwards',
  'later stage',
  'mas',
  'spater',
  'hoher',
  'plus',
  'after',
])
const downWords = new Set(['earlier', 'below', 'before', 'under', 'lower', 'younger', 'fruher'])

/** `series B or later`, `seed to series A`, `series A, B and C`, `pre-seed`. */
function readStageAt(
  words: readonly Word[],
  from: number,
  question: string,
): { to: number; stages: CompanyStage[] } | undefined {
  const first = readOneStage(words, from, false)
  if (first === undefined) return undefined
  let { to } = first
  const stages = [first.stage]
  for (;;) {
    const next = words[to]
    if (next === undefined) break
    const isRange =
      ['to', 'through', 'bis', 'a', 'until'].includes(next.normal) || /^\s*[-–]\s*$/.test(next.gap)
    const isWordRange = ['to', 'through', 'bis', 'a', 'until'].includes(next.normal)
    const isList = ['and', 'or', 'und', 'oder', 'et', 'ou', 'y', 'o', 'e', 'of', 'en'].includes(next.normal)
    const isMarked = /[,/&]/.test(next.gap)
    const at = isWordRange || isList ? to + 1 : to
    const last = isRange || isList || isMarked ? readOneStage(words, at, first.isSeries) : undefined
    if (last === undefined) break
    const isOpen = isRange && !isList && !isMarked
    for (const stage of isOpen ? between(stages.at(-1)!, last.stage) : [last.stage]) stages.push(stage)
    to = last.to
  }
  const tail = readTail(words, to, question)
  if (tail === undefined) return { to, stages: [...new Set(stages)] }
  const index = equityStages.indexOf(stages.at(-1) as never)
  return {
    to: tail.to,
    stages: tail.isUp
      ? equityStages.slice(equityStages.indexOf(stages[0] as never))
      : equityStages.slice(0, index + 1),
  }
}

/** `or later`, `+`, `and above`, `or earlier`. */
function readTail(
  words: readonly Word[],
  at: number,
  question: string,
): { to: number; isUp: boolean } | undefined {
  const word = words[at]
  // `series A+` at the very end
  if (at === words.length && /^\s?\+/.test(question.slice(words[at - 1]!.end))) return { to: at, isUp: true }
  if (word === undefined) return undefined
  const isJoiner = ['or', 'and', 'oder', 'ou', 'o', 'of', 'plus'].includes(word.normal)
  const next = words[isJoiner ? at + 1 : at]?.normal ?? ''
  if (upWords.has(next) && (isJoiner || next === 'onwards' || next === 'plus'))
    return { to: at + (isJoiner ? 2 : 1), isUp: true }
  if (/^\s?\+/.test(word.gap)) return { to: at, isUp: true }
  return downWords.has(next) && isJoiner ? { to: at + 2, isUp: false } : undefined
}

function between(first: CompanyStage, last: CompanyStage): CompanyStage[] {
  const [low, high] = [equityStages.indexOf(first as never), equityStages.indexOf(last as never)]
  return low < 0 || high < low ? [last] : equityStages.slice(low, high + 1)
}

function readOneStage(
  words: readonly Word[],
  from: number,
  isSeries: boolean,
): { to: number; stage: CompanyStage; isSeries: boolean } | undefined {
  const word = words[from]
  if (word === undefined || (!isSeries && isOtherwise(words, from, from + 1))) return undefined
  let at = from
  if (seriesWords.has(word.normal)) at++
  else if (!isSeries) {
    if (word.normal === 'seed' && words[from - 1]?.normal !== 'pre')
      return { to: skipStageWord(words, from + 1), stage: 'seed', isSeries: false }
    if (word.normal === 'preseed')
      return { to: skipStageWord(words, from + 1), stage: 'pre_seed', isSeries: false }
    if (word.normal === 'pre' && words[from + 1]?.normal === 'seed')
      return { to: skipStageWord(words, from + 2), stage: 'pre_seed', isSeries: false }
    return undefined
  }
  const letter = words[at]
  if (letter === undefined || !/^[a-j]$/.test(letter.normal) || (at > from && !isJoined(letter))) {
    return isSeries && at === from ? readOneStage(words, from, false) : undefined
  }
  return {
    to: skipStageWord(words, at + 1),
    stage: `series_${letter.normal}` as CompanyStage,
    isSeries: true,
  }
}

const skipStageWord = (words: readonly Word[], at: number) =>
  ['stage', 'funded', 'round', 'phase'].includes(words[at]?.normal ?? '') ? at + 1 : at

/** `YC W21`, `Techstars 2020`. */
function readAcceleratorAt(words: readonly Word[], from: number): { to: number; is: Meaning } | undefined {
  const match = openAccelerators().at(words, from)
  if (match === undefined) return undefined
  const phrase = words
    .slice(from, match.to)
    .map(({ normal }) => normal)
    .join(' ')
  if (wordNames.has(phrase) && !/^\p{Lu}/u.test(words[from]!.text)) return undefined
  const { batches, to: behind } = readBatches(words, match.to)
  let to = batches.length === 0 ? match.to : behind
  while (backedWords.has(words[to]?.normal ?? '')) to++
  return { to, is: { kind: 'accelerator', slug: match.values[0]!, batches } }
}

const batchWords = new Set([
  'batch',
  'class',
  'of',
  'cohort',
  'the',
  'from',
  'in',
  'companies',
  'startups',
  'company',
])
const backedWords = new Set(['batch', 'backed', 'alumni', 'funded'])

/** `W21 and S22`, `Winter 2021`. */
function readBatches(words: readonly Word[], from: number): { batches: string[]; to: number } {
  let to = from
  while (batchWords.has(words[to]?.normal ?? '')) to++
  const batches: string[] = []
  for (let batch = readBatchAt(words, to); batch !== undefined; batch = readBatchAt(words, to)) {
    batches.push(batch)
    to += 2
    const isJoined = /^(and|or)$/.test(words[to]?.normal ?? '')
    if (isJoined && /^[wsfx]$/i.test(words[to + 1]?.text ?? '')) to++
  }
  return { batches, to }
}

function readBatchAt(words: readonly Word[], at: number): string | undefined {
  const [season, year] = [words[at], words[at + 1]]
  if (season === undefined || year === undefined) return undefined
  if (/^[wsfx]$/i.test(season.text) && year.gap === '' && /^\d\d$/.test(year.text))
    return `${season.text.toUpperCase()}${year.text}`
  const isLong = /^(winter|summer|fall|spring|autumn)$/.test(season.normal) && year.isNumber
  return isLong ? `${season.normal[0]!.toUpperCase()}${season.normal.slice(1)} ${year.text}` : undefined
}

const speakingWords = new Set([
  'speak',
  'speaks',
  'speaking',
  'fluent',
  'sprechen',
  'spricht',
  'parlant',
  'parlent',
  'hablan',
  'hablen',
  'falam',
  'parlano',
  'spreken',
  'native',
  'fluently',
])

/** What may be between a verb of speaking and a language, `but not` among them. */
const spokenJoiners = new Set(
  'in, and, or, nor, but, not, no, both, und, oder, aber, nicht, kein, et, ou, mais, pas, y, e, o, pero, ni, mas, nao, non, ma, niet, geen'.split(
    ', ',
  ),
)

/** A name of a language that is spoken, and no people or place. */
function isSpoken(words: readonly Word[], from: number, to: number): boolean {
  if (/^(speaking|speaker|speakers|sprachig|sprachige)$/.test(words[to]?.normal ?? '')) return true
  // `Deutsch und Englisch sprechen`
  let behind = to
  while (
    /^(und|oder|en|of)$/.test(words[behind]?.normal ?? '') ||
    words[behind]?.gap.includes(',') === true
  ) {
    const next = /^(und|oder|en|of)$/.test(words[behind]?.normal ?? '') ? behind + 1 : behind
    const other = languageTable.at(words, next)
    if (other === undefined) break
    behind = other.to
  }
  if (/^(sprechen|spricht|sprechende|spreken)$/.test(words[behind]?.normal ?? '')) return true
  for (let at = from - 1; at >= Math.max(0, from - 6); at--) {
    const word = words[at]!.normal
    if (speakingWords.has(word)) return true
    if (!spokenJoiners.has(word) && languageTable.at(words, at) === undefined) return false
  }
  return false
}

function readRankingAt(words: readonly Word[], from: number): { to: number; high: number } | undefined {
  if (words[from]?.normal !== 'fortune' || words[from + 1]?.isNumber !== true) return undefined
  const high = Number(words[from + 1]!.text.replaceAll(',', ''))
  return Number.isInteger(high) && high >= 1 && high <= 1000 ? { to: from + 2, high } : undefined
}

/** `top 10`, `first 50`. */
function readLimitAt(words: readonly Word[], from: number): number | undefined {
  if (
    !['top', 'first', 'erste', 'ersten', 'premiers', 'primeros', 'primeiros', 'primi'].includes(
      words[from]?.normal ?? '',
    )
  )
    return undefined
  const next = words[from + 1]
  const limit = next?.isNumber === true ? Number(next.text) : (numberWords[next?.normal ?? ''] ?? Number.NaN)
  return Number.isInteger(limit) && limit >= 1 && limit <= 1000 && !/^\s?%/.test(words[from + 2]?.gap ?? '')
    ? limit
    : undefined
}

export const listLabelWords = () => [...labelTable.vocabulary(), ...languageTable.vocabulary()]
