import type { ServerResponse } from 'node:http'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { nameServer } from '../../../test/support/name-server.ts'
import { localServer } from '../../../test/support/sources.ts'
import {
  openKind,
  vendorCall,
  vendorServer,
  type Vendor,
  type VendorAnswer,
} from '../../../test/support/vendor.ts'
import { capabilities } from '../capabilities.ts'
import { SubjectUnavailable } from '../failures.ts'
import { companySite } from './company-site.ts'

const html = (text: string, more: Partial<VendorAnswer> = {}): VendorAnswer => ({
  ...more,
  headers: { 'content-type': 'text/html; charset=utf-8', ...more.headers },
  text,
})
const robots = (text: string): VendorAnswer => ({ headers: { 'content-type': 'text/plain' }, text })
const linked = (node: object) => `<script type="application/ld+json">${JSON.stringify(node)}</script>`

const organization = {
  '@context': 'https://schema.org',
  '@type': 'Organization',
  name: 'Acme Labs',
  url: 'https://www.acme-labs.com/',
  logo: { '@type': 'ImageObject', url: '/logo.png' },
  foundingDate: '2011-04-01',
  email: 'mailto:info@acme-labs.com',
  numberOfEmployees: { '@type': 'QuantitativeValue', minValue: 50, maxValue: 100 },
  address: { '@type': 'PostalAddress', addressLocality: 'Vienna', addressCountry: 'AT' },
  sameAs: ['https://x.com/acmelabs', 'https://github.com/acme-labs', 'https://www.facebook.com/acmelabs'],
  contactPoint: [{ '@type': 'ContactPoint', telephone: '+43 1 2345678' }],
}
const front = html(`<!doctype html><html lang="en-GB"><head><title>Acme Labs | Rockets</title>
  <meta name="description" content="Rockets for everybody.">
  <meta name="generator" content="WordPress 6.8">
  <link rel="icon" href="/favicon-16.png" sizes="16x16"><link rel="apple-touch-icon" href="/touch.png">
  <script src="https://js.tracker.example/v3/tag.js"></script>${linked(organization)}</head>
  <body><a href="/careers">Careers</a><a href="/about-us">About us</a><a href="/contact">Contact</a>
  <a href="mailto:jane.doe@acme-labs.com">Jane</a><a href="https://x.com/somebody_else">A customer</a></body></html>`)
const site: Record<string, VendorAnswer> = {
  '/': front,
  '/careers': html('<a href="https://jobs.lever.co/acme-labs/123">Engineer</a>'),
  '/about-us': html('<p>About</p>'),
  '/contact': html(
    '<a href="mailto:sales@acme-labs.com?subject=Hi">Sales</a><a href="tel:+4312345679">Call</a>',
  ),
}

async function openSite(pages: Record<string, VendorAnswer>, settings: object = {}) {
  const server = await vendorServer(({ path }) => pages[path] ?? { status: 404, text: '' })
  const nameServers = [await nameServer({ 'acme-labs.com': {} })]
  const base = { originUrl: server.url, pauseMs: 0, rdapUrl: '', nameServers }
  return { server, answers: await openKind(companySite, { ...base, ...settings }) }
}

const question = { domain: 'www.acme-labs.com', name: 'Acme Labs' }
const pathsOf = ({ requests }: Vendor) => requests.map(({ path }) => path)

async function askSite(pages: Record<string, VendorAnswer>, settings: object = {}) {
  const { server, answers } = await openSite(pages, settings)
  const result = await answers['company.site']!.fetch(question, vendorCall())
  return {
    server,
    record: result.found ? capabilities['company.site'].answer.parse(result.answer).record : undefined,
  }
}

test('a site says whose it is: description, logo, contacts of functions, its own accounts', async () => {
  const { record, server } = await askSite(site)
  expect(record).toMatchObject({
    domains: ['acme-labs.com'],
    websites: [`${server.url}/`],
    preferred_name: 'Acme Labs',
    short_description: 'Rockets for everybody.',
    logo_url: `${server.url}/logo.png`,
    founded_on_consensus: '2011-04-01',
    employee_count_consensus: { gte: 50, lte: 100 },
    location_consensus: { city: 'Vienna', country_code: 'AUT' },
    emails: ['info@acme-labs.com', 'sales@acme-labs.com'],
    phone_numbers: ['+4312345678', '+4312345679'],
    twitter_handles: ['acmelabs'],
    github_usernames: ['acme-labs'],
    custom_data: { site_language: 'en-gb' },
  })
  expect(JSON.stringify(record)).not.toContain('jane.doe')
  expect(JSON.stringify(record)).not.toContain('somebody_else')
  expect(pathsOf(server)).toEqual(['/robots.txt', '/', '/careers', '/contact', '/about-us'])
})

test('without a logo of its own it is the best icon', async () => {
  const { logo: _logo, ...bare } = organization
  const { record, server } = await askSite({
    '/': html(front.text!.replace(linked(organization), linked(bare))),
  })
  expect(record!.logo_url).toBe(`${server.url}/touch.png`)
})

test('what registers know better is marked as such', async () => {
  const { answers } = await openSite(site)
  const result = await answers['company.live']!.fetch(
    { ...capabilities['company.live'].sample, domain: 'acme-labs.com' },
    vendorCall(),
  )
  expect(result).toMatchObject({
    answer: {
      yields: ['preferred_name', 'founded_on_consensus', 'location_consensus', 'employee_count_consensus'],
    },
  })
})

test("technologies are those of the operator's file, by pages, headers and name servers", async () => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-prints-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'technologies.yaml')
  writeFileSync(
    file,
    `technologies:
  - { name: WordPress, meta: { generator: wordpress } }
  - { name: Tracker, scripts: [js.tracker.example] }
  - { name: Edge, headers: { server: edge } }
  - { name: Mail Suite, mx: [mail.suite.example] }
  - { name: Verified Service, txt: [verified-service=] }
  - { name: Shop Host, cname: [shops.example] }
  - { name: Absent, scripts: [nothing.example], headers: { x-absent: '' } }
`,
  )
  const server = await nameServer({
    'acme-labs.com': { MX: [[10, 'mx1.mail.suite.example']], TXT: ['v=spf1 -all', 'verified-service=abc'] },
    'www.acme-labs.com': { CNAME: 'acme.shops.example' },
  })
  const pages = { ...site, '/': { ...front, headers: { ...front.headers, server: 'Edge/2' } } }
  const { record } = await askSite(pages, { fingerprints: file, nameServers: [server] })
  expect(record!.technologies).toEqual([
    'WordPress',
    'Tracker',
    'Edge',
    'Mail Suite',
    'Verified Service',
    'Shop Host',
  ])
  writeFileSync(file, 'technologies:\n  - { name: X, script: [a.example] }\n')
  await expect(openSite(site, { fingerprints: file })).rejects.toThrow(/technologies\.0/)
})

test('the day a domain was registered comes from the registry that RDAP leads to', async () => {
  const registry = await vendorServer(({ path }) =>
    path === '/domain/acme-labs.com'
      ? { status: 302, headers: { location: '/registry/acme-labs.com' } }
      : { json: { events: [{ eventAction: 'registration', eventDate: '2009-05-06T07:08:09Z' }] } },
  )
  const { record } = await askSite(site, { rdapUrl: `${registry.url}/domain/{domain}` })
  expect(record!.custom_data).toMatchObject({ domain_registered_on: '2009-05-06' })
  const { record: without } = await askSite(site, { rdapUrl: 'http://169.254.169.254/{domain}' })
  expect(without!.custom_data).toEqual({ site_language: 'en-gb' })
})

test('the openings that a site leads to are boards and its own page, whosoever they are', async () => {
  const { answers, server } = await openSite(site)
  const result = await answers['company.boards']!.fetch(question, vendorCall())
  expect(result).toMatchObject({
    answer: {
      boards: [
        { url: 'https://jobs.lever.co/acme-labs', isConfirmed: false },
        { url: `${server.url}/careers`, isConfirmed: false },
      ],
    },
  })
  const redirecting = {
    ...site,
    '/careers': { status: 302, headers: { location: 'https://jobs.lever.co/acme-labs' } },
  }
  const { answers: others } = await openSite(redirecting)
  expect(await others['company.boards']!.fetch(question, vendorCall())).toMatchObject({
    answer: { boards: [{ url: 'https://jobs.lever.co/acme-labs', isConfirmed: false }] },
  })
})

test('questions that come together read a site once', async () => {
  const { answers, server } = await openSite(site)
  await answers['company.site']!.fetch(question, vendorCall())
  await answers['company.boards']!.fetch(question, vendorCall())
  expect(pathsOf(server).filter((path) => path === '/')).toHaveLength(1)
})

test('pages and bytes are bounded, also of a page without end', async () => {
  const bounded = await askSite(site, { maxPages: 2 })
  expect(pathsOf(bounded.server)).toEqual(['/robots.txt', '/', '/careers'])
  const long = html(`${front.text}${' '.repeat(3_000_000)}<a href="/careers">Careers</a>`)
  const { record } = await askSite({ '/': long }, { maxPageBytes: 100_000 })
  expect(record!.preferred_name).toBe('Acme Labs')
})

test.each<[string, Record<string, VendorAnswer>, string[]]>([
  [
    'forbids robots everything',
    { ...site, '/robots.txt': robots('User-agent: *\nDisallow: /\n') },
    ['/robots.txt'],
  ],
  [
    'forbids robots a page',
    { ...site, '/robots.txt': robots('User-agent: *\nDisallow: /careers\n') },
    ['/robots.txt', '/', '/contact', '/about-us'],
  ],
  [
    'forbids by more patterns than anybody writes',
    { ...site, '/robots.txt': robots(`User-agent: *\nDisallow: /${'a*'.repeat(6_000)}b\n`) },
    ['/robots.txt'],
  ],
  ['cannot say what it forbids', { ...site, '/robots.txt': { status: 500, text: '' } }, ['/robots.txt']],
  [
    'is a file to download',
    { '/': { headers: { 'content-type': 'application/zip' }, text: 'PK' } },
    ['/robots.txt', '/'],
  ],
  ['is closed', { '/': { status: 403, text: '' } }, ['/robots.txt', '/']],
])('a site that %s', async (_what, pages, paths) => {
  const { server, record } = await askSite(pages)
  expect(pathsOf(server)).toEqual(paths)
  expect(record !== undefined).toBe(paths.length > 2)
})

test.each<[string, string]>([
  ['a private address', 'http://169.254.169.254/latest/meta-data'],
  ['a private address by https', 'https://10.0.0.1/'],
  ['another site', 'https://elsewhere.example/'],
])('a redirect to %s is not followed', async (_what, location) => {
  const { record, server } = await askSite({ '/': { status: 302, headers: { location } } })
  expect(record).toBeUndefined()
  expect(pathsOf(server)).toEqual(['/robots.txt', '/'])
})

test('a site that does not answer, or asks to wait, is a failure of the site alone', async () => {
  for (const status of [429, 503]) {
    const { answers, server } = await openSite({
      '/': { status, headers: { 'retry-after': '120' }, text: '' },
    })
    const ask = () => answers['company.site']!.fetch(question, vendorCall())
    await expect(ask()).rejects.toThrow(SubjectUnavailable)
    await expect(ask()).rejects.toThrow(SubjectUnavailable)
    expect(pathsOf(server).filter((path) => path === '/')).toHaveLength(1)
  }
  const answers = await openKind(companySite, { originUrl: 'http://127.0.0.1:9', pauseMs: 0, rdapUrl: '' })
  await expect(answers['company.site']!.fetch(question, vendorCall())).rejects.toThrow(SubjectUnavailable)
})

test('a name that is no domain of anybody is not asked about', async () => {
  const { answers } = await openSite(site)
  for (const domain of [null, 'com', '127.0.0.1', 'localhost', ''])
    expect(answers['company.site']!.takes?.({ domain, name: null })).toBe(false)
})

/** Pages whose end never comes, by what becomes of the bytes that do. */
const endless: Record<string, { isRead: boolean; send(response: ServerResponse): void }> = {
  'announces a gigabyte': {
    isRead: true,
    send(response) {
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': '1000000000' })
      response.write(front.text + ' '.repeat(200_000))
    },
  },
  'sends without end': {
    isRead: true,
    send(response) {
      response.writeHead(200, { 'content-type': 'text/html' }).write(front.text!)
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(64 * 1024, 0x20)));
      }
      response.on('drain', more)
      more()
    },
  },
  'dies half-way': {
    isRead: false,
    send(response) {
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': '5000' }).write('<html>')
      setImmediate(() => response.destroy())
    },
  },
  'closes without a word': { isRead: false, send: (response) => void response.destroy() },
}

test.each(Object.entries(endless))(
  'a page that %s costs no more than its bound',
  async (_what, { isRead, send }) => {
    const server = await localServer(({ path }) => (path === '/robots.txt' ? { status: 404 } : send))
    const settings = { originUrl: server.url, pauseMs: 0, rdapUrl: '', maxPages: 1, maxPageBytes: 100_000 }
    const answers = await openKind(companySite, { ...settings, nameServers: [await nameServer({})] })
    const asking = answers['company.site']!.fetch(question, vendorCall())
    if (isRead) expect(await asking).toMatchObject({ answer: { record: { preferred_name: 'Acme Labs' } } })
    else await expect(asking).rejects.toThrow(SubjectUnavailable)
  },
)
