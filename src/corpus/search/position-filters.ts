import { z } from 'zod'
import { normalText } from '../../lib/text-normal.ts'
import { optional, outsideId } from '../../operation/index.ts'
import { always, and, hasAll, or, type Bind, type Condition } from './condition.ts'
import {
  currentCompany,
  compareEmployers,
  positionWith,
  referenced,
  referencedPage,
  type ComparedEmployers,
  type Referenced,
} from './employment.ts'
import { conditionLists, ruleFilter, type FilterContext } from './filter.ts'
import { titleContains } from './text.ts'

const phrases = z.array(z.string().min(1).max(500)).max(1000)

/** The aligned arrays that hold a person's positions: titles between spaces, organization ids, domains, name keys. */
const arrays = {
  current: 'job_titles, job_orgs, job_domains, job_names',
  past: 'past_titles, past_orgs, past_domains, past_names',
} as const

type Period = keyof typeof arrays

/** What one position must be. Absent members ask nothing. */
interface Position {
  /** The title holds one of these phrases, in normal form. */
  says?: readonly string[] | undefined
  /** The title holds none of these. */
  saysNot?: readonly string[] | undefined
  employers?: ComparedEmployers | undefined
}

/** People with such a position among those they hold, or held. */
function hasPosition(period: Period, { says, saysNot = [], employers }: Position): Condition {
  const indexed = (phrase: string) =>
    period === 'current' ? titleContains(phrase) : hasAll('words', phrase.split(' '))
  return and([
    says === undefined ? always : or(says.map(indexed)),
    {
      kind: 'sql',
      text: (bind) => {
        const tests: string[] = []
        if (says !== undefined) tests.push(holdsOne(says, bind))
        if (saysNot.length > 0) tests.push(`NOT ${holdsOne(saysNot, bind)}`)
        if (employers !== undefined) tests.push(positionWith(employers, bind))
        return `arrayExists((title, org, domain, name) -> ${tests.join(' AND ') || '1'}, ${arrays[period]})`
      },
    },
  ])
}

function holdsOne(normal: readonly string[], bind: Bind): string {
  const padded = normal.map((phrase) => ` ${phrase} `)
  return `arrayExists(phrase -> position(title, phrase) > 0, ${bind.value('Array(String)', padded)})`
}

const normalized = (texts: readonly string[] | undefined) =>
  texts?.map(normalText).filter((phrase) => phrase !== '')

/** An employer as `currentCompanies` names one, or in the form that clients' lists have. The first member decides. */
const employer = z
  .object({
    ...currentCompany.shape,
    li_org_id: optional(outsideId(z.string().min(1))).describe('Organization id on the network.'),
    pnet_primary_slug: optional(z.string().min(1)).describe('Slug on the network.'),
    domains: optional(z.array(z.string().min(1)).max(100)).describe('One of these domains.'),
    pnet_id: optional(outsideId(z.string())).describe('Not compared.'),
    preferred_name: optional(z.string()).describe('Not compared.'),
    names: optional(z.array(z.string())).describe('Not compared.'),
    logo_url: optional(z.string()).describe('Not compared.'),
    source: optional(z.literal('csv')).describe('Not compared.'),
  })
  .meta({ id: 'PositionEmployer' })

const namedPosition = z
  .object({
    jobTitle: optional(phrases).describe('The title contains one of these phrases.'),
    company: optional(employer).describe('The employer.'),
  })
  .meta({ id: 'NamedPosition' })

type At = { path: string; network: FilterContext['network'] }

function listReferences(company: z.output<typeof employer>, { path, network }: At): Referenced[] {
  if (company.li_org_id !== undefined) return [{ kind: 'id', id: company.li_org_id }]
  if (company.pnet_primary_slug !== undefined)
    return [referencedPage(company.pnet_primary_slug, { path: `${path}.pnet_primary_slug`, network })]
  const { domains } = company
  if (domains !== undefined && domains.length > 0)
    return domains.map((domain, index) =>
      domainReference(domain, { path: `${path}.domains[${index}]`, network }),
    )
  return [referenced(company, { path, network })]
}

const unnamed = { pnetSlugOrURL: undefined, name: undefined, pnetOrgID: undefined }

function domainReference(domain: string, { path, network }: At): Referenced {
  // Errors name the member itself, wherever the domain stands.
  return referenced({ domain, ...unnamed }, { path: path.replace(/\.domain$/, ''), network })
}

/** Positions of one kind. Title and employer of one entry apply to the same position. */
function positionsFilter(period: Period) {
  return ruleFilter(namedPosition, (value, context) =>
    conditionLists(value, ({ jobTitle, company }, list, index) => {
      const at = { path: `${context.path}.${list}[${index}].company`, network: context.network }
      const employers =
        company === undefined ? undefined : compareEmployers(listReferences(company, at), context.companies)
      return hasPosition(period, { says: normalized(jobTitle), employers })
    }),
  )
}

export const pastJobs = positionsFilter('past')
export const currentJobs = positionsFilter('current')

const job = z
  .object({
    company: optional(
      z.object({
        identifier: z.enum(['pnetUrl', 'pnetSlug', 'pnetOrgId', 'pnetOrgID', 'domain']),
        value: z.string().min(1),
      }),
    ).describe('The employer.'),
    jobTitle: optional(z.object({ anyOf: optional(phrases), noneOf: optional(phrases) })).describe(
      'Phrases: the title must contain one of anyOf and none of noneOf.',
    ),
    status: z.enum(['current', 'past', 'any']).describe('Whether the position is current.'),
  })
  .meta({ id: 'Job' })

type Job = z.output<typeof job>

function readEmployer({ identifier, value }: NonNullable<Job['company']>, { path, network }: At): Referenced {
  switch (identifier) {
    case 'pnetOrgId':
    case 'pnetOrgID':
      return { kind: 'id', id: value }
    case 'domain':
      return domainReference(value, { path, network })
    default:
      return referencedPage(value, { path, network })
  }
}

export const jobs = ruleFilter(job, (value, context) =>
  conditionLists(value, ({ company, jobTitle, status }, list, index) => {
    const at = { path: `${context.path}.${list}[${index}].company.value`, network: context.network }
    const position = {
      says: normalized(jobTitle?.anyOf),
      saysNot: normalized(jobTitle?.noneOf),
      employers:
        company === undefined ? undefined : compareEmployers([readEmployer(company, at)], context.companies),
    }
    if (status !== 'any') return hasPosition(status, position)
    return or([hasPosition('current', position), hasPosition('past', position)])
  }),
)
