import {
  dayTags,
  readTagDays,
  isDayTag,
  findTagSince,
  unknownDay,
  type DayTag,
  type TagDays,
} from '../../../../corpus/search-index/index.ts'
import type { PersonState } from '../states.ts'
import { dayMs } from '../../../../lib/time.ts'

/** A label that somebody came to carry as the days went by. */
export interface DayLabel {
  tag: DayTag
  /** The calendar day from which it holds; null if unknown. */
  since: string | null
}

/**
 * Labels of the day that came to hold between two moments. History of before these days were kept, or without a part of
 * them, did not know: then the days of the later state show what time alone has changed.
 */
export function findGainedLabels(before: PersonState, after: PersonState): DayLabel[] {
  const is = after.person.tag_days
  if (is === undefined) return []
  const was = before.person.tag_days ?? is
  const earlier = listLabelsOn({ ...was, studies: was.studies ?? is.studies }, readDay(before))
  return listLabelsOn(is, readDay(after)).filter(({ tag }) => !earlier.some((other) => other.tag === tag))
}

/** Whether a state carries a label, on its day. */
export const isCarried = ({ person, ...state }: PersonState, tag: string): boolean =>
  person.tags?.includes(tag) === true ||
  (isDayTag(tag) &&
    person.tag_days !== undefined &&
    listLabelsOn(person.tag_days, readDay(state)).some((label) => label.tag === tag))

const readDay = ({ asOf, lookedAt }: Pick<PersonState, 'asOf' | 'lookedAt'>) =>
  Math.floor(Date.parse(lookedAt ?? asOf) / dayMs)

function listLabelsOn(days: TagDays, today: number): DayLabel[] {
  const facts = readTagDays(days)
  return dayTags.flatMap((tag) => {
    const since = findTagSince(facts, tag, today)
    if (since === undefined) return []
    return [{ tag, since: since === unknownDay ? null : new Date(since * dayMs).toISOString().slice(0, 10) }]
  })
}
