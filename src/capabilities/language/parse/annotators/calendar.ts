import type { DateRange } from '../mention.ts'
import { buildPhrases, listRows } from '../phrases.ts'
import type { Word } from '../words.ts'

type Side = 'after' | 'since' | 'before' | 'in' | 'until'

const sides = buildPhrases(
  listRows<Side>([
    [
      'after',
      'after, later than, post, nach, après, después de, depois de, dopo, dopo il, na, nach dem jahr',
    ],
    [
      'since',
      'since, from, as of, starting in, starting, seit, depuis, desde, dal, da, sinds, vanaf, in or after, not before',
    ],
    [
      'before',
      'before, prior to, earlier than, pre, until before, vor, avant, antes de, prima del, prima di, voor',
    ],
    ['until', 'until, till, up to, through, by, bis, jusqu en, hasta, até, fino al, tot'],
    ['in', 'in, during, within, im jahr, im, en, em, nel, for'],
  ]),
)
export const months = buildPhrases(
  listRows([
    ['01', 'january, jan, januar, janvier, enero, janeiro, gennaio, januari'],
    ['02', 'february, feb, februar, février, febrero, fevereiro, febbraio, februari'],
    ['03', 'march, mar, märz, mars, marzo, março, maart'],
    ['04', 'april, apr, avril, abril, aprile'],
    ['05', 'may, mai, mayo, maio, maggio, mei'],
    ['06', 'june, jun, juni, juin, junio, junho, giugno'],
    ['07', 'july, jul, juli, juillet, julio, julho, luglio'],
    ['08', 'august, aug, août, agosto, augustus'],
    ['09', 'september, sep, sept, septembre, septiembre, setembro, settembre'],
    ['10', 'october, oct, oktober, octobre, octubre, outubro, ottobre'],
    ['11', 'november, nov, novembre, noviembre, novembro'],
    ['12', 'december, dec, dezember, décembre, diciembre, dezembro, dicembre'],
  ]),
)
export interface Dated {
  to: number
  range: DateRange
  months?: number | undefined
  note?: string | undefined
}

/** `between 2010 and 2015`, `2010-2015`, `from 2010 to 2015`. */
export function readYearRange(words: readonly Word[], from: number): Dated | undefined {
  let at = from
  if (
    ['between', 'from', 'zwischen', 'entre', 'tra', 'fra', 'tussen', 'von', 'de', 'dal'].includes(
      words[at]?.normal ?? '',
    )
  )
    at++
  else if (sides.at(words, at)?.values[0] === 'in') {
    const year = readYear(words[at + 1])
    return year === undefined ? undefined : readYearsInARow(words, at + 1, year)
  }
  const first = readYear(words[at])
  if (first === undefined) return undefined
  const run = readYearsInARow(words, at, first)
  if (run !== undefined) return run
  const next = words[at + 1]
  const isDash = /^\s*[-–—]\s*$/.test(next?.gap ?? '')
  const isWord = ['and', 'to', 'und', 'bis', 'et', 'a', 'y', 'e', 'en', 'through'].includes(
    next?.normal ?? '',
  )
  const second = readYear(words[at + (isDash ? 1 : 2)])
  if ((!isDash && !isWord) || second === undefined || second < first) return undefined
  return { to: at + (isDash ? 2 : 3), range: toAbsoluteDays(`${first}-01-01`, `${second}-12-31`) }
}

/** `between Jan and June 2024`, `from Q1 to Q3 2025`: the year of the second is that of the first as well. */
export function readMonthRange(words: readonly Word[], from: number): Dated | undefined {
  const at = betweenWords.has(words[from]?.normal ?? '') ? from + 1 : from
  const first = readPartOfYear(words, at)
  const secondAt = first && findSecond(words, first.to)
  const second = secondAt === undefined ? undefined : readPartOfYear(words, secondAt)
  if (first === undefined || second?.year === undefined) return undefined
  const begin = toFirstDay(first.year ?? second.year, first.month)
  const end = toMonthEnd(second.year, second.lastMonth)
  return end < begin ? undefined : { to: second.to, range: toAbsoluteDays(begin, end) }
}

const betweenWords = new Set('between from zwischen entre tra fra tussen von de dal'.split(' '))
const toWords = new Set('and to und bis et a y e en through till until hasta ate'.split(' '))

/** The word after the dash or `and` that divides two times. */
function findSecond(words: readonly Word[], at: number): number | undefined {
  if (/^\s*[-–—]\s*$/.test(words[at]?.gap ?? '')) return at
  return toWords.has(words[at]?.normal ?? '') ? at + 1 : undefined
}

const toFirstDay = (year: number, month: number) => `${year}-${String(month).padStart(2, '0')}-01`

/** A month or quarter, and its year where one is said. */
function readPartOfYear(
  words: readonly Word[],
  at: number,
): { month: number; lastMonth: number; year: number | undefined; to: number } | undefined {
  const named = months.at(words, at)
  const isQuarter =
    words[at]?.normal === 'q' && words[at + 1]?.gap === '' && /^[1-4]$/.test(words[at + 1]!.text)
  if (named === undefined && !isQuarter) return undefined
  const month = named === undefined ? Number(words[at + 1]!.text) * 3 - 2 : Number(named.values[0])
  const behind = named?.to ?? at + 2
  const year = readYear(words[behind])
  return {
    month,
    lastMonth: isQuarter ? month + 2 : month,
    year,
    to: year === undefined ? behind : behind + 1,
  }
}

/** `2023 or 2024`, `2022, 2023 or 2024`: years that follow each other are one time. */
function readYearsInARow(words: readonly Word[], from: number, first: number): Dated | undefined {
  let [at, year] = [from, first]
  for (;;) {
    const isOr = ['or', 'oder', 'ou', 'o', 'of'].includes(words[at + 1]?.normal ?? '')
    const isListed = isOr || /^\s*[,/]\s*$/.test(words[at + 1]?.gap ?? '')
    const next = isOr ? at + 2 : at + 1
    if (!isListed || readYear(words[next]) !== year + 1) break
    at = next
    year++
  }
  return at === from ? undefined : { to: at + 1, range: toAbsoluteDays(`${first}-01-01`, `${year}-12-31`) }
}

function readYear(word: Word | undefined): number | undefined {
  if (word?.isNumber !== true || !/^(1[89]|20)\d\d$/.test(word.text)) return undefined
  return Number(word.text)
}

export const toAbsoluteDays = (
  lowerBound: string | undefined,
  upperBound: string | undefined,
): DateRange => ({
  strategy: 'absolute',
  range: { lowerBound, upperBound },
})

const leadWords = new Set(['the', 'year', 'of', 'jahr', 'dem', 'l', 'annee', 'el', 'ano', 'il'])

/** `after 2015`, `since March 2023`, `in Q3 2024`, `2020 or later`. */
export function readCalendarAt(words: readonly Word[], from: number, thisYear: number): Dated | undefined {
  const match = sides.at(words, from)
  let at = match?.to ?? from
  while (leadWords.has(words[at]?.normal ?? '') && at < from + 4) at++
  const span = readSpanAt(words, at, thisYear)
  if (span === undefined) return undefined
  const behind = findSideBehind(words, span.to, thisYear)
  return {
    to: behind?.to ?? span.to,
    range: toDays(behind?.side ?? match?.values[0], span),
  }
}

type DaySide = NonNullable<ReturnType<typeof sides.at>>['values'][number]

const laterWords = new Set(['later', 'after', 'newer', 'onwards', 'since'])
const earlierWords = new Set(['earlier', 'before', 'older'])

/** `or later`, `onwards`, `or earlier`; `before 2010 or after 2020` continues with a day of its own. */
function findSideBehind(
  words: readonly Word[],
  at: number,
  thisYear: number,
): { side: DaySide; to: number } | undefined {
  const [joiner, word] = [words[at]?.normal ?? '', words[at + 1]?.normal ?? '']
  if (joiner === 'onwards' || joiner === 'onward') return { side: 'since', to: at + 1 }
  const isJoined = joiner === 'or' || joiner === 'and'
  if (!isJoined || readSpanAt(words, at + 2, thisYear) !== undefined) return undefined
  if (laterWords.has(word)) return { side: 'since', to: at + 2 }
  return joiner === 'or' && earlierWords.has(word) ? { side: 'until', to: at + 2 } : undefined
}

function toDays(side: DaySide | undefined, { first, last }: { first: string; last: string }): DateRange {
  switch (side) {
    case 'after':
      return toAbsoluteDays(shiftDay(last, 1), undefined)
    case 'since':
      return toAbsoluteDays(first, undefined)
    case 'before':
      return toAbsoluteDays(undefined, shiftDay(first, -1))
    case 'until':
      return toAbsoluteDays(undefined, last)
    default:
      return toAbsoluteDays(first, last)
  }
}

const shiftDay = (day: string, by: number) =>
  new Date(Date.parse(day) + by * 86_400_000).toISOString().slice(0, 10)
const toMonthEnd = (year: number, month: number) =>
  new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)

interface DaySpan {
  first: string
  last: string
  to: number
}

/** First and last day of a year, a month of it, a quarter, or a day written as ISO 8601. */
function readSpanAt(words: readonly Word[], at: number, thisYear: number): DaySpan | undefined {
  return readYearAt(words, at) ?? readQuarterAt(words, at, thisYear) ?? readMonthAt(words, at)
}

function readYearAt(words: readonly Word[], at: number): DaySpan | undefined {
  const year = readYear(words[at])
  if (year === undefined) return undefined
  const [month, day] = [words[at + 1], words[at + 2]]
  const isIso = month?.gap === '-' && day?.gap === '-' && month.text.length === 2 && day.text.length === 2
  const iso = isIso ? `${year}-${month.text}-${day.text}` : ''
  return Number.isNaN(Date.parse(iso))
    ? { first: `${year}-01-01`, last: `${year}-12-31`, to: at + 1 }
    : { first: iso, last: iso, to: at + 3 }
}

function readQuarterAt(words: readonly Word[], at: number, thisYear: number): DaySpan | undefined {
  const number = words[at + 1]
  if (words[at]?.normal !== 'q' || number?.gap !== '' || !/^[1-4]$/.test(number.text)) return undefined
  const quarter = Number(number.text)
  const year = readYear(words[at + 2])
  const of = year ?? thisYear
  return {
    first: `${of}-${String(quarter * 3 - 2).padStart(2, '0')}-01`,
    last: toMonthEnd(of, quarter * 3),
    to: at + (year === undefined ? 2 : 3),
  }
}

function readMonthAt(words: readonly Word[], at: number): DaySpan | undefined {
  const month = months.at(words, at)
  const of = month && readYear(words[month.to])
  if (month === undefined || of === undefined) return undefined
  return {
    first: `${of}-${month.values[0]}-01`,
    last: toMonthEnd(of, Number(month.values[0])),
    to: month.to + 1,
  }
}
