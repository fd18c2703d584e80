import type { DateRange } from '../mention.ts'
import { buildPhrases } from '../phrases.ts'
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
const recently = buildPhrases<number>(
  'recently, lately, newly, kürzlich, vor kurzem, récemment, recientemente, recentemente, di recente, onlangs, just'
    .split(', ')
    .map((word): [string, number] => [word, 6]),
)
/** Numbers in words before a period of time: `a couple of months` among them. */
const countsOfTime: Record<string, number> = { ...numberWords, couple: 2, few: 3, due: 2 }

const monthsIn: Partial<Record<Period, number>> = { month: 1, quarter: 3, year: 12 }

/** Small words before a time that is counted back from today. */
const leadWords = new Set(
  'in over within during the since im den der au cours des les ces en el los las nos nas no na negli nell nel de afgelopen innerhalb dans of a o da do l'.split(
    ' ',
  ),
)
const mostLeads = 4

/** `in the last 18 months`, `last year`, `this quarter`, `recently`. */
export function readRelativeAt(words: readonly Word[], from: number): Dated | undefined {
  const soon = recently.at(words, from)
  if (soon !== undefined)
    return { to: soon.to, range: toLastN('month', 6), months: 6, note: 'is searched as the last 6 months.' }
  const normalAt = (at: number) => words[at]?.normal ?? ''
  let start = from
  while (leadWords.has(normalAt(start)) && start < from + mostLeads && !lastWords.has(normalAt(start)))
    start++
  const ago = readAgoAt(words, start)
  if (ago !== undefined) return ago
  const isThis = thisWords.has(normalAt(start))
  if (!lastWords.has(normalAt(start)) && !isThis) return undefined
  const counted = countAt(words, start + 1)
  const period = readPeriodAt(words[counted.to])
  if (period === undefined) return undefined
  const to = lastBehind.has(normalAt(counted.to + 1)) ? counted.to + 2 : counted.to + 1
  return { to, ...buildTime({ isThis, count: counted.count, period }) }
}

/** `dix derniers mois`: the word may come after, too. */
const lastBehind = new Set(['derniers', 'dernieres', 'ultimos', 'ultimas'])

/** A number of periods, with `of` or another `last` after it. */
function countAt(words: readonly Word[], at: number): { count: number | undefined; to: number } {
  const word = words[at]
  const count = word?.isNumber === true ? Number(word.text) : countsOfTime[word?.normal ?? '']
  let to = count === undefined ? at : at + 1
  if (words[to]?.normal === 'of') to++
  if (lastWords.has(words[to]?.normal ?? '')) to++
  return { count, to }
}

/** `months`; `m` and `y` directly after a number. */
function readPeriodAt(word: Word | undefined): Period | undefined {
  const period = periods[word?.normal ?? '']
  if (period !== undefined || word?.gap !== '') return period
  if (word.normal === 'm') return 'month'
  return word.normal === 'y' ? 'year' : undefined
}

function buildTime({
  isThis,
  count,
  period,
}: {
  isThis: boolean
  count: number | undefined
  period: Period
}): Pick<Dated, 'range' | 'months'> {
  const months = monthsIn[period]
  if (isThis)
    return {
      range: { strategy: 'relative', window: { method: 'calendar', which: 'current', period } },
      months,
    }
  if (count === undefined)
    return { range: { strategy: 'relative', window: { method: 'lastN', period, quantity: 1 } }, months }
  return { range: toLastN(period, count), months: (months ?? 0) * count || undefined }
}

/** `3 years ago`: words such as `more than` before it turn it round. */
function readAgoAt(words: readonly Word[], at: number): Dated | undefined {
  const compared = comparedWords.has(words[at]?.normal ?? '') ? words[at]!.normal : undefined
  const position = compared === undefined ? at : at + (words[at + 1]?.normal === 'than' ? 2 : 1)
  const count = readWholeCount(words[position])
  const period = periods[words[position + 1]?.normal ?? '']
  const isAgo = agoWords.has(words[position + 2]?.normal ?? '')
  if (count === undefined || period === undefined || !isAgo) return undefined
  const range: DateRange =
    compared === 'less'
      ? toLastN(period, count)
      : {
          strategy: 'relative',
          window: { method: 'within', period, lowerBound: count, upperBound: undefined },
        }
  return { to: position + 3, range }
}

const comparedWords = new Set(['more', 'less', 'over'])

/** A whole number of periods; `a year` is one. */
function readWholeCount(word: Word | undefined): number | undefined {
  const { normal = '', isNumber = false, text = '' } = word ?? {}
  const isOne = normal === 'a' || normal === 'an'
  const spoken = isOne ? 1 : countsOfTime[normal]
  const count = isNumber ? Number(text) : spoken
  return Number.isInteger(count) ? count : undefined
}

const toLastN = (period: Period, quantity: number): DateRange => ({
  strategy: 'relative',
  window: { method: 'lastN', period, quantity: Math.max(1, Math.round(quantity)) },
})
