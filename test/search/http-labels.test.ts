import { beforeAll, describe, expect, test } from 'vitest'
import { companyTag, personTags } from '../../src/corpus/records/index.ts'
import type { TestOrganization } from '../support/platform.ts'
import { sampleWorld, type SampledAlmanac } from '../worlds/sample.ts'

let service: SampledAlmanac
let org: TestOrganization

beforeAll(async () => {
  service = await sampleWorld()
  org = await service.org(10_000)
})

interface Labelled {
  primary_slug?: string
  tags: string[]
}

/** Labels that nothing of the sample carries on this day. */
const nobodys = new Set(['fortune-500-executive', 'recently-promoted', 'is-school'])

async function findLabelled(route: string, tags: object): Promise<Labelled[]> {
  const body = { searchParams: { tags }, pageSize: 100 }
  const answer = await service.send(`POST /v1/${route}`, { key: org.rawKey, body })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.output.data
}

describe.each([
  ['people-search', personTags],
  ['company-search', companyTag.options],
] as const)('%s', (route, labels) => {
  test.each(labels)('finds by %s those whose records show it, and no other record does', async (label) => {
    const carriers = await findLabelled(route, { anyOf: [label] })
    if (!nobodys.has(label)) expect(carriers.length).toBeGreaterThan(0)
    expect(carriers.filter(({ tags }) => !tags.includes(label))).toEqual([])
    for (const { tags } of carriers) expect(new Set(tags).size).toBe(tags.length)
    const others = await findLabelled(route, { noneOf: [label] })
    expect(others.filter(({ tags }) => tags.includes(label))).toEqual([])
  })
})

test('a look-up shows the labels that the search shows', async () => {
  const [student] = await findLabelled('people-search', { allOf: ['student'] })
  const answer = await service.send('POST /v1/kitchen-sink/person', {
    key: org.rawKey,
    body: { profileIdentifier: { identifier: 'pnetSlug', value: student?.primary_slug } },
  })
  expect(answer.status, answer.text).toBe(200)
  expect(answer.body.output.data[0].tags).toEqual(student?.tags)
})
