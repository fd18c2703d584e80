import { memo } from '../../lib/memo.ts'
import { normalText } from '../../lib/text-normal.ts'
import type { PersonTag } from './enums.ts'
import type { Experience } from './experience.ts'
import { isMajorTech, topSchool } from './well-known-names.ts'
import type { Education } from './person-parts.ts'
import type { PersonRecord } from './person.ts'
import { findTitleLevels, type TitleLevel } from './title-levels.ts'

type Rule = (record: PersonRecord) => boolean

/** Followers that count as a large following. */
const largeFollowing = 50_000

/**
 * Labels that follow from a record on any day. Those that come and go with time (`dayTags` of ../search-index) are
 * worked out when they are asked for, by one function for all callers. A record does not know the Fortune 500.
 */
const rules = {
  'attended-top-us-university': (record) => schools(record).some((school) => topSchool(school) === 'us'),
  'attended-top-global-university': (record) => schools(record).some((name) => topSchool(name) !== undefined),
  'second-time-founder': (record) =>
    new Set(listPositions(record).filter(isFounder).map(readEmployer)).size > 1,
  'major-tech-company-experience': (record) =>
    listPositions(record).some(({ company_name }) => company_name !== null && isMajorTech(company_name)),
  'decision-maker': (record) =>
    current(record).some(
      ({ seniority, title }) =>
        (seniority === 'Director' || seniority === 'Executive') && !isOfAnother(title ?? ''),
    ),
  'c-suite': (record) => current(record).some(isChief),
  phd: holdsDoctorate,
  influencer: (record) => record.influencer === true || (record.follower_count ?? 0) >= largeFollowing,
  'board-member': (record) => current(record).some((position) => hasLevel(position, 'board-member')),
} satisfies Partial<Record<PersonTag, Rule>>

const derivedPersonTags = Object.keys(rules) as (keyof typeof rules)[]

export function holdsDoctorate({ education }: Pick<PersonRecord, 'education'>): boolean {
  return (education ?? []).some(isDoctorate)
}

/** The given labels, then those that follow from the record. */
export function withPersonTags(record: PersonRecord): PersonTag[] {
  const tags = record.tags ?? []
  return [...tags, ...derivedPersonTags.filter((tag) => !tags.includes(tag) && rules[tag](record))]
}

const listPositions = (record: PersonRecord) => record.experiences ?? []
const current = (record: PersonRecord) =>
  listPositions(record).filter(({ is_current }) => is_current === true)
const schools = (record: PersonRecord) =>
  (record.education ?? []).flatMap(({ school_name }) => school_name ?? [])

const listLevels = memo((title) => findTitleLevels(normalText(title)))
const hasLevel = ({ title }: Experience, level: TitleLevel) =>
  title !== null && listLevels(title).includes(level)

const isFounder = (position: Experience) => hasLevel(position, 'founder')

/** People who held the post before, or work for its holder: `Former CEO`, `Office of the CEO`. */
const isOfAnother = memo((title) =>
  /^(?:former|formerly|ex|past|retired|emeritus|ehemalig\w*|ancien(?:ne)?|бывш\p{L}*|πρωην|заместител\p{L}*|заступник\p{L}*|зам) |\b(?:office|buro) of (?:the )?|\b(?:retired|emeritus|i r|a d)$/u.test(
    normalText(title),
  ),
)
/** People who run a company, in letters that levels of titles do not know. */
const chiefBeyondLatin =
  /генеральн\p{L}* директор|главн\p{L}* исполнительн\p{L}* директор|генеральний директор|изпълнителен директор|генерални директор|διευθυν\p{L}* συμβουλο/u
const runsCompany = memo((title) => {
  const text = normalText(title)
  return chiefBeyondLatin.test(text) || /\bgeneral counsel\b|\bugyvezeto\b/.test(text)
})

/** An assistant to the chief is no chief, as the level of the position shows. */
function isChief(position: Experience): boolean {
  const title = position.title ?? ''
  if ((position.seniority ?? 'Executive') !== 'Executive' || isOfAnother(title)) return false
  return runsCompany(title) || hasLevel(position, 'c-suite')
}

const readEmployer = ({ pnet_company_id, company_name, company_domain }: Experience): string =>
  pnet_company_id ?? company_name?.toLowerCase() ?? company_domain ?? ''

const doctorate =
  /\bph ?d\b|\bd ?phil\b|\bdoctor(ate)? (of|in|en)\b|\bdoctorate?\b|\bdoctorat\b|\bdoctorado\b|\bpromotion zum dr\b|\bdr (rer|ing|phil|med|iur|oec)\b|\bs ?c ?d\b/
/** Professional degrees that are called doctor without a doctorate's research. */
const practice =
  /\b(juris doctor|doctor of (medicine|pharmacy|dental|dentistry|veterinary|physical therapy|law)|md|jd)\b/

const namesDoctorate = memo((degree) => {
  const text = normalText(degree)
  return doctorate.test(text) && !practice.test(text) && !/\b(candidate|student|abd)\b/.test(text)
})

/** A degree that was begun and has no end is not held yet. */
function isDoctorate({ degree, start_date, end_date }: Education): boolean {
  return degree !== null && namesDoctorate(degree) && (end_date !== null || start_date === null)
}
