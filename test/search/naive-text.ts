import { normalText } from '../../src/lib/text-normal.ts'
import type { CompanyRecord, PersonRecord } from '../../src/corpus/records/index.ts'

type Text = string | null | undefined

const padded = new Map<string, string>()

/** ` words of the text ` in normal form; remembered, since the same texts are compared a thousand times. */
function spaced(text: string): string {
  let found = padded.get(text)
  if (found === undefined) padded.set(text, (found = ` ${normalText(text)} `))
  return found
}

/** Whether the words of a phrase stand side by side in a text. A phrase without words is nowhere. */
export function holds(text: string, phrase: string): boolean {
  const wanted = spaced(phrase)
  return wanted !== '  ' && spaced(text).includes(wanted)
}

const paddedLists = new WeakMap<readonly string[], string[]>()

/** Whether one text of a list holds a phrase. */
export function oneHolds(texts: readonly string[], phrase: string): boolean {
  const wanted = spaced(phrase)
  let list = paddedLists.get(texts)
  if (list === undefined) paddedLists.set(texts, (list = texts.map(spaced)))
  return wanted !== '  ' && list.some((text) => text.includes(wanted))
}

export const sameWords = (a: Text, b: string): boolean =>
  a !== null && a !== undefined && a !== '' && spaced(a) === spaced(b)

const texts = new WeakMap<object, string[]>()

function remembered(record: object, collect: () => Text[]): string[] {
  let found = texts.get(record)
  if (found === undefined) texts.set(record, (found = collect().filter((text): text is string => !!text)))
  return found
}

/** Members of a company that keywords are looked for in, one by one. */
export function companyTexts(record: CompanyRecord): string[] {
  return remembered(record, () => [
    record.preferred_name,
    ...(record.names ?? []),
    record.li_headline,
    record.short_description,
    record.long_description,
    record.li_description,
    record.alt_description,
    ...(record.li_specialties ?? []),
    ...(record.standard_industries ?? []),
    ...(record.alt_industries ?? []),
    ...(record.alt_keywords ?? []),
    ...(record.li_industries ?? []).map((industry) => industry.name),
    ...(record.categories ?? []),
    ...(record.technologies ?? []),
  ])
}

/** Members of a person that keywords are looked for in, past positions included. */
export function personTexts(record: PersonRecord): string[] {
  return remembered(record, () => [
    record.name,
    ...Object.values(personFields).flatMap((textsOf) => textsOf(record)),
  ])
}

const positions = (record: PersonRecord, isCurrent: boolean) =>
  (record.experiences ?? []).filter((each) => (each.is_current === true) === isCurrent)

/** The fields that keywords can be narrowed to. */
export const personFields = {
  headline: (record) => [record.headline],
  summary: (record) => [record.summary],
  pastJobTitles: (record) => positions(record, false).map((each) => each.title),
  pastJobSummaries: (record) => positions(record, false).map((each) => each.summary),
  pastCompanyNames: (record) => positions(record, false).map((each) => each.company_name),
  currentJobTitles: (record) => positions(record, true).map((each) => each.title),
  currentJobSummaries: (record) => positions(record, true).map((each) => each.summary),
  currentCompanyNames: (record) => positions(record, true).map((each) => each.company_name),
  interests: (record) => record.interests ?? [],
  skills: (record) => record.skills ?? [],
  industry: (record) => [record.industry_name],
  education: (record) =>
    (record.education ?? []).flatMap((each) => [each.school_name, each.field_of_study_name, each.degree]),
  publications: (record) =>
    (record.publications ?? []).flatMap((each) => [each.title, each.summary, each.publisher]),
  certifications: (record) => (record.certifications ?? []).map((each) => each.title),
  articles: (record) => (record.articles ?? []).map((each) => each.title),
  courses: (record) => (record.courses ?? []).map((each) => each.title),
  projects: (record) => (record.projects ?? []).flatMap((each) => [each.project_title, each.project_summary]),
  patents: (record) => (record.patents ?? []).flatMap((each) => [each.title, each.description]),
  volunteering: (record) =>
    (record.volunteering ?? []).flatMap((each) => [each.role, each.cause, each.summary, each.company_name]),
  languages: (record) => (record.languages ?? []).map((each) => each.name),
} satisfies Record<string, (record: PersonRecord) => Text[]>

/** Texts of the fields that the options choose: those set to true, or all but those set to false. */
export function chosenTexts(
  record: PersonRecord,
  chosen: Partial<Record<string, boolean | null>> | null | undefined,
): string[] {
  const set = Object.values(chosen ?? {}).filter((value) => value !== null && value !== undefined)
  if (set.length === 0) return personTexts(record)
  const isWanted = (field: string) =>
    set.includes(true) ? chosen?.[field] === true : chosen?.[field] !== false
  return Object.entries(personFields)
    .filter(([field]) => isWanted(field))
    .flatMap(([, textsOf]) => textsOf(record))
    .filter((text): text is string => !!text)
}
