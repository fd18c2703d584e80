import { upToDatePerson, type PersonRecord } from '../records/index.ts'
import { listTagsOn, readDayTagFacts } from '../search-index/index.ts'

/**
 * Labels of a stored person by the day. Records of earlier programs lack levels and functions, which rows are built with:
 * they are completed first.
 */
export function readPersonLabels(body: string): (today: number) => readonly string[] {
  const facts = readDayTagFacts(upToDatePerson(JSON.parse(body) as PersonRecord))
  return (today) => listTagsOn(facts, today)
}
