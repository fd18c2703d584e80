import type { PersonRecord } from '../records/index.ts'
import { normal } from './columns.ts'

/**
 * Members of a person that keywords are searched for in, each with the mark of its texts in the column `words`: ` |h
 * sales leader |k excel |k word `. A mark is one letter, so the first character of a text tells its field.
 */
export const keywordMarks = {
  summary: 's',
  headline: 'h',
  pastJobTitles: 'p',
  pastJobSummaries: 'q',
  pastCompanyNames: 'r',
  currentJobTitles: 't',
  currentJobSummaries: 'u',
  currentCompanyNames: 'v',
  interests: 'i',
  skills: 'k',
  industry: 'd',
  education: 'e',
  publications: 'b',
  certifications: 'c',
  articles: 'a',
  courses: 'o',
  projects: 'j',
  patents: 'x',
  volunteering: 'w',
  languages: 'l',
} as const
export type KeywordField = keyof typeof keywordMarks

/** Names are searched together with everything else, and are no field of their own. */
const nameMark = 'n'

type Text = string | null | undefined
type Marked = (mark: string, text: Text) => void

/** All texts of a person in normal form, marked by member. */
export function personWords(record: PersonRecord): string {
  let words = ' '
  const add: Marked = (mark, text) => {
    if (!text) return
    const normalized = normal(text)
    if (normalized !== '') words += `|${mark} ${normalized} `
  }
  const marks = keywordMarks
  add(nameMark, record.name)
  add(marks.headline, record.headline)
  add(marks.summary, record.summary)
  add(marks.industry, record.industry_name)
  addPositions(record, add)
  for (const school of record.education ?? []) {
    add(marks.education, school.school_name)
    add(marks.education, school.field_of_study_name)
    add(marks.education, school.degree)
  }
  for (const skill of record.skills ?? []) add(marks.skills, skill)
  for (const interest of record.interests ?? []) add(marks.interests, interest)
  for (const { name } of record.languages ?? []) add(marks.languages, name)
  addWorks(record, add)
  return words === ' ' ? '' : words
}

function addPositions(record: PersonRecord, add: Marked): void {
  const marks = keywordMarks
  for (const { is_current, title, company_name, summary } of record.experiences ?? []) {
    const isCurrent = is_current === true
    add(isCurrent ? marks.currentJobTitles : marks.pastJobTitles, title)
    add(isCurrent ? marks.currentCompanyNames : marks.pastCompanyNames, company_name)
    add(isCurrent ? marks.currentJobSummaries : marks.pastJobSummaries, summary)
  }
}

function addWorks(record: PersonRecord, add: Marked): void {
  const marks = keywordMarks
  for (const { title } of record.certifications ?? []) add(marks.certifications, title)
  for (const { title, summary, publisher } of record.publications ?? [])
    for (const text of [title, summary, publisher]) add(marks.publications, text)
  for (const { title } of record.articles ?? []) add(marks.articles, title)
  for (const { title } of record.courses ?? []) add(marks.courses, title)
  for (const { project_title, project_summary } of record.projects ?? [])
    for (const text of [project_title, project_summary]) add(marks.projects, text)
  for (const { title, description } of record.patents ?? [])
    for (const text of [title, description]) add(marks.patents, text)
  for (const { role, cause, summary, company_name } of record.volunteering ?? [])
    for (const text of [role, cause, summary, company_name]) add(marks.volunteering, text)
}
