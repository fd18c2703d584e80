import type { CompanyRecord, NewsArticle, JobPosting, Post } from '../../corpus/records/index.ts'
import type { NetworkHosts } from '../../lib/network-url.ts'
import { companyUrl } from './find-company.ts'
import type { ScoutingReport } from './scouting-schema.ts'

const dollars = (value: number) => `${Math.round(value).toLocaleString('en-US')} USD`

export function buildProfile(record: CompanyRecord, network: NetworkHosts): ScoutingReport['companyProfile'] {
  const { location_consensus: place, employee_count_consensus: staff } = record
  return {
    name: record.preferred_name,
    domain: record.domains?.[0] ?? null,
    website: record.websites?.[0] ?? null,
    pnetUrl: companyUrl(record, network),
    pnetOrgId: record.li_org_id,
    logoUrl: record.logo_url,
    headline: record.li_headline,
    industries: record.standard_industries ?? [],
    specialties: record.li_specialties ?? [],
    technologies: record.technologies ?? [],
    tags: record.tags ?? [],
    status: record.status_consensus,
    foundedOn: record.founded_on_consensus,
    employeeCountLowerBound: staff?.gte ?? null,
    employeeCountUpperBound: staff?.lte ?? null,
    followerCount: record.li_follower_count,
    headquarters: place?.formatted_address ?? record.location_name,
    revenueUsd: record.revenue_usd,
  }
}

/** A summary of a company; each sentence states one member of the record. */
export function summarizeCompany(record: CompanyRecord): string {
  const name = record.preferred_name ?? 'The company'
  const staff = record.employee_count_consensus
  const about =
    record.short_description ?? record.li_description ?? record.long_description ?? record.alt_description
  const industries = record.standard_industries ?? []
  const facts = [
    about,
    industries.length === 0 ? null : `${name} works in ${industries.join(' and ')}.`,
    record.founded_on_consensus === null
      ? null
      : `It was founded in ${record.founded_on_consensus.slice(0, 4)}.`,
    readPlace(record) === null ? null : `Its headquarters are in ${readPlace(record)}.`,
    staff === null || staff.gte === null
      ? null
      : `It has ${staff.lte === null ? 'at least ' : ''}${describeRange(staff.gte, staff.lte)} employees.`,
    record.total_funding_consensus === null
      ? null
      : `It has raised ${dollars(record.total_funding_consensus)}.`,
    record.status_consensus === null || record.status_consensus === 'active'
      ? null
      : `It is ${record.status_consensus}.`,
  ]
  const sentences = facts.filter((each) => each !== null && each !== '')
  return sentences.length === 0 ? `Only the name of ${name} is known.` : sentences.join(' ')
}

const readPlace = (record: CompanyRecord) =>
  record.location_consensus?.formatted_address ?? record.location_name ?? null
const describeRange = (least: number, most: number | null) =>
  most === null || most === least ? String(least) : `${least} to ${most}`

export function buildFunding(record: CompanyRecord): ScoutingReport['fundingInfo'] {
  const lastRound = readLastRound(record)
  const named = (record.investors ?? []).flatMap(({ investor_name: name }) => name ?? [])
  const inRounds = (record.full_funding_rounds ?? []).flatMap(({ investors }) =>
    (investors ?? []).flatMap(({ investor_name: name }) => name ?? []),
  )
  const total = record.total_funding_consensus
  const rounds = record.num_funding_rounds ?? record.funding_rounds?.length ?? 0
  return {
    stage: record.funding_stage,
    totalFundingUsd: total,
    ...lastRound,
    investors: [...new Set([...named, ...inRounds])],
    description: describeFunding({ total, rounds, lastRoundDate: lastRound.lastRoundDate }),
  }
}

function readLastRound(record: CompanyRecord) {
  const [last] = record.full_funding_rounds ?? []
  const [newest] = record.funding_rounds ?? []
  return {
    lastRoundUsd:
      record.latest_funding_consensus ?? last?.round_raised_usd ?? newest?.raised_amount_usd ?? null,
    lastRoundDate: last?.round_date ?? newest?.announced_on_date ?? null,
  }
}

function describeFunding({
  total,
  rounds,
  lastRoundDate,
}: {
  total: number | null
  rounds: number
  lastRoundDate: string | null
}): string {
  if (total === null && rounds === 0) return 'No funding is known.'
  const sum = total === null ? 'An unknown sum' : dollars(total)
  const newest = lastRoundDate === null ? '' : `, the newest on ${lastRoundDate}`
  return `${sum} raised in ${rounds} ${rounds === 1 ? 'round' : 'rounds'}${newest}.`
}

export function listMilestones(record: CompanyRecord): ScoutingReport['milestones'] {
  const milestones: ScoutingReport['milestones'] = []
  if (record.founded_on_consensus !== null)
    milestones.push({ date: record.founded_on_consensus, type: 'founded', title: 'Founded' })
  for (const { round_date, round_type, round_raised_usd } of record.full_funding_rounds ?? []) {
    if (round_date === null) continue
    const sum = round_raised_usd === null ? '' : ` of ${dollars(round_raised_usd)}`
    milestones.push({
      date: round_date,
      type: 'funding',
      title: `Funding round${round_type === null ? '' : ` ${round_type}`}${sum}`,
    })
  }
  for (const { acquiree_name, acquisition_date, price_usd } of record.acquisitions ?? []) {
    if (acquisition_date === null) continue
    const price = price_usd === null ? '' : ` for ${dollars(price_usd)}`
    milestones.push({
      date: acquisition_date,
      type: 'acquisition',
      title: `Bought ${acquiree_name ?? 'a company'}${price}`,
    })
  }
  for (const { list, year, rank } of record.fortune_rankings ?? [])
    if (list !== null && year !== null && rank !== null)
      milestones.push({ date: String(year), type: 'ranking', title: `Place ${rank} of ${list}` })
  return milestones.sort((a, b) => compareTexts(a.date, b.date))
}

function compareTexts(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}

export const buildJobPost = (posting: JobPosting): ScoutingReport['jobPosts'][number] => ({
  title: posting.title,
  url: posting.job_url,
  postedAt: posting.posted_at,
  location: posting.standardized_location?.formatted_address ?? null,
  seniority: posting.seniority_level,
  jobFunctions: posting.job_function ?? [],
})

export const buildArticle = (article: NewsArticle): ScoutingReport['news'][number] => ({
  title: article.title,
  url: article.url,
  date: article.published_at,
  summary: article.summary,
  sentiment: article.sentiment,
})

export function listBlogPosts(record: CompanyRecord, posts: readonly Post[]): ScoutingReport['blogPosts'] {
  return [
    ...(record.blog_urls ?? []).map((url) => ({ title: 'Blog of the company', url, date: null })),
    ...posts.flatMap(({ post_url: url, caption, posted_at }) =>
      url === null ? [] : [{ title: firstLine(caption), url, date: posted_at }],
    ),
  ]
}

export const firstLine = (text: string | null) =>
  text === null ? null : (text.split('\n')[0] ?? '').slice(0, 200)

export const listPhotos = (posts: readonly Post[]): string[] => [
  ...new Set(posts.flatMap(({ image_urls: urls }) => urls ?? [])),
]
