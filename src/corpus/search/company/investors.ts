import { z } from 'zod'
import { normalizeDomain } from '../../../lib/domain-name.ts'
import { normalizeSlug } from '../../../lib/network-url.ts'
import { invalidMember, optional, outsideId } from '../../../operation/index.ts'
import { companyStage } from '../../records/index.ts'
import {
  investorPageToken,
  investorRoundPrefix,
  investorToken,
  unknownDay,
} from '../../search-index/index.ts'
import { always, and, compileInto, hasAny, never, type Condition } from '../condition.ts'
import { dateCondition, dateRange } from '../dates.ts'
import { conditionLists, facetLists, filter, ruleFilter, triple, type FilterContext } from '../filter.ts'
import { selector } from '../selector.ts'

/** An investor, named by any of its identifiers. */
const investor = selector(
  z.object({
    pnetCompanyId: optional(outsideId(z.string().regex(/^\d+$/, 'Expected digits.'))),
    pnetUrl: optional(z.string().min(1)),
    companyDomain: optional(z.string().min(1)),
  }),
  'Expected pnetCompanyId, pnetUrl or companyDomain.',
).meta({ id: 'Investor' })

type Investor = z.output<typeof investor>

function makeTokens(named: Investor, path: string, { network }: FilterContext): string[] {
  const tokens: string[] = []
  if (named.pnetCompanyId !== undefined) tokens.push(investorToken.org(named.pnetCompanyId))
  if (named.pnetUrl !== undefined) tokens.push(pageToken(named.pnetUrl, `${path}.pnetUrl`, network))
  if (named.companyDomain !== undefined)
    tokens.push(domainToken(named.companyDomain, `${path}.companyDomain`))
  if (tokens.length === 0)
    throw invalidMember(path, 'Expected pnetCompanyId, pnetUrl or companyDomain.', 'required')
  return tokens
}

function pageToken(url: string, path: string, network: FilterContext['network']): string {
  const page = investorPageToken(url, network)
  if (page === undefined)
    throw invalidMember(path, 'Expected the address of a page on the network.', 'invalid_url')
  return page
}

function domainToken(text: string, path: string): string {
  const domain = normalizeDomain(text)
  if (domain === undefined)
    throw invalidMember(path, 'Expected a host name such as example.org.', 'invalid_domain')
  return investorToken.domain(domain)
}

const digits = z.string().regex(/^\d+$/, 'Expected digits.')

/** Rounds a search may name: the stages of a company that are rounds. */
const roundTypes = companyStage.exclude(['acquired', 'public', 'closed', 'unknown', 'no_funding_yet'])

const investment = z
  .object({
    investorIdentifier: z.discriminatedUnion('type', [
      z.object({ type: z.literal('domain'), domain: z.string().min(1) }),
      z.object({ type: z.literal('pnet-url'), pnet_url: z.string().min(1) }),
      z.object({ type: z.literal('pnet-slug'), pnet_slug: z.string().min(1) }),
      z.object({ type: z.literal('pnet-org-id'), org_id: outsideId(digits) }),
    ]),
    investedAt: optional(dateRange).describe('When it paid.'),
    investmentRounds: optional(
      z.object({ anyOf: z.array(roundTypes).max(roundTypes.options.length) }),
    ).describe('In a round of one of these types. venture_other is a round of unknown series.'),
  })
  .meta({ id: 'Investment' })

type Investment = z.output<typeof investment>

function identifiedTokens(
  of: Investment['investorIdentifier'],
  path: string,
  context: FilterContext,
): string[] {
  switch (of.type) {
    case 'domain':
      return [domainToken(of.domain, `${path}.domain`)]
    case 'pnet-url':
      return [pageToken(of.pnet_url, `${path}.pnet_url`, context.network)]
    case 'pnet-slug': {
      const slug = normalizeSlug(of.pnet_slug)
      return [investorToken.slug(slug), investorToken.person(slug)]
    }
    case 'pnet-org-id':
      return [investorToken.org(of.org_id)]
  }
}

/** Matches investor, day and type of the same round. */
function paidIn(wanted: Investment, context: FilterContext): Condition {
  const tokens = identifiedTokens(wanted.investorIdentifier, `${context.path}.investorIdentifier`, context)
  const hasInvestor = hasAny('facets', tokens)
  const { investedAt, investmentRounds } = wanted
  const day = "toInt32OrZero(splitByChar('/', token)[-1])"
  const when =
    investedAt === undefined
      ? always
      : dateCondition(day, unknownDay, investedAt, { ...context, path: `${context.path}.investedAt` })
  const types = investmentRounds?.anyOf.map((type) => (type === 'venture_other' ? 'series_unknown' : type))
  if (when.kind === 'never' || types?.length === 0) return never
  if (when.kind === 'always' && types === undefined) return hasInvestor
  const isType: Condition =
    types === undefined
      ? always
      : { kind: 'sql', text: (bind) => `has(${bind.value('Array(String)', types)}, splitByChar('/', token)[-2])` }
  return and([
    hasInvestor,
    {
      kind: 'sql',
      text: (bind) => {
        const prefixes = bind.value('Array(String)', tokens.map(investorRoundPrefix))
        const isPaid = `arrayExists(prefix -> startsWith(token, prefix), ${prefixes})`
        const roundCondition = compileInto(and([when, isType]), bind)
        return `arrayExists(token -> ${isPaid} AND ${roundCondition}, splitByChar(' ', facets))`
      },
    },
  ])
}

/** Company search parameters about investors. */
export const investorFilters = {
  investors: filter(triple(investor), (value, context) =>
    facetLists(value, (named, list, index) =>
      makeTokens(named, `${context.path}.${list}[${index}]`, context),
    ),
  ),
  investorsV2: ruleFilter(investment, (value, context) =>
    conditionLists(value, (wanted, list, index) =>
      paidIn(wanted, { ...context, path: `${context.path}.${list}[${index}]` }),
    ),
  ),
}

export const investorMeanings: Record<keyof typeof investorFilters, string> = {
  investors: 'Investors of any round, each named by organization id, page address or domain.',
  investorsV2:
    'Investors, when they paid and in which rounds; all conditions of one entry apply to one round.',
}
