import {
  earnedToken,
  firstEarnedYear,
  findFirstRecentDay,
  isDayTag,
  promotionToken,
  token,
  type DayTag,
  type EarnedTag,
} from '../search-index/index.ts'
import { and, hasAll, hasAny, or, type Condition } from './condition.ts'
import { isStudying } from './education-filter.ts'

/** People with a label. A label that depends on the day counts where it is true today. */
export function hasTag(tag: string, today: number): Condition {
  const carried = hasAll('facets', [token('tag', tag)])
  return isDayTag(tag) ? or([carried, holdsToday(tag, today)]) : carried
}

function holdsToday(tag: DayTag, today: number): Condition {
  const first = findFirstRecentDay(today)
  switch (tag) {
    case 'student':
      return isStudying(today)
    case 'recently-promoted':
      return hasAny(
        'facets',
        Array.from({ length: today - first + 1 }, (_, index) => promotionToken(first + index)),
      )
    case 'recently-changed-companies':
      return and([
        hasAll('facets', ['job:left']),
        {
          kind: 'sql',
          text: (bind) =>
            `arrayExists(start -> start >= ${bind.value('Int32', first)} AND start <= ${bind.value('Int32', today)}, company_starts)`,
        },
      ])
    default:
      return hasAny('facets', earnedBy(tag, today))
  }
}

/** Tokens of all years before the present one, and of its months until today. */
function earnedBy(tag: EarnedTag, today: number): string[] {
  const now = new Date(today * 86_400_000)
  const year = now.getUTCFullYear()
  const years = Array.from({ length: year - firstEarnedYear }, (_, index) => String(firstEarnedYear + index))
  const months = Array.from(
    { length: now.getUTCMonth() + 1 },
    (_, index) => `${year}-${String(index + 1).padStart(2, '0')}`,
  )
  return [...years, ...months].map((period) => earnedToken(tag, period))
}
