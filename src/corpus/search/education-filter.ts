import { z } from 'zod'
import { normalText } from '../../lib/text-normal.ts'
import { invalidMember, optional, outsideId } from '../../operation/index.ts'
import { findEarliestStudies, unknownDay } from '../search-index/index.ts'
import { always, and, compileInto, hasAll, never, or, type Bind, type Condition } from './condition.ts'
import { dateCondition, dateRange, type DateRange } from './dates.ts'
import {
  compareEmployers,
  organizationIs,
  referenced,
  referencedPage,
  type Referenced,
} from './employment.ts'
import { filter, pair, type FilterContext } from './filter.ts'
import { selector } from './selector.ts'

/** A school by one of its identifiers. Where several are given the first counts: id, address, domain. */
const school = selector(
  z.object({
    pnetId: optional(outsideId(z.string().regex(/^\d+$/, 'Expected digits.'))),
    pnetUrl: optional(z.string().min(1)),
    domain: optional(z.string().min(1)),
  }),
  'Expected pnetId, pnetUrl or domain.',
).meta({ id: 'SchoolReference' })

const phrases = optional(pair(z.string().min(1).max(500)))

/** What one education entry must say. All members apply to the same entry. */
const educationEntry = z
  .object({
    school: optional(pair(school)).describe('The school.'),
    keywords: phrases.describe('Phrases in the names of school, degree and field of study.'),
    degree: phrases.describe('Phrases in the degree.'),
    schoolNameKeywords: phrases.describe('Phrases in the name of the school.'),
    startedSchoolAt: optional(dateRange).describe('When it began.'),
    finishedSchoolAt: optional(dateRange).describe('When it ended, or is expected to.'),
    isCurrentlyStudent: optional(z.boolean()).describe(
      'Whether it has begun and has not ended; without an end, it lasts eight years at most.',
    ),
  })
  .meta({ id: 'EducationEntry' })

type EducationEntry = z.output<typeof educationEntry>

/** Education, entry by entry. */
export const educationFilter = filter(
  z.object({
    anyOf: optional(z.array(educationEntry).max(100)).describe(
      'One entry of the person is like one of these.',
    ),
    allOf: optional(z.array(educationEntry).max(100)).describe(
      'For each of these there is a matching entry.',
    ),
  }),
  (value, context) => {
    const has = (list: string) => (entry: EducationEntry, index: number) =>
      hasEntry(entry, { ...context, path: `${context.path}.${list}[${index}]` })
    const all = (value.allOf ?? []).map(has('allOf'))
    return and([value.anyOf === undefined ? always : or(value.anyOf.map(has('anyOf'))), ...all])
  },
)

/** The parts of an entry's text that phrases are searched for in. */
const parts = {
  keywords: 'entry',
  schoolNameKeywords: "substringIndex(entry, '|', 1)",
  degree: "substringIndex(substringIndex(entry, '|', 2), '|', -1)",
} as const

function hasEntry(wanted: EducationEntry, context: FilterContext): Condition {
  const tests: ((bind: Bind) => string)[] = []
  const indexed: Condition[] = []
  for (const [member, part] of Object.entries(parts)) {
    const lists = wanted[member as keyof typeof parts]
    if (lists?.anyOf !== undefined) {
      const anyOf = normalized(lists.anyOf)
      indexed.push(or(anyOf.map((phrase) => hasAll('words', phrase.split(' ')))))
      tests.push((bind) => saysOne(part, anyOf, bind))
    }
    const noneOf = normalized(lists?.noneOf ?? [])
    if (noneOf.length > 0) tests.push((bind) => `NOT ${saysOne(part, noneOf, bind)}`)
  }
  for (const list of ['anyOf', 'noneOf'] as const) {
    const schools = wanted.school?.[list]
    if (schools === undefined || (list === 'noneOf' && schools.length === 0)) continue
    const named = schools.map((each, index) =>
      readSchool(each, `${context.path}.school.${list}[${index}]`, context),
    )
    if (named.length === 0) return never
    const employers = compareEmployers(named, context.companies)
    tests.push((bind) => `${list === 'anyOf' ? '' : 'NOT '}${organizationIs(employers, bind)}`)
  }
  for (const test of dayTests(wanted, context)) {
    if (test.kind === 'never') return never
    tests.push((bind) => compileInto(test, bind))
  }
  return and([
    ...indexed,
    {
      kind: 'sql',
      text: (bind) =>
        `arrayExists((entry, org, first, last) -> ${tests.map((test) => test(bind)).join(' AND ') || '1'}, edu_texts, edu_orgs, edu_starts, edu_ends)`,
    },
  ])
}

const normalized = (texts: readonly string[]) => texts.map(normalText).filter((phrase) => phrase !== '')

function saysOne(part: string, wanted: readonly string[], bind: Bind): string {
  const padded = wanted.map((phrase) => ` ${phrase} `)
  return `arrayExists(phrase -> position(${part}, phrase) > 0, ${bind.value('Array(String)', padded)})`
}

function readSchool(wanted: z.output<typeof school>, path: string, context: FilterContext): Referenced {
  const { network } = context
  if (wanted.pnetId !== undefined) return { kind: 'id', id: wanted.pnetId }
  if (wanted.pnetUrl !== undefined)
    return referencedPage(wanted.pnetUrl, { path: `${path}.pnetUrl`, network })
  if (wanted.domain !== undefined) return referenced({ domain: wanted.domain, ...noOther }, { path, network })
  throw invalidMember(path, 'Expected pnetId, pnetUrl or domain.', 'required')
}

const noOther = { pnetSlugOrURL: undefined, name: undefined, pnetOrgID: undefined }

function dayTests(wanted: EducationEntry, context: FilterContext): Condition[] {
  const tests: Condition[] = []
  const inRange = (variable: string, member: 'startedSchoolAt' | 'finishedSchoolAt') => {
    const range: DateRange | undefined = wanted[member]
    if (range === undefined) return
    tests.push(dateCondition(variable, unknownDay, range, { ...context, path: `${context.path}.${member}` }))
  }
  inRange('first', 'startedSchoolAt')
  inRange('last', 'finishedSchoolAt')
  if (wanted.isCurrentlyStudent !== undefined) tests.push(studies(wanted.isCurrentlyStudent, context.today))
  return tests
}

/** People with an entry that has begun and not ended. */
export function isStudying(today: number): Condition {
  return {
    kind: 'sql',
    text: (bind) =>
      `arrayExists((first, last) -> ${compileInto(studies(true, today), bind)}, edu_starts, edu_ends)`,
  }
}

function studies(isWanted: boolean, today: number): Condition {
  return {
    kind: 'sql',
    text: (bind) => {
      const [now, earliest] = [bind.value('Int32', today), bind.value('Int32', findEarliestStudies(today))]
      const open = `(last = ${unknownDay} AND first != ${unknownDay} AND first > ${earliest})`
      return `${isWanted ? '' : 'NOT '}(first <= ${now} AND (last >= ${now} OR ${open}))`
    },
  }
}
