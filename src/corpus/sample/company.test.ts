import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import {
  companyRecord,
  completeCompany,
  nativeCompany,
  nativeFundingRound,
  nativeJobPosting,
  nativeNewsArticle,
  nativePost,
} from '../records/index.ts'
import {
  createWorld,
  generateCompanies,
  generateFundingRounds,
  generateJobPostings,
  generateNews,
  generatePeople,
  generatePosts,
  generateSchools,
  sampleSize,
} from './index.ts'

const world = createWorld({ ...sampleSize('small'), people: 15_000 })
const lines = [...generateCompanies(world)]
const companies = lines.map((line) => completeCompany(line))
const bySlug = new Map(companies.map((company) => [company.pnet_primary_slug, company]))

/** Throws on the first line the schema does not know, down to its members. */
function parseAll(schema: z.ZodObject, lines: Iterable<unknown>): void {
  const strict = schema.strict()
  let count = 0
  for (const line of lines) {
    strict.parse(line)
    count++
  }
  expect(count).toBeGreaterThan(100)
}

describe('every company', () => {
  it('is a valid native line and completes to a valid record', () => {
    parseAll(nativeCompany, lines)
    parseAll(companyRecord, companies)
    parseAll(nativeCompany, generateSchools(world))
  })

  it('raised what its rounds sum to, after it was founded and before the day of the world', () => {
    const funded = companies.filter((company) => company.funding_rounds?.length)
    expect(funded.length).toBeGreaterThan(200)
    for (const company of funded) {
      const rounds = company.funding_rounds ?? []
      expect(company.total_funding_consensus).toBe(
        rounds.reduce((sum, round) => sum + (round.raised_amount_usd ?? 0), 0),
      )
      expect(company.num_funding_rounds).toBe(company.full_funding_rounds?.length)
      const dates = rounds.map((round) => round.announced_on_date ?? '')
      expect(dates).toEqual(dates.toSorted().toReversed())
      expect((dates.at(-1) ?? '') >= (company.founded_on_consensus ?? '')).toBe(true)
      expect((dates[0] ?? '') < world.asOf).toBe(true)
    }
  })

  it('is at the stage its last equity round says while it is a private venture', () => {
    for (const company of companies) {
      const stage = company.funding_stage ?? ''
      if (!/^(pre_seed|seed|series_)/.test(stage)) continue
      const equity = company.funding_rounds?.find((round) =>
        /^(pre_seed|seed|series_)/.test(round.round_type ?? ''),
      )
      expect(equity?.round_type).toBe(stage)
    }
  })

  it('shows today in its trends what its size band says', () => {
    for (const { employee_trends, employee_count_consensus: band } of companies) {
      const count = employee_trends?.find((trend) => trend.functions === '_all_employees')?.current_count
      if (count === undefined || count === null) continue
      expect(count >= (band?.gte ?? 0) && count <= (band?.lte ?? Infinity)).toBe(true)
    }
  })

  it('has sizes by a power law: half of all small, few large', () => {
    const share = (from: number, to: number) =>
      world.headcount.filter((count) => count >= from && count <= to).length / world.companies
    expect(share(1, 10)).toBeGreaterThan(0.45)
    expect(share(201, Infinity)).toBeLessThan(0.1)
    expect(share(1001, Infinity)).toBeGreaterThan(0.005)
  })

  it('is tagged as venture-backed only with rounds, and as government only in that industry', () => {
    for (const { tags, funding_rounds, standard_industries } of companies) {
      if (tags?.includes('venture-backed-startup')) expect(funding_rounds?.length).toBeGreaterThan(0)
      expect(tags?.includes('is-government')).toBe(standard_industries?.[0] === 'Government')
      expect(tags?.includes('is-school')).toBe(false)
    }
  })
})

describe('postings, posts, news and rounds', () => {
  const postings = [...generateJobPostings(world)]

  it('are valid native lines', () => {
    parseAll(nativeJobPosting, postings)
    parseAll(nativePost, generatePosts(world))
    parseAll(nativeNewsArticle, generateNews(world))
    parseAll(nativeFundingRound, generateFundingRounds(world))
  })

  it('have ids of their own and name a company of the world', () => {
    const ids = [
      ...postings.map((line) => `j${line.job_id}`),
      ...Array.from(generatePosts(world), (line) => `p${line.post_id}`),
      ...Array.from(generateNews(world), (line) => `n${line.article_id}`),
    ]
    expect(new Set(ids).size).toBe(ids.length)
    for (const { company } of postings)
      expect(bySlug.get(company?.pnet_primary_slug ?? '')?.domains).toEqual([company?.domain])
  })

  it('agree with the counts of open postings on the company', () => {
    const open = new Map<string, number>()
    for (const { status, company } of postings) {
      if (status !== 'active') continue
      const slug = company?.pnet_primary_slug ?? ''
      open.set(slug, (open.get(slug) ?? 0) + 1)
    }
    expect(open.size).toBeGreaterThan(500)
    for (const [slug, company] of bySlug) {
      expect(company.li_job_posts_stats?.total_count ?? 0).toBe(open.get(slug ?? '') ?? 0)
    }
  })

  it('close postings after they appeared and before the day of the world', () => {
    for (const { posted_at, closed_at } of postings) {
      expect((posted_at ?? '') < world.asOf).toBe(true)
      if (closed_at) expect(closed_at > (posted_at ?? '') && closed_at < world.asOf).toBe(true)
    }
  })

  it('name authors who are people or companies of the world', () => {
    const people = new Set(Array.from(generatePeople(world), (person) => person.primary_slug))
    const strangers = [...generatePosts(world)].filter(({ author_type, author_pnet_slug }) => {
      const slug = author_pnet_slug ?? ''
      return !(author_type === 'company' ? bySlug.has(slug) : people.has(slug))
    })
    expect(strangers).toEqual([])
  })
})
