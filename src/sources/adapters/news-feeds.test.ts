import { expect, test } from 'vitest'
import {
  openKind,
  vendorCall,
  vendorNowMs,
  vendorServer,
  type VendorAnswer,
} from '../../../test/support/vendor.ts'
import { capabilities } from '../capabilities.ts'
import { newsFeeds } from './news-feeds.ts'

const xml = (text: string, type = 'application/rss+xml; charset=utf-8'): VendorAnswer => ({
  headers: { 'content-type': type },
  text,
})
const item = (title: string, link: string, more = '') =>
  `<item><title>${title}</title><link>${link}</link><pubDate>Fri, 02 Jan 2026 10:00:00 GMT</pubDate>${more}</item>`
const rss = (...items: string[]) =>
  xml(
    `<?xml version="1.0"?><rss version="2.0"><channel><title>Daily</title>${items.join('')}</channel></rss>`,
  )
const atom = xml(
  `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>Atom Daily</title>
  <entry><title>Acme Labs hires</title><link href="https://atom.example/a"/><id>tag:1</id>
  <published>2026-01-03T09:00:00Z</published><summary>Many people.</summary></entry></feed>`,
  'application/atom+xml',
)

async function openFeeds(answer: (path: string) => VendorAnswer, paths = ['/a']) {
  const server = await vendorServer(({ path }) => (path === '/robots.txt' ? { status: 404 } : answer(path)))
  const answers = await openKind(newsFeeds, {
    feeds: paths.map((path) => `${server.url}${path}`),
    pauseMs: 0,
  })
  const ask = async (names = ['Acme Labs'], domain: string | null = 'acme-labs.com', nowMs = vendorNowMs) => {
    const result = await answers['company.news']!.fetch({ domain, names }, { ...vendorCall(), nowMs })
    return result.found ? capabilities['company.news'].answer.parse(result.answer).articles : undefined
  }
  return { server, ask }
}

test('articles that name a company or link to its site are answered, with title, summary, link and day alone', async () => {
  const summary = `<description>&lt;p&gt;It &lt;b&gt;grows&lt;/b&gt;. ${'More words. '.repeat(100)}&lt;/p&gt;</description>`
  const { ask } = await openFeeds(
    (path) =>
      path === '/atom'
        ? atom
        : rss(
            item('Acme Labs raises money', 'https://daily.example/1?utm_source=rss', summary),
            item('A letter from our founder', 'https://blog.acme-labs.com/letter'),
            item('Rockets in general', 'https://daily.example/2'),
          ),
    ['/a', '/atom'],
  )
  const articles = await ask()
  expect(articles!.map(({ title }) => title)).toEqual([
    'Acme Labs raises money',
    'A letter from our founder',
    'Acme Labs hires',
  ])
  expect(articles![0]).toMatchObject({
    article_id: 'daily.example/1',
    published_at: '2026-01-02T10:00:00.000Z',
    publisher_name: 'Daily',
    publisher_domain: 'daily.example',
  })
  expect(articles![0]!.summary).toMatch(/^It grows\. More words\./)
  expect(articles![0]!.summary!.length).toBeLessThanOrEqual(500)
  expect(articles![2]).toMatchObject({ publisher_name: 'Atom Daily', summary: 'Many people.' })
})

test.each([
  ['a word of the language', ['target'], 'We met our target'],
  ['a part of a longer word', ['Acme'], 'Acmeville opens'],
  ['too short a name', ['Box'], 'Box of news'],
  ['another spelling', ['Acme Labs'], 'acme labs raises'],
])('%s names no company', async (_what, names, title) => {
  const { ask } = await openFeeds(() => rss(item(title, 'https://daily.example/1')))
  expect(await ask(names, null)).toBeUndefined()
})

test('a feed is read once for all companies, until it is old', async () => {
  const { ask, server } = await openFeeds(() => rss(item('Acme Labs', 'https://daily.example/1')))
  await ask()
  await ask(['Beta Works'], 'beta-works.com')
  expect(server.requests.filter(({ path }) => path === '/a')).toHaveLength(1)
  await ask(undefined, undefined, vendorNowMs + 31 * 60_000)
  expect(server.requests.filter(({ path }) => path === '/a')).toHaveLength(2)
})

test.each<[string, VendorAnswer]>([
  ['is away', { status: 500, text: '' }],
  ['asks to wait', { status: 429, headers: { 'retry-after': '60' }, text: '' }],
  ['is a page', { headers: { 'content-type': 'text/html' }, text: '<html>' }],
  ['is no feed', xml('<hello/>')],
  ['is nested without end', xml(`<rss><channel>${'<item>'.repeat(50_000)}`)],
  ['leads to a private address', { status: 301, headers: { location: 'http://10.0.0.1/' } }],
  [
    'has entries without an address',
    rss('<item><title>Acme Labs</title></item>', item('Acme Labs', 'javascript:alert(1)')),
  ],
])('a feed that %s takes nothing from the others', async (_what, fault) => {
  const good = await openFeeds(() => rss(item('Acme Labs', 'https://daily.example/1')))
  const bad = await vendorServer(({ path }) => (path === '/robots.txt' ? { status: 404 } : fault))
  const feeds = [`${bad.url}/b`, `${good.server.url}/a`]
  const answers = await openKind(newsFeeds, { feeds, pauseMs: 0 })
  const result = await answers['company.news']!.fetch({ domain: null, names: ['Acme Labs'] }, vendorCall())
  expect(result).toMatchObject({ answer: { articles: [{ url: 'https://daily.example/1' }] } })
  expect(bad.requests.length).toBeGreaterThan(0)
})

test('half a feed is read as far as it goes, and days to come are not known', async () => {
  const whole = rss(
    item('Acme Labs one', 'https://daily.example/1').replace('02 Jan 2026', '02 Jan 2036'),
    item('Acme Labs two', 'https://daily.example/2'),
  )
  const { ask } = await openFeeds(() => ({ ...whole, text: whole.text!.slice(0, -60) }))
  expect((await ask())![0]).toMatchObject({ title: 'Acme Labs one', published_at: null })
})
