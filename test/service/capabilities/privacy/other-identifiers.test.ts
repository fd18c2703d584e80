import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestOrganization } from '../../../support/platform.ts'
import { newCanary, subjectsWorld, type Canary, type Privacy } from '../../../worlds/subjects.ts'

let service: Privacy
let org: TestOrganization
let canary: Canary
beforeAll(async () => {
  service = await subjectsWorld()
})

/** A person whose record has the address of their page and no slug, with a post that names it the same way. */
beforeEach(async () => {
  org = await service.org()
  canary = newCanary()
  const url = `https://www.pnet.example/in/${canary.slug}/`
  const person = { url, name: canary.name, headline: canary.headline, emails: [{ email: canary.email }] }
  expect(await service.write('people', [person])).toMatchObject({ created: 1 })
  const post = { post_id: `post-url-${canary.number}`, author_type: 'person', author_name: canary.name }
  await service.write('posts', [
    { ...post, author_pnet_url: url, caption: canary.post, posted_at: '2026-05-01T00:00:00Z' },
  ])
})

const suppress = (body: object) => service.operate('POST /v1/privacy/suppressions', body)

async function held(): Promise<string> {
  const body = { searchParams: {}, pageSize: 1_000 }
  const people = await service.send('POST /v1/people-search', { key: org.rawKey, body })
  const posts = await service.almanac.search.page('posts', {
    condition: { kind: 'always' },
    snapshot: await service.almanac.snapshots.newest('posts'),
    limit: 1_000,
  })
  return [people.text, ...posts.bodies].join('\n')
}

test.each([
  ['by e-mail', () => ({ emails: [canary.email] })],
  ['by the address of the page', () => ({ profiles: [`pnet.example/in/${canary.slug}?a=b`] })],
  ['by the slug', () => ({ profiles: [canary.slug.toUpperCase()] })],
])('a person known by url alone goes %s, with their posts, and stays out', async (_name, asked) => {
  for (const text of [canary.headline, canary.post]) expect(await held()).toContain(text)
  const { body } = await suppress(asked())
  expect(body.output).toMatchObject({ numPeopleRemoved: 1, numPostsRemoved: 1 })
  const after = await held()
  for (const text of [canary.headline, canary.post, canary.email]) expect(after).not.toContain(text)
  const url = `https://uk.pnet.example/in/${canary.slug}`
  const lines = [
    { url, name: canary.name, emails: [{ email: `other${canary.number}@home.example` }] },
    { primary_slug: canary.slug, name: canary.name },
  ]
  expect(await service.write('people', lines)).toMatchObject({ created: 0, suppressed: 2 })
  const post = { post_id: `post-2-${canary.number}`, author_type: 'person', author_pnet_url: url }
  expect(await service.write('posts', [post])).toMatchObject({ created: 0, suppressed: 1 })
})

test('an export by the address of the page finds the person and their posts', async () => {
  const { body } = await service.operate('POST /v1/privacy/export', { profiles: [canary.slug] })
  expect(body.output.people).toMatchObject([{ posts: [{ caption: canary.post }] }])
})
