import type { Annotator, DateRange, Mention } from '../mention.ts'
import { phrasesOf, rowsOf } from '../phrases.ts'
import type { Word } from '../words.ts'
import { decadeAt } from './decades.ts'

type Period = 'day' | 'week' | 'month' | 'quarter' | 'year'
type Side = 'after' | 'since' | 'before' | 'in' | 'until'

const periods: Record<string, Period> = {}
for (const [period, names] of Object.entries({
  day: 'day days tag tage tagen jour jours dia dias giorno giorni dag dagen',
  week: 'week weeks woche wochen semaine semaines semana semanas settimana settimane weken',
  month: 'month months mo mos monat monate monaten mois mes meses mese mesi maand maanden',
  quarter: 'quarter quarters quartal quartale quartalen trimestre trimestres trimestri kwartaal kwartalen',
  year: 'year years yr yrs jahr jahre jahren an ans annee annees ano anos anno anni jaar jaren',
}))
  for (const name of names.split(' ')) periods[name] = period as Period

const sides = phrasesOf(
  rowsOf<Side>([
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
const months = phrasesOf(
  rowsOf([
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
const lastWords = new Set(
  'last past previous letzten letzte letzter vergangenen dernier derniers derniere dernieres ultimo ultimos ultimas ultima ultimi ultime afgelopen laatste trailing'.split(
    ' ',
  ),
)
const thisWords = new Set(
  'this current dieses diesem diesen cette ce este esta questo quest dit deze'.split(' '),
)
const agoWords = new Set('ago'.split(' '))
const recently = phrasesOf<number>(
  'recently, lately, newly, kürzlich, vor kurzem, récemment, recientemente, recentemente, di recente, onlangs, just'
    .split(', ')
    .map((word): [string, number] => [word, 6]),
)
const smallNumbers: Record<string, number> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  twelve: 12,
  eighteen: 18,
  couple: 2,
  few: 3,
  zwei: 2,
  drei: 3,
  funf: 5,
  deux: 2,
  trois: 3,
  cinq: 5,
  dos: 2,
  tres: 3,
  dois: 2,
  due: 2,
  tre: 3,
  twee: 2,
  drie: 3,
}

/** Years, months, quarters, and times counted from today. */
export const annotateDates: Annotator = ({ words, today }) => {
  const found: Mention[] = []
  const thisYear = new Date(today * 86_400_000).getUTCFullYear()
  for (let from = 0; from < words.length; from++) {
    const found1 =
      relativeAt(words, from) ??
      inDecade(words, from) ??
      betweenYears(words, from) ??
      calendarAt(words, from, thisYear)
    if (found1 !== undefined) {
      const { to, range, months: back, note } = found1
      found.push({
        from,
        to,
        is: { kind: 'date', range, months: back },
        confidence: note === undefined ? 0.95 : 0.7,
        weight: 1,
        note,
      })
    }
  }
  return found
}

interface Dated {
  to: number
  range: DateRange
  months?: number | undefined
  note?: string | undefined
}

const monthsIn: Partial<Record<Period, number>> = { month: 1, quarter: 3, year: 12 }

/** `in the last 18 months`, `last year`, `this quarter`, `recently`. */
function relativeAt(words: readonly Word[], from: number): Dated | undefined {
  const soon = recently.at(words, from)
  if (soon !== undefined)
    return { to: soon.to, range: lastN('month', 6), months: 6, note: 'is searched as the last 6 months.' }
  let at = from
  while (
    [
      'in',
      'over',
      'within',
      'during',
      'the',
      'since',
      'im',
      'in den',
      'den',
      'der',
      'au',
      'cours',
      'des',
      'les',
      'ces',
      'en',
      'el',
      'los',
      'las',
      'nos',
      'nas',
      'no',
      'na',
      'negli',
      'nell',
      'nel',
      'de',
      'afgelopen',
      'innerhalb',
      'dans',
      'of',
      'a',
      'o',
      'da',
      'do',
      'l',
    ].includes(words[at]?.normal ?? '') &&
    at < from + 4 &&
    !lastWords.has(words[at]!.normal)
  )
    at++
  const ago = agoAt(words, at)
  if (ago !== undefined) return ago
  let isLast = lastWords.has(words[at]?.normal ?? '')
  const isThis = thisWords.has(words[at]?.normal ?? '')
  if (!isLast && !isThis) return undefined
  at++
  const word = words[at]
  const count = word?.isNumber === true ? Number(word.text) : smallNumbers[word?.normal ?? '']
  if (count !== undefined) at++
  if (words[at]?.normal === 'of') at++
  if (lastWords.has(words[at]?.normal ?? '')) {
    isLast = true
    at++
  }
  const period =
    periods[words[at]?.normal ?? ''] ??
    (words[at]?.gap === '' && words[at]?.normal === 'm'
      ? 'month'
      : words[at]?.gap === '' && words[at]?.normal === 'y'
        ? 'year'
        : undefined)
  if (period === undefined) return undefined
  let to = at + 1
  if (
    lastWords.has(words[to]?.normal ?? '') &&
    ['derniers', 'dernieres', 'ultimos', 'ultimas'].includes(words[to]!.normal)
  )
    to++
  if (isThis)
    return {
      to,
      range: { strategy: 'relative', window: { method: 'calendar', which: 'current', period } },
      months: monthsIn[period],
    }
  if (count === undefined) {
    const previous: DateRange = { strategy: 'relative', window: { method: 'lastN', period, quantity: 1 } }
    return { to, range: previous, months: monthsIn[period] }
  }
  return { to, range: lastN(period, count), months: (monthsIn[period] ?? 0) * count || undefined }
}

/** `3 years ago`: words such as `more than` before it turn it round. */
function agoAt(words: readonly Word[], at: number): Dated | undefined {
  const start = ['more', 'less', 'over'].includes(words[at]?.normal ?? '') ? at : undefined
  let position = at
  if (start !== undefined) position += words[at + 1]?.normal === 'than' ? 2 : 1
  const number = words[position]
  const isOne = number?.normal === 'a' || number?.normal === 'an'
  const said = isOne ? 1 : smallNumbers[number?.normal ?? '']
  const count = number?.isNumber === true ? Number(number.text) : said
  const period = periods[words[position + 1]?.normal ?? '']
  if (
    count === undefined ||
    !Number.isInteger(count) ||
    period === undefined ||
    !agoWords.has(words[position + 2]?.normal ?? '')
  )
    return undefined
  const isLess = start !== undefined && words[at]!.normal === 'less'
  const range: DateRange = isLess
    ? lastN(period, count)
    : { strategy: 'relative', window: { method: 'within', period, lowerBound: count, upperBound: undefined } }
  return { to: position + 3, range }
}

/** `founded in the nineties`, `1990s`. */
function inDecade(words: readonly Word[], from: number): Dated | undefined {
  const decade = decadeAt(words, from)
  return decade && { to: decade.to, range: absolute(`${decade.first}-01-01`, `${decade.first + 9}-12-31`) }
}

const lastN = (period: Period, quantity: number): DateRange => ({
  strategy: 'relative',
  window: { method: 'lastN', period, quantity: Math.max(1, Math.round(quantity)) },
})

/** `between 2010 and 2015`, `2010-2015`, `from 2010 to 2015`. */
function betweenYears(words: readonly Word[], from: number): Dated | undefined {
  let at = from
  if (
    ['between', 'from', 'zwischen', 'entre', 'tra', 'fra', 'tussen', 'von', 'de', 'dal'].includes(
      words[at]?.normal ?? '',
    )
  )
    at++
  else if (sides.at(words, at)?.values[0] === 'in') {
    const year = yearOf(words[at + 1])
    return year === undefined ? undefined : yearsInARow(words, at + 1, year)
  }
  const first = yearOf(words[at])
  if (first === undefined) return undefined
  const run = yearsInARow(words, at, first)
  if (run !== undefined) return run
  const next = words[at + 1]
  const isDash = /^\s*[-–—]\s*$/.test(next?.gap ?? '')
  const isWord = ['and', 'to', 'und', 'bis', 'et', 'a', 'y', 'e', 'en', 'through'].includes(
    next?.normal ?? '',
  )
  const second = yearOf(words[at + (isDash ? 1 : 2)])
  if ((!isDash && !isWord) || second === undefined || second < first) return undefined
  return { to: at + (isDash ? 2 : 3), range: absolute(`${first}-01-01`, `${second}-12-31`) }
}

/** `2023 or 2024`, `2022, 2023 or 2024`: years that follow each other are one time. */
function yearsInARow(words: readonly Word[], from: number, first: number): Dated | undefined {
  let [at, year] = [from, first]
  for (;;) {
    const isOr = ['or', 'oder', 'ou', 'o', 'of'].includes(words[at + 1]?.normal ?? '')
    const next = isOr ? at + 2 : /^\s*[,/]\s*$/.test(words[at + 1]?.gap ?? '') ? at + 1 : undefined
    if (next === undefined || yearOf(words[next]) !== year + 1) break
    at = next
    year++
  }
  return at === from ? undefined : { to: at + 1, range: absolute(`${first}-01-01`, `${year}-12-31`) }
}

function yearOf(word: Word | undefined): number | undefined {
  if (word?.isNumber !== true || !/^(1[89]|20)\d\d$/.test(word.text)) return undefined
  return Number(word.text)
}

const absolute = (lowerBound: string | undefined, upperBound: string | undefined): DateRange => ({
  strategy: 'absolute',
  range: { lowerBound, upperBound },
})

/** `after 2015`, `since March 2023`, `in Q3 2024`, `2020 or later`. */
function calendarAt(words: readonly Word[], from: number, thisYear: number): Dated | undefined {
  const match = sides.at(words, from)
  let at = match?.to ?? from
  while (
    ['the', 'year', 'of', 'jahr', 'dem', 'l', 'annee', 'el', 'ano', 'il'].includes(words[at]?.normal ?? '') &&
    at < from + 4
  )
    at++
  const span = spanAt(words, at, thisYear)
  if (span === undefined) return undefined
  const { first, last } = span
  let { to } = span
  let side = match?.values[0]
  if (
    ['or', 'and'].includes(words[to]?.normal ?? '') &&
    ['later', 'after', 'newer', 'onwards', 'since'].includes(words[to + 1]?.normal ?? '') &&
    // `before 2010 or after 2020`: a day of its own.
    spanAt(words, to + 2, thisYear) === undefined
  ) {
    side = 'since'
    to += 2
  } else if (['onwards', 'onward'].includes(words[to]?.normal ?? '')) {
    side = 'since'
    to += 1
  } else if (
    words[to]?.normal === 'or' &&
    ['earlier', 'before', 'older'].includes(words[to + 1]?.normal ?? '') &&
    spanAt(words, to + 2, thisYear) === undefined
  ) {
    side = 'until'
    to += 2
  }
  switch (side) {
    case 'after':
      return { to, range: absolute(shifted(last, 1), undefined) }
    case 'since':
      return { to, range: absolute(first, undefined) }
    case 'before':
      return { to, range: absolute(undefined, shifted(first, -1)) }
    case 'until':
      return { to, range: absolute(undefined, last) }
    default:
      return { to, range: absolute(first, last) }
  }
}

const shifted = (day: string, by: number) =>
  new Date(Date.parse(day) + by * 86_400_000).toISOString().slice(0, 10)
const monthEnd = (year: number, month: number) =>
  new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)

/** First and last day of a year, a month of it, a quarter, or a day written as ISO 8601. */
function spanAt(
  words: readonly Word[],
  at: number,
  thisYear: number,
): { first: string; last: string; to: number } | undefined {
  const year = yearOf(words[at])
  if (year !== undefined) {
    const [month, day] = [words[at + 1], words[at + 2]]
    const isIso = month?.gap === '-' && day?.gap === '-' && month.text.length === 2 && day.text.length === 2
    if (isIso && !Number.isNaN(Date.parse(`${year}-${month.text}-${day.text}`)))
      return {
        first: `${year}-${month.text}-${day.text}`,
        last: `${year}-${month.text}-${day.text}`,
        to: at + 3,
      }
    return { first: `${year}-01-01`, last: `${year}-12-31`, to: at + 1 }
  }
  const isQuarter =
    words[at]?.normal === 'q' && words[at + 1]?.gap === '' && /^[1-4]$/.test(words[at + 1]?.text ?? '')
  if (isQuarter) {
    const quarter = Number(words[at + 1]!.text)
    const given = yearOf(words[at + 2])
    const of = given ?? thisYear
    return {
      first: `${of}-${String(quarter * 3 - 2).padStart(2, '0')}-01`,
      last: monthEnd(of, quarter * 3),
      to: at + (given === undefined ? 2 : 3),
    }
  }
  const month = months.at(words, at)
  const of = month && yearOf(words[month.to])
  if (month === undefined || of === undefined) return undefined
  return {
    first: `${of}-${month.values[0]}-01`,
    last: monthEnd(of, Number(month.values[0])),
    to: month.to + 1,
  }
}

export const dateWords = () => [...months.vocabulary(), ...Object.keys(periods), ...lastWords]
