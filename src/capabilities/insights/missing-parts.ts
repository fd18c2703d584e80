import { z } from 'zod'
import type { ScoutingReport } from './scouting-schema.ts'

/** Parts of a report without data, and the sources they would be read from. */
export const unknownParts = z
  .array(z.object({ part: z.string(), reason: z.string() }))
  .describe('Parts of the report without data, and the sources they would be read from.')

const hasFunding = ({ stage, totalFundingUsd, lastRoundDate, investors }: ScoutingReport['fundingInfo']) =>
  stage !== null || totalFundingUsd !== null || lastRoundDate !== null || investors.length > 0

type Test = readonly [part: string, isKnown: (report: ScoutingReport) => boolean, source: string]

const tests: readonly Test[] = [
  ['founders', ({ founders }) => founders.length > 0, 'current positions of people, and accelerators'],
  ['fundingInfo', ({ fundingInfo }) => hasFunding(fundingInfo), 'funding of the company'],
  [
    'historicalHeadcount',
    ({ historicalHeadcount }) => historicalHeadcount !== null,
    'earlier states of the company, and its trends',
  ],
  ['officeLocations', ({ officeLocations }) => officeLocations.length > 0, 'li_locations of the company'],
  ['jobPosts', ({ jobPosts }) => jobPosts.length > 0, 'open postings'],
  ['news', ({ news }) => news.length > 0, 'news'],
  [
    'mediaLinks.podcast',
    ({ mediaLinks }) => mediaLinks.some(({ type }) => type === 'podcast'),
    'links to podcast sites in its sites, posts and news; there is no directory of podcasts here',
  ],
  [
    'mediaLinks.youtube',
    ({ mediaLinks }) => mediaLinks.some(({ type }) => type === 'youtube'),
    'youtube_urls, and links in its sites, posts and news',
  ],
  ['blogPosts', ({ blogPosts }) => blogPosts.length > 0, 'blog_urls, and posts of the company'],
  ['companyPhotos', ({ companyPhotos }) => companyPhotos.length > 0, 'pictures in posts of the company'],
  ['milestones', ({ milestones }) => milestones.length > 0, 'founding, rounds, acquisitions and rankings'],
]

export const listUnknownParts = (report: ScoutingReport): z.output<typeof unknownParts> =>
  tests.flatMap(([part, isKnown, source]) =>
    isKnown(report) ? [] : [{ part, reason: `The corpus has no data for it. It is read from: ${source}.` }],
  )
