import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { dayMs } from '../../../../src/lib/time.ts'
import { atEnd } from '../../../support/at-end.ts'
import { testAlmanac, type TestAlmanac } from '../../../support/harness.ts'
import { nameServer } from '../../../support/name-server.ts'
import type { TestOrganization } from '../../../support/platform.ts'
import { localServer, type LocalServer, type ServerAnswer } from '../../../support/sources.ts'

let service: TestAlmanac
let server: LocalServer
/** What the company's own site, its board and a newspaper show, by path. */
let shown: Record<string, ServerAnswer>

beforeAll(async () => {
  server = await localServer(({ path }) => shown[path.split('?')[0] ?? ''] ?? { status: 404, text: '' })
  const folder = mkdtempSync(join(tmpdir(), 'almanac-alive-'))
  atEnd(async () => rmSync(folder, { recursive: true }))
  const fingerprints = join(folder, 'technologies.yaml')
  writeFileSync(
    fingerprints,
    'technologies:\n  - { name: Stripe, scripts: [js.stripe.example] }\n  - { name: Segment, scripts: [cdn.segment.example] }\n',
  )
  const nameServers = [await nameServer({ 'orbit-works.com': {} })]
  const site = { originUrl: server.url, pauseMs: 0, rdapUrl: '', fingerprints, nameServers }
  service = await testAlmanac({
    sources: {
      entries: [
        { source: 'company-site', settings: site, perSecond: 1_000 },
        { source: 'lever', settings: { baseUrl: `${server.url}/boards/{board}` }, perSecond: 1_000 },
        {
          source: 'news-feeds',
          settings: { feeds: [`${server.url}/paper.xml`], pauseMs: 0 },
          perSecond: 1_000,
        },
      ],
    },
  })
})

interface Shown {
  logo: string
  description: string
  scripts: string[]
  jobs: string[]
  own: string[]
  paper: string[]
}

/** Everything that the outside shows of the company. */
function show({ logo, description, scripts, jobs, own, paper }: Shown): void {
  const tags = scripts.map((host) => `<script src="https://${host}/a.js"></script>`).join('')
  const node = {
    '@type': 'Organization',
    name: 'Orbit Works',
    url: 'https://orbit-works.com',
    logo,
    foundingDate: '1999',
  }
  const front = `<html><head><meta name="description" content="${description}">${tags}
    <link rel="alternate" type="application/rss+xml" href="/blog.xml">
    <script type="application/ld+json">${JSON.stringify(node)}</script></head>
    <body><a href="https://jobs.lever.co/orbit-works">Jobs</a>
    <a href="https://jobs.lever.co/somebody-else">A customer of ours hires</a></body></html>`
  const feed = (titles: string[], host: string): ServerAnswer => ({
    headers: { 'content-type': 'application/rss+xml' },
    text: `<rss version="2.0"><channel><title>${host}</title>${titles
      .map(
        (title) =>
          `<item><title>${title}</title><link>https://${host}/${encodeURIComponent(title)}</link></item>`,
      )
      .join('')}</channel></rss>`,
  })
  shown = {
    '/': { headers: { 'content-type': 'text/html' }, text: front },
    '/blog.xml': feed(own, 'orbit-works.com'),
    '/paper.xml': feed(paper, 'paper.example'),
    '/boards/orbit-works': {
      json: jobs.map((text) => ({
        id: text,
        text,
        hostedUrl: `https://jobs.lever.co/orbit-works/${encodeURIComponent(text)}`,
      })),
    },
  }
}

const ask = async (org: TestOrganization, route: string, body?: object) => {
  const answer = await service.send(route.replace(' ', ' /v1/tracker/'), { key: org.rawKey, body })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.output
}

async function refreshAfter(org: TestOrganization, id: string, days: number) {
  service.clock.advance(days * dayMs)
  await ask(org, `POST company-lists/${id}/refresh`, {})
  await service.almanac.jobs.workNow()
}

test('rules fire with nothing but what a company and newspapers publish themselves', async () => {
  const org = await service.org()
  const company = {
    preferred_name: 'Orbit Works',
    domains: ['orbit-works.com'],
    founded_on_consensus: '2003-05-01',
  }
  await service.write('companies', [company])
  const rules = [
    { type: 'job_posting_with_keyword', keywords: ['engineer'] },
    { type: 'company_logo_changed' },
    { type: 'company_description_changed' },
    { type: 'technology_added' },
    { type: 'company_news' },
    { type: 'news_with_keyword', keywords: ['expansion'] },
  ].map((rule) => ({ ...rule, entityType: 'company' }))
  const { id } = await ask(org, 'POST company-lists', {
    name: 'Alive',
    refreshIntervalDays: 7,
    trackingRules: rules,
  })
  // Refreshed by hand alone: the days that pass are not those of a schedule.
  await ask(org, `PATCH company-lists/${id}`, { isActive: false })
  await ask(org, `PUT company-lists/${id}/companies`, { companies: [{ domain: 'orbit-works.com' }] })
  const first: Shown = {
    logo: 'https://orbit-works.com/logo-1.png',
    description: 'Satellites.',
    scripts: ['js.stripe.example'],
    jobs: ['Recruiter'],
    own: ['Hello'],
    paper: ['Weather', 'Orbit Works opens'],
  }
  show(first)
  await refreshAfter(org, id, 0)
  await refreshAfter(org, id, 7)
  // What has not changed tells nothing, and nothing of it was charged.
  expect((await ask(org, `GET signals/${id}`)).signals).toEqual([])
  show({
    logo: 'https://orbit-works.com/logo-2.png',
    description: 'Satellites and ground stations.',
    scripts: [...first.scripts, 'cdn.segment.example'],
    jobs: [...first.jobs, 'Flight Engineer'],
    own: [...first.own, 'A letter'],
    paper: [...first.paper, 'Orbit Works plans an expansion'],
  })
  await refreshAfter(org, id, 7)
  const { signals } = await ask(org, `GET signals/${id}`)
  const types = signals.map(({ ruleType, type }: { ruleType?: string; type?: string }) => ruleType ?? type)
  expect(new Set(types), JSON.stringify(signals[0])).toEqual(new Set(rules.map(({ type }) => type)))
  // A board that is not called like the company is not its own, wherever the link is.
  const paths = server.requests.map(({ path }) => path)
  expect(paths).toContain('/boards/orbit-works?mode=json')
  expect(paths).not.toContain('/boards/somebody-else?mode=json')
  // The site says 1999; what the corpus knew stays.
  const search = { searchParams: { domains: ['orbit-works.com'] }, pageSize: 1 }
  const { body } = await service.send('POST /v1/company-search', { key: org.rawKey, body: search })
  expect(body.output.data[0]).toMatchObject({
    preferred_name: 'Orbit Works',
    founded_on_consensus: '2003-05-01',
    technologies: ['Stripe', 'Segment'],
  })
})

test('a live answer of the site fills what is open, and says where the record knows better', async () => {
  const org = await service.org()
  const company = {
    preferred_name: 'Orbit Works',
    domains: ['orbit-works.com'],
    pnet_primary_slug: 'orbit-works',
    founded_on_consensus: '2003-05-01',
  }
  await service.write('companies', [company])
  show({
    logo: 'https://orbit-works.com/logo-3.png',
    description: 'Rockets.',
    scripts: [],
    jobs: [],
    own: [],
    paper: [],
  })
  service.clock.advance(dayMs)
  const body = { type: 'slug', value: 'orbit-works' }
  const answer = await service.send('POST /v1/pnet-live-fetch/company/single', { key: org.rawKey, body })
  expect(answer.status, answer.text).toBe(200)
  expect(answer.body.output).toMatchObject({
    live: true,
    source: 'company-site',
    company: { founded_year: 2003, logo_url: 'https://orbit-works.com/logo-3.png', description: 'Rockets.' },
  })
  expect(JSON.stringify(answer.body.warnings)).toContain('founded_on_consensus')
})

test('a look-up with liveFetch brings what the site says now, and a domain is supported by its site', async () => {
  const org = await service.org()
  show({
    logo: 'https://orbit-works.com/logo-4.png',
    description: 'Rockets.',
    scripts: [],
    jobs: [],
    own: [],
    paper: [],
  })
  service.clock.advance(dayMs)
  const send = async (route: string, body: object) => {
    const answer = await service.send(route, { key: org.rawKey, body })
    expect(answer.status, answer.text).toBe(200)
    return answer
  }
  const company = { companyDomain: { value: 'orbit-works.com' }, liveFetch: true }
  expect((await send('POST /v1/kitchen-sink/company', company)).text).toContain('logo-4.png')
  const started = await send('POST /v1/domain-lookup/trigger', { companyInfo: [{ name: 'Orbit Works' }] })
  await service.almanac.jobs.workNow()
  const { domainAgentRunId } = started.body.output
  const ended = await send('POST /v1/domain-lookup/polling', { domainAgentRunId })
  expect(ended.text).toContain('site: calls itself so')
})

test('companyLogo asks the site for a logo that the corpus lacks', async () => {
  const org = await service.org()
  show({
    logo: 'https://orbit-works.com/logo-5.png',
    description: 'Rockets.',
    scripts: [],
    jobs: [],
    own: [],
    paper: [],
  })
  service.clock.advance(2 * dayMs)
  const body = { companyIdentifier: { type: 'domain', domain: 'unheard-of.com' } }
  const { status, body: answer } = await service.send('POST /v1/company-logos/single', {
    key: org.rawKey,
    body,
  })
  expect(status).toBe(200)
  expect(answer.output).toMatchObject({
    logoUrl: 'https://orbit-works.com/logo-5.png',
    data: { source: 'site' },
  })
})
