import { z } from 'zod'
import type { NetworkHosts } from '../../lib/network-url.ts'
import { selector } from './selector.ts'
import { invalidMember, optional, outsideId } from '../../operation/index.ts'
import type { Snapshot } from '../commits/index.ts'
import { selectMembers, type EntitySet } from '../entity-sets/index.ts'
import { domainNumber, employerKey, notLeft, slugNumber, unknownDay } from '../search-index/index.ts'
import { accepted, readSlugOrPage, readHost, identityToken } from '../identify/index.ts'
import { always, compileInto, identifiedBy, inSets, never, type Bind, type Condition } from './condition.ts'
import { dateCondition, dateRange, type DateRange } from './dates.ts'
import type { FilterContext } from './filter.ts'
import { requireColumns } from './lacking-rows.ts'
import { visibleAt } from './visibility.ts'

/** How a person must be, or have been, employed by a company to match. */
export interface Employment {
  status: 'now' | 'left' | 'ever'
  /** Whether employers count that only share the company's name. */
  isLoose: boolean
  /** Days within which the person left; for `left` alone. */
  leftAt?: { range: DateRange; context: FilterContext } | undefined
}

export const employedNow: Employment = { status: 'now', isLoose: false }

/** Companies that a person's employers are compared with. */
export interface ComparedEmployers {
  /** Companies of the corpus, as they are in a snapshot. */
  companies?: { condition: Condition; snapshot: Snapshot } | undefined
  /** Organization ids. */
  ids?: readonly string[] | undefined
  /** Domains and pages that positions name as well, as numbers, whether or not the corpus has the company. */
  ties?: readonly bigint[] | undefined
  /** Name keys (`employerKey`). */
  names?: readonly string[] | undefined
}

/**
 * Tests whether a position is with one of some companies: by a number that it names its employer by (organization id
 * or domain) or by the employer's name key (`name`). Any of them is enough. The numbers of companies in the corpus
 * form one set of both sorts, built once however often the statement names it, because a sub-query costs 2 to 4 ms to
 * plan.
 */
function isWith(
  { companies, ids = [], ties = [], names = [] }: ComparedEmployers,
  isLoose: boolean,
  bind: Bind,
) {
  const byOrg: NumberTest[] = []
  const byDomain: NumberTest[] = []
  const byName: string[] = []
  if (ties.length > 0) byDomain.push(isAmong(ties, bind))
  if (ids.length > 0) byOrg.push(isAmong(ids.map(BigInt), bind))
  if (names.length > 0) byName.push(`has(${bind.value('Array(String)', [...names])}, name)`)
  if (companies !== undefined) {
    const inner = compileInto(visibleAt('companies', companies.condition, companies.snapshot), bind)
    const employerNumbers = `${bind.within} (SELECT arrayJoin(${companyNumbers}) FROM companies WHERE ${inner})`
    const isKnown = (number: string) => `${number} ${employerNumbers}`
    byOrg.push(isKnown)
    byDomain.push(isKnown)
    if (isLoose) {
      // Company rows hold ` acme corp | acme | `; name keys of positions have no such spaces.
      const keys = `arrayJoin(arrayMap(name -> replaceAll(trimBoth(name), ' ', '_'), splitByChar('|', names)))`
      byName.push(
        `name ${bind.within} (SELECT key FROM (SELECT ${keys} AS key FROM companies WHERE ${inner}) WHERE key != '')`,
      )
    }
    requireColumns('companies', `${employerNumbers} ${byName.join(' ')}`, companies.snapshot.lacks)
  }
  return { byOrg, byDomain, byName }
}

/** The numbers that people name a company by; its organization id is among them where it has one. */
export const companyNumbers = 'if(org_id = 0, domain_numbers, arrayPushBack(domain_numbers, org_id))'

const joinTests = (tests: readonly string[]) => tests.join(' OR ') || '0'

/** SQL that tests a number of an employer, which is an organization id or a domain's. */
type NumberTest = (number: string) => string

const isAmong = (numbers: readonly bigint[], bind: Bind): NumberTest => {
  const bound = bind.value('Array(UInt64)', [...numbers])
  return (number) => `has(${bound}, ${number})`
}

const writeTests = (tests: readonly NumberTest[], number: string) => tests.map((test) => test(number))

/** People employed by one of some companies in the way that is asked for. */
export function employedBy(employers: ComparedEmployers, { status, isLoose, leftAt }: Employment): Condition {
  return {
    kind: 'sql',
    text: (bind) => {
      const { byOrg, byDomain, byName } = isWith(employers, isLoose, bind)
      const either = joinTests([...writeTests(byOrg, 'org'), ...writeTests(byDomain, 'domain'), ...byName])
      const tests: string[] = []
      if (status !== 'left') {
        const columns = [
          byOrg.length > 0 ? 'org_ids' : [],
          byDomain.length > 0 ? 'current_domains' : [],
        ].flat()
        // Organization ids end below 10^18 and a domain's number is 64 bits of a digest, so they do not collide.
        const numbers = columns.length > 1 ? `arrayConcat(${columns.join(', ')})` : columns[0]
        const employs = joinTests(writeTests([...new Set([...byOrg, ...byDomain])], 'employer'))
        if (numbers !== undefined) tests.push(`arrayExists(employer -> ${employs}, ${numbers})`)
        if (byName.length > 0) tests.push(`arrayExists(name -> ${byName.join(' OR ')}, current_names)`)
      }
      if (status === 'ever')
        tests.push(`arrayExists((org, domain, name) -> ${either}, past_orgs, past_domains, past_names)`)
      if (status === 'left') {
        const when = compileInto(hasLeft('left', leftAt), bind)
        tests.push(
          `arrayExists((org, domain, name, left) -> ${when} AND (${either}), past_orgs, past_domains, past_names, past_left)`,
        )
      }
      return tests.length === 0 ? '0' : `(${tests.join(' OR ')})`
    },
  }
}

/**
 * People none of whose current employers some sets name, whether or not the corpus has them. Members are read once as
 * identifiers of companies and once as employers. One set holds all that people name employers by, organization
 * numbers and domains alike.
 */
export function notEmployedIn(sets: readonly EntitySet[], companies: Snapshot): Condition {
  if (sets.length === 0) return always
  const whole: Condition = {
    kind: 'sql',
    text(bind) {
      const visibleCompanies = compileInto(visibleAt('companies', inSets(sets), companies), bind)
      requireColumns('companies', `${companyNumbers} ${visibleCompanies}`, companies.lacks)
      const leavers = `${bind.within} (${selectMembers(sets, bind, 'employer')}
        UNION ALL SELECT arrayJoin(${companyNumbers}) FROM companies WHERE ${visibleCompanies})`
      return `NOT (arrayExists(org -> org ${leavers}, org_ids)
        OR arrayExists(domain -> domain ${leavers}, current_domains))`
    },
  }
  return { kind: 'excluding', whole, exclusion: { by: 'employers', sets, companies } }
}

/** Companies that employ one of some people now: the reverse of `employedBy`. */
export function employing(people: { condition: Condition; snapshot: Snapshot }): Condition {
  return {
    kind: 'sql',
    text: (bind) => {
      const inner = compileInto(visibleAt('people', people.condition, people.snapshot), bind)
      const employers = `SELECT arrayJoin(arrayConcat(org_ids, current_domains)) FROM people WHERE ${inner}`
      return `arrayExists(number -> number ${bind.within} (${employers}), ${companyNumbers})`
    },
  }
}

/** Whether a variable with an element of `past_left` says that an employer was left, within the days asked for. */
export function hasLeft(variable: string, leftAt: Employment['leftAt']): Condition {
  const when =
    leftAt === undefined ? always : dateCondition(variable, unknownDay, leftAt.range, leftAt.context)
  if (when.kind === 'never') return never
  return {
    kind: 'sql',
    text: (bind) => `(${variable} != ${notLeft} AND ${compileInto(when, bind)})`,
  }
}

/** Whether a person holds a position, has left one, or either. */
export const jobStatus = z
  .discriminatedUnion('status', [
    z.object({ status: z.literal('currently-employed') }),
    z.object({
      status: z.literal('previously-employed'),
      leftAt: optional(dateRange).describe('When the person left.'),
    }),
    z.object({ status: z.literal('ever-employed') }),
  ])
  .meta({ id: 'JobStatus' })

export type JobStatus = z.output<typeof jobStatus>

/** An employer by one of its identifiers. Where several are given the first counts: id, domain, page, name. */
const companyReference = {
  domain: optional(z.string().min(1)),
  pnetSlugOrURL: optional(z.string().min(1)),
  name: optional(z.string().min(1)),
  pnetOrgID: optional(outsideId(z.string().min(1))),
}
export const currentCompany = selector(
  z.object(companyReference),
  'Expected domain, pnetSlugOrURL, name or pnetOrgID.',
).meta({ id: 'CurrentCompany' })
export type EmployerReference = z.output<typeof currentCompany>

/**
 * What a reference names: an organization id or a name as people carry them, or a company of the corpus, whose domain
 * or page people may carry as well.
 */
export type Referenced =
  | { kind: 'id'; id: string }
  | { kind: 'name'; key: string }
  | { kind: 'company'; token: string; tie?: bigint }

export function referenced(
  company: EmployerReference,
  { path, network }: { path: string; network: NetworkHosts },
): Referenced {
  if (company.pnetOrgID !== undefined) return { kind: 'id', id: company.pnetOrgID }
  if (company.domain !== undefined) {
    const host = accepted(readHost(company.domain), `${path}.domain`)
    return { kind: 'company', token: identityToken(host), tie: domainNumber(host.value) }
  }
  if (company.pnetSlugOrURL !== undefined)
    return referencedPage(company.pnetSlugOrURL, { path: `${path}.pnetSlugOrURL`, network })
  if (company.name !== undefined) return { kind: 'name', key: employerKey(company.name) }
  throw invalidMember(path, 'Expected domain, pnetSlugOrURL, name or pnetOrgID.', 'required')
}

export function referencedPage(
  text: string,
  { path, network }: { path: string; network: NetworkHosts },
): Referenced {
  const named = accepted(readSlugOrPage(text, network), path)
  if (named.sort === 'org') return { kind: 'id', id: named.value }
  return { kind: 'company', token: identityToken(named), tie: slugNumber(named.value) }
}

/** Everything that some references name, ready to be compared with employers. */
export function compareEmployers(
  references: readonly Referenced[],
  snapshot: Snapshot | undefined,
): ComparedEmployers {
  const ids = references.flatMap((each) =>
    each.kind === 'id' && /^[1-9]\d{0,17}$/.test(each.id) ? each.id : [],
  )
  const names = references.flatMap((each) => (each.kind === 'name' ? each.key : []))
  const tokens = references.flatMap((each) => (each.kind === 'company' ? each.token : []))
  if (tokens.length === 0) return { ids, names }
  const ties = references.flatMap((each) => (each.kind === 'company' ? (each.tie ?? []) : []))
  if (snapshot === undefined)
    throw new Error('a filter needs the companies, and was given no snapshot of them')
  return { ids, ties, names, companies: { condition: identifiedBy('companies', tokens), snapshot } }
}

/** SQL that is true for a position (`org`, `domain`, `name`) with one of some companies. */
export function positionWith(employers: ComparedEmployers, bind: Bind): string {
  const { byOrg, byDomain, byName } = isWith(employers, false, bind)
  return `(${joinTests([...writeTests(byOrg, 'org'), ...writeTests(byDomain, 'domain'), ...byName])})`
}

/** SQL that is true where the organization id of an entry (`org`) belongs to one of some companies. */
export function organizationIs(companies: ComparedEmployers, bind: Bind): string {
  return `(${joinTests(writeTests(isWith(companies, false, bind).byOrg, 'org'))})`
}
