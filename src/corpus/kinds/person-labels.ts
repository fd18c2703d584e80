import { upToDatePerson, type PersonRecord } from '../records/index.ts'
import { readDayTagFacts, listTagsOn, type LabelledPerson } from '../search-index/index.ts'

/**
 * Labels of a stored person by the day. Of the text only the members are read that they follow from, which is a third of
 * the work of reading all of it: pages do this for each of their rows.
 */
export function readPersonLabels(body: string): (today: number) => readonly string[] {
  const facts = readDayTagFacts(readLabelledPart(body))
  return (today) => listTagsOn(facts, today)
}

/** Records of earlier programs lack levels and functions, which rows are built with: these are completed first. */
function readLabelledPart(body: string): LabelledPerson {
  const part = readPart(body)
  return part?.experiences?.every(isComplete) === false || part === undefined
    ? upToDatePerson(JSON.parse(body) as PersonRecord)
    : part
}

type Position = NonNullable<LabelledPerson['experiences']>[number]

const isComplete = ({ title, job_function }: Position): boolean =>
  title === null || Array.isArray(job_function)

/** Members are in the order of the record, and none of another entry has the name of one of these before it. */
function readPart(body: string): LabelledPerson | undefined {
  const from = body.indexOf(',"education":')
  const end = body.indexOf(',"inferred_location":', from)
  const tags = /,"tags":(null|\[[^\]]*\])/.exec(body)
  if (from < 0 || end < 0 || tags === null || tags.index > from) return undefined
  try {
    return JSON.parse(`{"tags":${tags[1]}${body.slice(from, end)}}`) as LabelledPerson
  } catch {
    return undefined
  }
}
