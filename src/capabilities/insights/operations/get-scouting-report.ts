import { z } from 'zod'
import { perMinute } from '../../../operation/index.ts'
import { historicalHeadcount } from '../../live/index.ts'
import { provenanceMembers, type Source } from '../answer-parts.ts'
import {
  companySelector,
  findSelectedCompany,
  shortCompany,
  buildShortCompany,
  type FoundCompany,
} from '../find-company.ts'
import { findFounders } from '../founders.ts'
import {
  buildArticle,
  listBlogPosts,
  buildFunding,
  buildJobPost,
  listMilestones,
  listPhotos,
  buildProfile,
  summarizeCompany,
} from '../scouting-parts.ts'
import { listMediaLinks } from '../media-links.ts'
import { unknownParts, listUnknownParts } from '../missing-parts.ts'
import { scoutingReport, type ScoutingReport } from '../scouting-schema.ts'
import { insightTag, operation, type InsightsDeps } from '../slice.ts'

const maxRows = { postings: 25, news: 25, posts: 25 }

export const getScoutingReport = operation({
  id: 'getScoutingReport',
  route: 'POST /v1/scouting-report',
  tag: insightTag,
  summary: 'Report everything known about a company',
  tasks: [
    'briefing on a company before a meeting',
    'full report, dossier or research of an account',
    'news and facts of a company',
  ],
  describe:
    'Answers one report of a company: summary, profile, founders, funding, headcount over time, offices, open postings, news, videos and podcasts, blog and posts, pictures, milestones. Everything comes from the corpus: the company, its postings, news, posts, people and history. Parts without data are empty and listed in unknownParts, with the source they would be read from. An unknown company is free.',
  input: z.object({ company: companySelector }),
  output: z.object({
    company: shortCompany.nullable().describe('null where the corpus does not know the company.'),
    report: scoutingReport.nullable(),
    unknownParts,
    ...provenanceMembers,
  }),
  price: (p) => p.perRequest({ key: 'scoutingReport', units: ({ report }) => (report === null ? 0 : 1) }),
  limit: perMinute(60),
  examples: [{ name: 'By domain', input: { company: { identifier: 'domain', value: 'be--husk.com' } } }],
  effect: 'spends',
  async handle({ input, call, deps }) {
    const company = await findSelectedCompany(deps, input.company, call.signal)
    if (company === undefined)
      return {
        company: null,
        report: null,
        unknownParts: [],
        method: 'The corpus does not know the company.',
        sources: [],
      }
    const { report, sources } = await buildReport(deps, company, call.signal)
    return {
      company: buildShortCompany(company.record, deps.network),
      report,
      unknownParts: listUnknownParts(report),
      method: 'Compiled from the records of the corpus about the company; nothing is guessed.',
      sources,
    }
  },
})

async function buildReport(
  deps: InsightsDeps,
  { id, record }: FoundCompany,
  signal: AbortSignal,
): Promise<{ report: ScoutingReport; sources: Source[] }> {
  const { media, history, search } = deps
  const companies = [
    { id, orgId: record.li_org_id ?? undefined, slug: record.pnet_primary_slug ?? undefined },
  ]
  const [founders, postings, news, posts, histories] = await Promise.all([
    findFounders(deps, record, signal),
    media.postings({ companies, statuses: ['active'] }, { limit: maxRows.postings, signal }),
    media.news({ companies }, { limit: maxRows.news, signal }),
    media.posts({ companies }, { limit: maxRows.posts, signal }),
    search.snapshots.newest('companies').then((snapshot) => history.read('companies', [id], snapshot)),
  ])
  const past = histories.get(id)
  const counts = historicalHeadcount(record, past)
  return {
    report: {
      companySummary: summarizeCompany(record),
      companyProfile: buildProfile(record, deps.network),
      founders,
      fundingInfo: buildFunding(record),
      historicalHeadcount: counts && {
        latestSnapshotDate: counts.latest_snapshot_date,
        snapshots: counts.snapshots,
        growth: counts.growth,
      },
      officeLocations: (record.li_locations ?? []).map(({ address, is_primary, location }) => ({
        address,
        isHeadquarters: is_primary,
        location,
      })),
      jobPosts: postings.records.map(buildJobPost),
      news: news.records.map(buildArticle),
      mediaLinks: listMediaLinks(record, { posts: posts.records, news: news.records }),
      blogPosts: listBlogPosts(record, posts.records),
      companyPhotos: listPhotos(posts.records),
      milestones: listMilestones(record),
    },
    sources: [
      { records: 'companies', count: 1, note: 'The company.' },
      { records: 'people', count: founders.length, note: 'Founders.' },
      { records: 'postings', count: postings.records.length, note: 'Open, the newest.' },
      { records: 'news', count: news.records.length, note: 'The newest.' },
      { records: 'posts', count: posts.records.length, note: 'The newest of the company.' },
      { records: 'history', count: past?.past.length ?? 0, note: 'Earlier states of the company.' },
    ],
  }
}
