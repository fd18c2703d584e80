import type { CompanyTag, NativeCompany } from '../records/index.ts'
import {
  companyDomain,
  companyLegalName,
  companyName,
  companyOrgId,
  companySlug,
  formerCompanySlug,
  type CompanyMembers,
} from './company-identity.ts'
import { fundingMembers } from './company-funding.ts'
import { makeAccelerators, makeOffices, staffTrends } from './company-staff.ts'
import { descriptions, drawTechnologies } from './company-texts.ts'
import { firstDay } from './dates.ts'
import { makeFunding, type Funding } from './funding.ts'
import { companyPhone } from './phones.ts'
import { cityAt } from './places.ts'
import { postingStats } from './postings.ts'
import { Random } from './random.ts'
import { industryAt, industries } from './trades.ts'
import { acquired, closed, founderMonths, type World } from './world.ts'
import { sampleSource } from '../records/index.ts'

const companyStream = 4
const random = new Random()

/** A line of a native companies file. */
export type SampleCompany = NativeCompany & {
  li_org_id: string
  pnet_primary_slug: string
  domains: string[]
}

/** Company `index` of the world: the same on every machine, whatever was generated before. */
export function generateCompany(world: World, index: number): SampleCompany {
  const funding = makeFunding(world, index)
  random.start(world.seed, companyStream, index)
  const slug = companySlug(world, index)
  const orgId = companyOrgId(index)
  const domain = companyDomain(world, index)
  const industry = industryAt(world.industry[index] as number)
  const second = random.chance(0.3) ? industryAt(random.below(industries.length)) : industry
  const names = [companyName(world, index), companyLegalName(world, index)]
  return {
    pnet_id: orgId,
    li_org_id: orgId,
    pnet_primary_slug: slug,
    pnet_slugs: random.chance(0.04) ? [slug, formerCompanySlug(world, index)] : [slug],
    preferred_name: names[0],
    names,
    domains: [domain],
    websites: [`https://www.${domain}`],
    logo_url: random.chance(0.85) ? `https://img.pnet.example/companies/${orgId}.png` : undefined,
    roles: industry.name === 'Venture Capital' ? ['investor', 'company'] : ['company'],
    is_subsidiary: world.status[index] === acquired,
    external_ids: { sample: `c${index}` },
    ...descriptions(random, industry, names[0] as string, cityAt(world.city[index] as number)),
    tags: makeTags(funding),
    standard_industries: second === industry ? [industry.name] : [industry.name, second.name],
    li_industries: [{ ...industry.network, primary: true }],
    naics_codes: industry.naics.slice(0, 1 + random.below(2)),
    technologies: drawTechnologies(random, industry),
    ...sizeMembers(world, index, funding),
    ...makeOffices(world, index, random),
    status_consensus: (['active', 'acquired', 'closed'] as const)[world.status[index] as number],
    founded_on_consensus: firstDay(world.founded[index] as number),
    ...fundingMembers(world, index, funding),
    // Only while the founder who took part still leads it.
    accelerators:
      funding.isVenture && world.month - (world.founded[index] as number) < founderMonths
        ? makeAccelerators(world, index, random)
        : undefined,
    ...contactMembers(world, index, { domain, slug }),
    li_job_posts_stats: postingStats(world, index),
    source: sampleSource,
    observed_at: world.asOf,
    confidence: 1,
  }
}

/** Companies from `from` until before `to`. */
export function* generateCompanies(world: World, from = 0, to = world.companies): Generator<SampleCompany> {
  for (let index = from; index < to; index++) yield generateCompany(world, index)
}

/** The one label that follows from no record: which funds of this world are leading ones. The others are derived. */
function makeTags({ rounds }: Funding): CompanyTag[] {
  const hasTop = rounds.some((round) => round.investors.some((investor) => investor.isTop))
  return hasTop ? ['raised-from-top-vc'] : []
}

const bounds = [1, 10, 50, 200, 500, 1000, 5000, 10_000]

/** Yearly revenue per head in US dollars, by kind of industry. */
const revenuePerHead = {
  tech: 190_000,
  finance: 320_000,
  services: 110_000,
  media: 120_000,
  retail: 210_000,
  health: 130_000,
  public: 70_000,
  industrial: 240_000,
}

function sizeMembers(world: World, index: number, { stage }: Funding): CompanyMembers {
  const headcount = world.headcount[index] as number
  const place = bounds.findIndex((bound) => headcount <= bound)
  const isClosed = world.status[index] === closed
  const { kind } = industryAt(world.industry[index] as number)
  const revenue = Math.round(headcount * revenuePerHead[kind] * (0.4 + 1.2 * random.unit()))
  const rank = world.fortune.get(index)
  const isPublic = stage === 'public'
  return {
    employee_count_consensus: isClosed
      ? undefined
      : { gte: place <= 0 ? 1 : (bounds.at(place - 1) as number) + 1, lte: bounds[place] ?? null },
    li_follower_count: Math.floor((headcount * 6 * (0.2 + random.unit())) / (1 - random.unit()) ** 0.6),
    revenue_usd: random.chance(0.5) ? revenue : undefined,
    revenue_estimate: random.chance(0.3)
      ? {
          value_usd: { gte: Math.round(revenue * 0.8), lte: Math.round(revenue * 1.2) },
          sources: [sampleSource],
          fiscal_year: Math.floor(world.month / 12) - 1,
        }
      : undefined,
    market_cap_usd: isPublic ? Math.round(revenue * (1 + 5 * random.unit())) : undefined,
    stock_info_consensus: isPublic ? { ticker: makeTicker(index), exchange: 'SAMPLE' } : undefined,
    employee_trends: isClosed ? undefined : staffTrends(world, index, random),
    fortune_rankings:
      rank === undefined
        ? undefined
        : [{ list: 'fortune-500-usa', year: Math.floor(world.month / 12), rank }],
  }
}

/** Letters of a base-26 number, different for every company. */
export function makeTicker(index: number): string {
  let letters = ''
  for (let rest = index + 676; rest > 0; rest = Math.floor(rest / 26)) {
    letters = String.fromCharCode(65 + (rest % 26)) + letters
  }
  return letters
}

function contactMembers(
  world: World,
  index: number,
  { domain, slug }: { domain: string; slug: string },
): CompanyMembers {
  const handle = slug.replaceAll('-', '')
  const phone = random.chance(0.6) ? companyPhone(world, index) : undefined
  return {
    emails: random.chance(0.7) ? [`info@${domain}`] : undefined,
    phone_numbers: phone === undefined ? undefined : [phone],
    twitter_handles: random.chance(0.4) ? [handle] : undefined,
    github_usernames: random.chance(0.1) ? [handle] : undefined,
    blog_urls: random.chance(0.2) ? [`https://www.${domain}/blog`] : undefined,
  }
}
