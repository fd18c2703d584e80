import { z } from 'zod'
import { normalText } from '../../../lib/text-normal.ts'
import { optional } from '../../../operation/index.ts'
import type { Snapshot } from '../../commits/index.ts'
import { unknownDay } from '../../search-index/index.ts'
import { always, and, compileInto, hasAny, never, not, or, type Bind, type Condition } from '../condition.ts'
import { countryTokens } from '../country.ts'
import { dateRange, toDays } from '../dates.ts'
import { filter, readSnapshot, type FilterContext } from '../filter.ts'
import { isCrossed, isOpen, withinRange } from '../range.ts'
import { titleContains } from '../text.ts'
import { companyNumbers } from '../employment.ts'
import { requireColumns } from '../lacking-rows.ts'
import { visibleAt } from '../visibility.ts'

const titles = optional(z.array(z.string().min(1).max(500)).max(200)).describe(
  'The title of the position at the company contains one of these phrases.',
)

/** The people of a company who are counted. An absent or empty member asks nothing. */
const employeeFilters = z
  .object({
    countryCode: optional(z.array(z.string().min(1)).max(300)).describe('Where the person lives.'),
    jobTitle: titles,
    recentlyHired: optional(
      z.array(z.object({ hiredAt: optional(dateRange), jobTitle: titles })).max(20),
    ).describe('The person started a position at the company in this range; one of these is enough.'),
  })
  .meta({ id: 'EmployeeFilters' })

const count = z.number().int().min(0)

const employeeRule = z
  .object({
    employeesToMatch: z.discriminatedUnion('tag', [
      z.object({ tag: z.literal('all') }).describe('All known people, and at least one.'),
      z
        .object({ tag: z.literal('finiteRange'), lowerBound: optional(count), upperBound: optional(count) })
        .describe('Number, both bounds inclusive.'),
    ]),
    employeeFilters: optional(employeeFilters).describe('Everybody when absent.'),
  })
  .meta({ id: 'EmployeeRule' })

export type EmployeeRule = z.output<typeof employeeRule>

/**
 * The people a rule counts: a condition on the person, and one on a position with the company's number (`employer`).
 */
export interface CountedPeople {
  person: Condition
  position: Condition
}

/** Tests one position of the person with `employer` by its title `t` and its first day `s`. */
function positionWith(test: (bind: Bind) => string): Condition {
  return {
    kind: 'sql',
    text: (bind) =>
      `arrayExists((o, d, t, s) -> (o = employer OR d = employer) AND ${test(bind)}, job_orgs, job_domains, job_titles, job_starts)`,
  }
}

function titled(bind: Bind, phrases: readonly string[]): string {
  const padded = phrases.map(normalText).filter((phrase) => phrase !== '')
  return `arrayExists(phrase -> position(t, concat(' ', phrase, ' ')) > 0, ${bind.value('Array(String)', padded)})`
}

const isGiven = <T>(list: readonly T[] | undefined): list is readonly T[] =>
  list !== undefined && list.length > 0

/** Compiles the sub-filters of a rule. Titles are first looked up in the index of all current titles. */
export function countedBy(rule: EmployeeRule['employeeFilters'], context: FilterContext): CountedPeople {
  const { countryCode, jobTitle, recentlyHired } = rule ?? {}
  const { path, today } = context
  const anyTitle = (phrases: readonly string[]) => or(phrases.map((phrase) => titleContains(phrase)))
  const person: Condition[] = []
  const position: Condition[] = []
  if (isGiven(countryCode))
    person.push(hasAny('facets', countryTokens(countryCode, { ...context, path: `${path}.countryCode` })))
  if (isGiven(jobTitle)) {
    person.push(anyTitle(jobTitle))
    position.push(positionWith((bind) => titled(bind, jobTitle)))
  }
  if (isGiven(recentlyHired)) {
    const hires = recentlyHired.map((hire) => {
      const title = (bind: Bind) => (isGiven(hire.jobTitle) ? titled(bind, hire.jobTitle) : '1')
      if (hire.hiredAt === undefined) return positionWith(title)
      const { first, last } = toDays(hire.hiredAt, today)
      const days = { lowerBound: first, upperBound: last }
      if (isCrossed(days)) return never
      return positionWith((bind) => {
        const started = `s != ${bind.value('Int32', unknownDay)} AND ${withinRange(bind, 's', days)}`
        return `${started} AND ${title(bind)}`
      })
    })
    position.push(or(hires))
  }
  return { person: and(person), position: and(position) }
}

/**
 * Counts people of a rule by each number that people name an employer by: `ones` is how many name no other, `more`
 * lists the others, whom one company may have under two numbers. People are chosen before their employers are
 * unfolded, because after ARRAY JOIN the engine uses another tokenizer for text indexes.
 */
export function staffByNumber(
  bind: Bind,
  { person, position, snapshot }: CountedPeople & { snapshot: Snapshot },
): string {
  const chosen = compileInto(visibleAt('people', person, snapshot), bind)
  const tested = compileInto(position, bind)
  const tests = position.kind === 'always' ? '' : ', job_orgs, job_domains, job_titles, job_starts'
  requireColumns('people', `org_ids current_domains ${tests} ${tested}`, snapshot.lacks)
  return `SELECT employer, countIf(length(numbers) = 1) AS ones, groupArrayIf(id, length(numbers) > 1) AS more
    FROM (SELECT id, arrayConcat(org_ids, current_domains) AS numbers${tests} FROM people WHERE ${chosen})
    ARRAY JOIN numbers AS employer WHERE ${tested} GROUP BY employer`
}

/** Counts the people of several numbers once each. */
export const heads = '(sum(ones) + uniqExactArray(more))'

/** Companies by how many people a rule counts there. The version of a row tells whose numbers these are. */
function employersWhere(bind: Bind, people: CountedPeople & { snapshot: Snapshot }, having: string): string {
  return `SELECT company, version ${counted(bind, people)} HAVING ${having}`
}

function counted(bind: Bind, people: CountedPeople & { snapshot: Snapshot }): string {
  const numbersQuery = `SELECT id AS company, born AS version, arrayJoin(${companyNumbers}) AS employer FROM companies`
  return `FROM (${numbersQuery}) AS known INNER JOIN (${staffByNumber(bind, people)}) AS staff USING (employer)
    GROUP BY company, version`
}

function ruleCondition(rule: EmployeeRule, context: FilterContext): Condition {
  const { path } = context
  const peopleFilter = countedBy(rule.employeeFilters, {
    ...context,
    path: `${path}.employeeFilters`,
  })
  const people = { ...peopleFilter, snapshot: readSnapshot(context, 'people') }
  const wanted = rule.employeesToMatch
  const isEmployer = (text: (bind: Bind) => string): Condition => ({
    kind: 'sql',
    text: (bind) => `(id, born) ${bind.within} (${text(bind)})`,
  })
  if (wanted.tag === 'all')
    return isEmployer((bind) => {
      const everybody = counted(bind, { ...people, person: always, position: always })
      const isEverybody = `(company, version, ${heads}) ${bind.within} (SELECT company, version, ${heads} ${everybody})`
      return employersWhere(bind, people, isEverybody)
    })
  if (isCrossed(wanted)) return never
  if (isOpen(wanted)) return always
  const { lowerBound = 0, upperBound } = wanted
  // A company without people is in no group, so rules that zero satisfies are asked the other way round.
  if (lowerBound > 0)
    return isEmployer((bind) => employersWhere(bind, people, withinRange(bind, heads, wanted)))
  if (upperBound === undefined) return always
  return not(isEmployer((bind) => employersWhere(bind, people, `${heads} > ${bind.value('UInt64', upperBound)}`)))
}

/** Company search parameters about the people of the company. */
export const employeeFilter = {
  employees: filter(
    z.object({
      rules: z.array(employeeRule).max(20),
      joiner: optional(z.enum(['AND', 'OR'])).describe('Whether all rules must match (AND, default) or one.'),
    }),
    ({ rules, joiner }, context) => {
      const conditions = rules.map((rule, index) =>
        ruleCondition(rule, { ...context, path: `${context.path}.rules[${index}]` }),
      )
      return joiner === 'OR' ? or(conditions) : and(conditions)
    },
  ),
}

export const employeeMeanings: Record<keyof typeof employeeFilter, string> = {
  employees: 'Number of people with a current position at the company who satisfy the rule.',
}
