import { expect, test } from 'vitest'
import { addressOfSlug, namePerson, pageAddress, spellPages } from './line-pages.ts'

test.each([
  ['http://jp.linkedin.com/in/Ada-B/?trk=x', 'https://www.linkedin.com/in/ada-b'],
  ['pnet.example/in/ada-b', 'https://www.pnet.example/in/ada-b'],
  ['https://elsewhere.example/in/Ada-B?x=1', 'https://elsewhere.example/in/Ada-B?x=1'],
  ['https://www.linkedin.com/company/acme', 'https://www.linkedin.com/company/acme'],
])('the page %s of a person is written %s', (url, written) => {
  expect(pageAddress(url)).toBe(written)
})

test.each([
  [{ primary_slug: 'https://www.linkedin.com/in/Ada-B/' }, { primary_slug: 'ada-b', slugs: ['ada-b'] }],
  [
    { primary_slug: 'Ada-B', slugs: ['ada-b', 'ADA-B', 'ada%C3%A9'] },
    { primary_slug: 'ada-b', slugs: ['ada-b', 'adaé'] },
  ],
  [{ primary_slug: '' }, { primary_slug: '' }],
])('slugs of the line %j have one spelling', (line, spelt) => {
  const members = { ...line }
  spellPages(members, { slug: 'primary_slug', slugs: 'slugs' })
  expect(members).toEqual(spelt)
})

test('so have those of companies, and their domains', () => {
  const members = {
    pnet_primary_slug: 'linkedin.com/company/Acme-Corp/about',
    pnet_slugs: ['acme'],
    domains: ['https://www.Acme.example/about?x=1', 'acme.example', 'no site'],
  }
  spellPages(members, { slug: 'pnet_primary_slug', slugs: 'pnet_slugs' })
  expect(members).toEqual({
    pnet_primary_slug: 'acme-corp',
    pnet_slugs: ['acme-corp', 'acme'],
    domains: ['acme.example', 'no site'],
  })
})

const memberId = 'ACoAAB1a2b3c4d5e6f7g8h9i0j1k2l3m4n5o6p'
test.each([
  [{ url: 'https://de.linkedin.com/pub/ann-lee/5/a50/82' }, { primary_slug: 'ann-lee-82a505' }],
  [{ url: 'pnet.example/in/Ada-B?x=1' }, { primary_slug: 'ada-b' }],
  [{ url: `https://www.linkedin.com/in/${memberId}` }, { user_id: memberId }],
  [{ url: 'https://www.linkedin.com/in/new', primary_slug: 'old' }, {}],
  // Cut out of the address, as mappings do it.
  [{ url: 'linkedin.com/pub/ann-lee/5/a50/82', primary_slug: 'ann-lee' }, { primary_slug: 'ann-lee-82a505' }],
  [{ url: 'https://elsewhere.example/in/ada-b' }, {}],
  [{ url: 'https://www.linkedin.com/company/acme' }, {}],
])('a person is named by the page of %j', (line, named) => {
  const members = { ...line }
  namePerson(members)
  expect(members).toEqual({ ...line, ...named })
})

test("the network's own id is no slug, where a mapping cut it out of the address", () => {
  const members = { url: `https://www.linkedin.com/in/${memberId}?x=1`, primary_slug: memberId.toLowerCase() }
  namePerson(members)
  expect(members).toEqual({ url: members.url, user_id: memberId })
})

test.each([
  ['https://www.linkedin.com/in/old', 'new', 'https://www.linkedin.com/in/new'],
  ['https://www.linkedin.com/in/new', 'new', 'https://www.linkedin.com/in/new'],
  ['https://elsewhere.example/in/old', 'new', 'https://elsewhere.example/in/old'],
  ['https://www.linkedin.com/in/old', '', 'https://www.linkedin.com/in/old'],
])('%s of somebody whose slug is %j is %s', (url, slug, address) => {
  expect(addressOfSlug(url, slug)).toBe(address)
})
