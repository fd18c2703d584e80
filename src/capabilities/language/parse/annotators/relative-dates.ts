import type { DateRange } from '../mention.ts'
import { phrasesOf } from '../phrases.ts'
import { numberWords } from '../tables/numbers.ts'
import type { Word } from '../words.ts'
import type { Dated } from './calendar.ts'

type Period = 'day' | 'week' | 'month' | 'quarter' | 'year'
export const periods: Record<string, Period> = {}
for (const [period, names] of Object.entries({
  day: 'day days tag tage tagen jour jours dia dias giorno giorni dag dagen',
  week: 'week weeks woche wochen semaine semaines semana semanas settimana settimane weken',
  month: 'month months mo mos monat monate monaten mois mes meses mese mesi maand maanden',
  quarter: 'quarter quarters quartal quartale quartalen trimestre trimestres trimestri kwartaal kwartalen',
  year: 'year years yr yrs jahr jahre jahren an ans annee annees ano anos anno anni jaar jaren',
}))
  for (const name of names.split(' ')) periods[name] = period as Period

export const lastWords = new Set(
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
/** Numbers in words before a period of time: `a couple of months` among them. */
const countsOfTime: Record<string, number> = { ...numberWords, couple: 2, few: 3, due: 2 }

const monthsIn: Partial<Record<Period, number>> = { month: 1, quarter: 3, year: 12 }

/** `in the last 18 months`, `last year`, `this quarter`, `recently`. */
export function relativeAt(words: readonly Word[], from: number): Dated | undefined {
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
  const count = word?.isNumber === true ? Number(word.text) : countsOfTime[word?.normal ?? '']
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
  const said = isOne ? 1 : countsOfTime[number?.normal ?? '']
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

const lastN = (period: Period, quantity: number): DateRange => ({
  strategy: 'relative',
  window: { method: 'lastN', period, quantity: Math.max(1, Math.round(quantity)) },
})
