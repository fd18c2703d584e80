import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { openInsightTest, unknownCompany, type InsightTest } from '../../../../worlds/insight.ts'

let insight: InsightTest
beforeAll(async () => {
  insight = await openInsightTest()
})

const ask = (company: object) => insight.ask('POST /v1/scouting-report', { company })

describe('getScoutingReport 200', () => {
  test('all documented parts, of what the corpus holds', async () => {
    verifies('op.get-scouting-report')
    verifies('insight.scouting-report')
    const { service } = insight
    const about = { pnet_primary_slug: 'epsilon-works', li_org_id: '9105' }
    const posting = (job_id: string, status: string) => ({
      job_id,
      title: `Engineer ${job_id}`,
      company_name: 'Epsilon Works',
      company: about,
      posted_at: '2026-01-02T00:00:00Z',
      status,
    })
    await service.write('postings', [posting('1', 'active'), posting('2', 'closed')])
    await service.write('news', [
      { article_id: 'n1', title: 'Alpha grows', url: 'https://paper.example/a', companies: [about] },
      {
        article_id: 'n2',
        title: 'Our maker',
        url: 'https://podcasts.apple.com/us/podcast/x/id1',
        companies: [about],
      },
    ])
    await service.write('posts', [
      {
        post_id: 'p1',
        post_url: 'https://pnet.example/posts/p1',
        author_type: 'company',
        company: about,
        caption:
          'We moved\nTo a new house, heard on https://open.spotify.com/episode/1a2b (and https://music.example/song)',
        image_urls: ['https://img.example/1.png'],
        video_url: 'https://youtu.be/abc',
      },
    ])
    await service.write('people', [
      {
        primary_slug: 'fay-founder',
        name: 'Fay Founder',
        experiences: [
          { pnet_company_id: '9105', title: 'Founder & CEO', is_current: true, start_date: '2009-03-01' },
        ],
      },
    ])
    const { status, body, charged } = await ask({ identifier: 'domain', value: 'epsilon-works.example' })
    expect(status, JSON.stringify(body)).toBe(200)
    const { report } = body.output
    expect(Object.keys(report.companyProfile)).toHaveLength(18)
    expect(report).toMatchObject({
      companySummary: expect.stringContaining('founded in 2009'),
      companyProfile: { name: 'Epsilon Works', headquarters: 'Berlin, Germany' },
      founders: [{ name: 'Fay Founder', role: 'Founder & CEO' }],
      fundingInfo: { lastRoundUsd: 2_000_000, lastRoundDate: '2010-05-01', investors: ['North Fund'] },
      jobPosts: [{ title: 'Engineer 1' }],
      news: expect.arrayContaining([expect.objectContaining({ url: 'https://paper.example/a' })]),
      blogPosts: [{ title: 'We moved', url: 'https://pnet.example/posts/p1' }],
      companyPhotos: ['https://img.example/1.png'],
      mediaLinks: [
        { url: 'https://www.youtube.com/@epsilon-works' },
        { type: 'youtube', url: 'https://youtu.be/abc', title: 'We moved' },
        { type: 'podcast', url: 'https://open.spotify.com/episode/1a2b', title: 'We moved' },
        { type: 'podcast', url: 'https://podcasts.apple.com/us/podcast/x/id1', title: 'Our maker' },
      ],
    })
    expect(report.milestones.map(({ date }: { date: string }) => date)).toEqual([
      '2009-03-01',
      '2010-05-01',
      '2025',
    ])
    expect(report.jobPosts).toHaveLength(1)
    expect(body.output.unknownParts).toEqual([
      { part: 'historicalHeadcount', reason: expect.stringContaining('earlier states') },
    ])
    expect(charged).toBe(10)
  })

  test('headcount over time comes from the history', async () => {
    const company = (count: number) => ({
      domains: ['counted.example'],
      preferred_name: 'Counted',
      employee_count_consensus: { gte: count, lte: count },
    })
    await insight.service.write('companies', [company(10)], '2025-01-10T00:00:00Z')
    await insight.service.write('companies', [company(15)], '2026-01-10T00:00:00Z')
    const { body } = await ask({ identifier: 'domain', value: 'counted.example' })
    expect(body.output.report.historicalHeadcount).toMatchObject({
      latestSnapshotDate: '2026-01-10',
      snapshots: [
        { date: '2025-01-10', employees: 10 },
        { date: '2026-01-10', employees: 15 },
      ],
      growth: { '12m': { percent: 50, quantity: 5 }, '1m': null },
    })
    const unknown = body.output.unknownParts.map(({ part }: { part: string }) => part)
    expect(unknown).toEqual(expect.arrayContaining(['mediaLinks.podcast', 'founders', 'fundingInfo', 'news']))
    expect(unknown).not.toContain('historicalHeadcount')
    expect(body.output.sources).toContainEqual({
      records: 'history',
      count: 1,
      note: 'Earlier states of the company.',
    })
  })

  test('an unknown company is free', async () => {
    const { body } = await ask(unknownCompany)
    expect(body.output).toMatchObject({ company: null, report: null })
    expect(body.chargeInfo.method).toBe('free')
  })
})
