import type { CompanyInvestor, InvestorType, RoundInvestor } from '../records/index.ts'
import { companyUrl } from './company-identity.ts'
import type { Random } from './random.ts'
import { reservedLabel, reservedNumber, reservedSlug } from './reserved-names.ts'
import { capitalized, stem } from './stems.ts'

/** A coined fund. The first dozen count as top investors for the tags. */
export interface Investor {
  name: string
  type: InvestorType
  slug: string
  domain: string
  orgId: string
  isTop: boolean
}

const investorSalt = 3
const firstOrgId = 65_000_000
const count = 160
const topCount = 12

const endings: [ending: string, type: InvestorType][] = [
  ['Ventures', 'venture_capital'],
  ['Capital', 'venture_capital'],
  ['Partners', 'private_equity_firm'],
  ['Seed Fund', 'micro_vc'],
  ['Growth', 'venture_capital'],
  ['Angels', 'angel_group'],
  ['Corporate Ventures', 'corporate_venture_capital'],
  ['Family Office', 'family_investment_office'],
]

const built = new Map<number, Investor[]>()

export function makeInvestors(seed: number): Investor[] {
  let investors = built.get(seed)
  if (!investors) {
    investors = Array.from({ length: count }, (_, number) => investor(seed, number))
    built.set(seed, investors)
  }
  return investors
}

function investor(seed: number, number: number): Investor {
  const [ending, type] = endings[number < topCount ? number % 2 : number % endings.length] as [
    string,
    InvestorType,
  ]
  const coined = stem(seed, investorSalt, 910_000 + number)
  return {
    name: `${capitalized(coined)} ${ending}`,
    type,
    slug: reservedSlug(`${coined}-${ending.toLowerCase().replaceAll(' ', '-')}`),
    domain: `${reservedLabel(coined)}.vc`,
    orgId: reservedNumber(firstOrgId + number),
    isTop: number < topCount,
  }
}

/** One to four investors of a round. Well-known ones take part in more rounds. */
export function drawInvestors(investors: Investor[], random: Random): Investor[] {
  const drawn: Investor[] = []
  for (let left = 1 + random.below(4); left > 0; left--) {
    const picked = investors[Math.floor(count * random.unit() ** 1.5)] as Investor
    if (!drawn.includes(picked)) drawn.push(picked)
  }
  return drawn
}

export function roundInvestor(investor: Investor, isLead: boolean): RoundInvestor {
  return {
    investor_name: investor.name,
    investor_type: investor.type,
    investor_domain: investor.domain,
    investor_pnet_url: companyUrl(investor.slug),
    investor_pnet_org_id: investor.orgId,
    investor_categories: [],
    is_lead: isLead,
  }
}

export function companyInvestor(investor: Investor): CompanyInvestor {
  return {
    investor_name: investor.name,
    entity_type: 'company',
    investor_types: [investor.type],
    pnet_slug: investor.slug,
    logo_url: null,
  }
}
