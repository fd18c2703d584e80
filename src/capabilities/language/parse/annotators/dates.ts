import type { Annotator, Mention } from '../mention.ts'
import type { Word } from '../words.ts'
import {
  toAbsoluteDays,
  readMonthRange,
  readYearRange,
  readCalendarAt,
  months,
  type Dated,
} from './calendar.ts'
import { readDecadeAt } from './decades.ts'
import { lastWords, periods, readRelativeAt } from './relative-dates.ts'

/** Years, months, quarters, and times counted from today. */
export const annotateDates: Annotator = ({ words, today }) => {
  const mentions: Mention[] = []
  const thisYear = new Date(today * 86_400_000).getUTCFullYear()
  for (let from = 0; from < words.length; from++) {
    const dated =
      readRelativeAt(words, from) ??
      readDecade(words, from) ??
      readYearRange(words, from) ??
      readMonthRange(words, from) ??
      readCalendarAt(words, from, thisYear)
    if (dated !== undefined) {
      const { to, range, months: back, note } = dated
      mentions.push({
        from,
        to,
        is: { kind: 'date', range, months: back },
        confidence: note === undefined ? 0.95 : 0.7,
        weight: 1,
        note,
      })
    }
  }
  return mentions
}

/** `founded in the nineties`, `1990s`. */
function readDecade(words: readonly Word[], from: number): Dated | undefined {
  const decade = readDecadeAt(words, from)
  return (
    decade && { to: decade.to, range: toAbsoluteDays(`${decade.first}-01-01`, `${decade.first + 9}-12-31`) }
  )
}

export const listDateWords = () => [...months.vocabulary(), ...Object.keys(periods), ...lastWords]
