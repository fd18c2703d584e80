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
    record.headline,
    record.summary,
    ...(record.experiences ?? []).flatMap((each) => [each.title, each.company_name, each.summary]),
    ...(record.education ?? []).flatMap((each) => [each.school_name, each.field_of_study_name, each.degree]),
    ...(record.skills ?? []),
    ...(record.interests ?? []),
    ...(record.certifications ?? []).map((each) => each.title),
  ])
}
