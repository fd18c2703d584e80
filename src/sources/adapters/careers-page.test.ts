import { expect, test } from 'vitest'
import {
  openKind,
  vendorCall,
  vendorNowMs,
  vendorServer,
  type VendorAnswer,
} from '../../../test/support/vendor.ts'
import { SubjectUnavailable } from '../failures.ts'
import { careersPage } from './careers-page.ts'

const html = (text: string): VendorAnswer => ({
  headers: { 'content-type': 'text/html; charset=utf-8' },
  text,
})
const posting = (id: number, more: object = {}) => ({
  '@context': 'https://schema.org/',
  '@type': 'JobPosting',
  title: `Engineer ${id}`,
  identifier: { '@type': 'PropertyValue', name: 'Acme', value: String(id) },
  datePosted: '2026-01-02',
  description: '<p>You build.</p>',
  employmentType: ['FULL_TIME'],
  jobLocation: { '@type': 'Place', address: { addressLocality: 'Munich', addressCountry: 'DE' } },
  ...more,
})
const script = (...nodes: object[]) =>
  nodes.map((node) => `<script type="application/ld+json">${JSON.stringify(node)}</script>`).join('')

async function readSite(pages: Record<string, VendorAnswer>, settings: object = {}) {
  const site = await vendorServer(({ path }) => pages[path] ?? { status: 404, text: '' })
  const opened = await openKind(careersPage, { pauseMs: 0, ...settings })
  const result = opened['board.postings']!.fetch({ url: `${site.url}/careers` }, vendorCall())
  await result.catch(() => {})
  return { site, result, paths: () => site.requests.map(({ path }) => path) }
}

const idsOf = async (result: Promise<{ found: boolean; answer?: unknown }>) => {
  const { found, answer } = await result
  if (!found) return undefined
  const { postings, isComplete } = answer as { postings: { job_id: string }[]; isComplete: boolean }
  return { ids: postings.map(({ job_id: id }) => id).toSorted(), isComplete }
}

test('openings of a page are read with what schema.org says of them; those that are over are not', async () => {
  const over = posting(3, { validThrough: new Date(vendorNowMs - 86_400_000).toISOString() })
  const { result, site } = await readSite({
    '/careers': html(
      `<html><body>${script({ '@graph': [posting(1), { '@type': 'WebPage' }] }, [posting(2)], over)}</body></html>`,
    ),
  })
  expect(await idsOf(result)).toEqual({ ids: ['1', '2'], isComplete: true })
  const { answer } = (await result) as unknown as { answer: { postings: { job_id: string }[] } }
  expect(answer.postings.find(({ job_id: id }) => id === '1')).toMatchObject({
    title: 'Engineer 1',
    job_url: `${site.url}/careers`,
    employment_type: 'Full-time',
    description: 'You build.',
    standardized_location: { city: 'Munich', country_code: 'DEU' },
  })
})

test('a page without openings of its own leads to the pages of single ones, within the bound', async () => {
  const links = [1, 2, 3].map((id) => `<a href="/careers/${id}">Engineer</a>`).join('')
  const pages = {
    '/careers': html(`${links}<a href="https://elsewhere.example/careers/9">x</a><a href="/about">About</a>`),
    '/careers/1': html(script(posting(1))),
    '/careers/2': html(script(posting(2))),
    '/careers/3': html(script(posting(3))),
  }
  expect(await idsOf((await readSite(pages)).result)).toEqual({ ids: ['1', '2', '3'], isComplete: true })
  const bounded = await readSite(pages, { maxPages: 3 })
  expect(await idsOf(bounded.result)).toEqual({ ids: ['1', '2'], isComplete: false })
  const { '/careers/2': _gone, ...fewer } = pages
  expect(await idsOf((await readSite(fewer)).result)).toEqual({ ids: ['1', '3'], isComplete: false })
})

test('what robots.txt forbids is not asked for', async () => {
  const { result, paths } = await readSite({
    '/robots.txt': {
      headers: { 'content-type': 'text/plain' },
      text: 'User-agent: almanac\nDisallow: /careers\n',
    },
    '/careers': html(script(posting(1))),
  })
  expect(await result).toEqual({ found: false })
  expect(paths()).toEqual(['/robots.txt'])
})

test('a page that shows openings to browsers alone says nothing', async () => {
  const { result } = await readSite({
    '/careers': html('<div id="app"></div><script src="/app.js"></script>'),
  })
  expect(await result).toEqual({ found: false })
})

test.each<[string, VendorAnswer]>([
  ['another type of content', { headers: { 'content-type': 'application/pdf' }, text: script(posting(1)) }],
  ['a page that is closed', { status: 403, ...html(script(posting(1))) }],
  ['a redirect to another site', { status: 302, headers: { location: 'https://elsewhere.example/' } }],
  [
    'a redirect to a private address',
    { status: 302, headers: { location: 'http://169.254.169.254/latest' } },
  ],
])('%s is no page', async (_what, answer) => {
  expect(await (await readSite({ '/careers': answer })).result).toEqual({ found: false })
})

test('broken linked data takes nothing from the rest of the page', async () => {
  const broken = '<script type="application/ld+json">{"@type": "JobPosting", </script>'
  const { result } = await readSite({ '/careers': html(`${broken}${script(posting(1))}`) })
  expect(await idsOf(result)).toEqual({ ids: ['1'], isComplete: true })
})

test('a host that asks to wait is left alone until then', async () => {
  const site = await vendorServer(({ path }) =>
    path === '/robots.txt' ? { status: 404 } : { status: 429, headers: { 'retry-after': '60' }, text: '' },
  )
  const opened = await openKind(careersPage, { pauseMs: 0 })
  const ask = (nowMs: number) =>
    opened['board.postings']!.fetch({ url: `${site.url}/careers` }, { ...vendorCall(), nowMs })
  await expect(ask(vendorNowMs)).rejects.toThrow(SubjectUnavailable)
  await expect(ask(vendorNowMs + 59_000)).rejects.toThrow(SubjectUnavailable)
  expect(site.requests).toHaveLength(2)
  await expect(ask(vendorNowMs + 61_000)).rejects.toThrow(SubjectUnavailable)
  expect(site.requests).toHaveLength(3)
})
