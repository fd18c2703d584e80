import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { personRecord } from '../../../../../src/corpus/records/index.ts'
import { openResolveTest, type ResolveTest } from '../../../../worlds/resolve.ts'
import { kitchenSinkBulkProfile } from '../../../../../src/capabilities/resolve/operations/kitchen-sink-bulk-profile.ts'

let resolve: ResolveTest
beforeAll(async () => {
  resolve = await openResolveTest()
})

const route = 'POST /v1/kitchen-sink/bulk/profile'
const ask = (profiles: unknown, more: object = {}) => resolve.ask(route, { profiles, ...more })
const slug = (value: string) => ({ profileIdentifier: { identifier: 'pnetSlug', value } })
const slugs = (data: { primary_slug: string }[][]) =>
  data.map((found) => found.map((one) => one.primary_slug))

describe('200', () => {
  test('answers each item in order, as the single look-up does', async () => {
    verifies('op.kitchen-sink-bulk-profile', 'bulk-lookup.aligned')
    const items = [
      slug('wei-chen'),
      { personName: { value: 'Nobody Atall' } },
      { emailAddress: 'ada.lindqvist@acme.example' },
      { personName: { value: 'Robert Miller' }, companyName: { value: 'Globex' } },
      { emailAddress: 'family@home.example', numProfiles: 2 },
      slug('wei-chen'),
    ]
    const { body } = await ask(items)
    expect(slugs(body.output.data)).toEqual([
      ['wei-chen'],
      [],
      ['ada-lindqvist'],
      ['robert-miller-2'],
      ['ola-berg', 'eva-berg'],
      ['wei-chen'],
    ])
    expect(personRecord.parse(body.output.data[0][0])).toEqual(body.output.data[0][0])
    for (const [index, item] of items.entries()) {
      const alone = (await resolve.ask('POST /v1/kitchen-sink/person', item)).body.output
      expect(body.output.data[index]).toEqual(alone.data)
      expect(body.output.matches[index]).toEqual(alone.matches)
    }
  })

  test('charges 2 for each item with a match, and nothing for the others', async () => {
    verifies('bulk-lookup.price')
    const { body } = await ask([
      slug('wei-chen'),
      slug('nobody'),
      { emailAddress: 'family@home.example', numProfiles: 9 },
    ])
    expect(body.chargeInfo).toMatchObject({ creditsCharged: 4 })
    const none = await ask([slug('nobody'), {}])
    expect(none.body.chargeInfo.method).toBe('free')
    expect(none.body.output).toMatchObject({ data: [[], []], message: expect.any(String) })
  })

  test('one person asked for three times is charged once', async () => {
    const { body } = await ask([
      slug('ada-lindqvist'),
      { emailAddress: 'ada.lindqvist@acme.example' },
      slug('Ada-Lindqvist'),
    ])
    expect(slugs(body.output.data)).toEqual([['ada-lindqvist'], ['ada-lindqvist'], ['ada-lindqvist']])
    expect(body.chargeInfo).toMatchObject({ creditsCharged: 2 })
  })

  test('takes 50 items in few statements', async () => {
    verifies('bulk-lookup.bounds')
    const profiles = Array.from({ length: 50 }, (_, index) =>
      slug(index % 2 === 0 ? 'wei-chen' : `nobody-${index}`),
    )
    const { body } = await ask(profiles)
    expect(body.output.data.filter((found: object[]) => found.length > 0)).toHaveLength(25)
  })

  test('shared members hold for every item', async () => {
    const past = { personName: { value: 'Wei Chen' }, companyName: { value: 'Acme Robotics' } }
    expect(slugs((await ask([past])).body.output.data)).toEqual([['wei-chen']])
    expect(slugs((await ask([past], { forceCompanyMatch: true })).body.output.data)).toEqual([[]])
    expect(slugs((await ask([past], { minConfidence: 0.95 })).body.output.data)).toEqual([[]])
    const typo = { personName: { value: 'Ada Lindkvist' } }
    expect(slugs((await ask([typo], { fuzzySearch: true })).body.output.data)).toEqual([['ada-lindqvist']])
    const detailed = await ask([slug('ada-lindqvist')], { getDetailedWorkExperience: true })
    expect(detailed.body.output.data[0][0].detailed_work_experiences[0].company_details).toMatchObject({
      li_org_id: '1001',
    })
  })

  test('warnings and advice name the item; liveFetch is not charged', async () => {
    const { body } = await ask([slug('wei-chen'), { personName: { value: 'Robert Miller' }, shoeSize: 43 }], {
      liveFetch: true,
    })
    expect(body.warnings.map(({ field }: { field: string }) => field).sort()).toEqual([
      'liveFetch',
      'profiles[1].shoeSize',
    ])
    expect(body.advice).toEqual([
      expect.stringMatching(
        /^Ignored because unknown, so the search was not narrowed by: profiles\[1\]\.shoeSize\./,
      ),
      expect.stringMatching(/^profiles\[1\]: 3 people match equally well/),
    ])
    expect(body.chargeInfo.creditsCharged).toBe(2)
  })

  test('an identifier that is none is told at its index, and the other items are answered', async () => {
    const { body } = await ask([
      { emailAddress: 'no' },
      slug('wei-chen'),
      { profileIdentifier: { identifier: 'pnetUrl', value: 'https://else.example/in/x' } },
      { personName: { value: 'Wei Chen' }, companyDomain: { value: 'nodots' } },
      { emailAddress: ' ada.lindqvist@acme.example ' },
    ])
    expect(slugs(body.output.data)).toEqual([[], ['wei-chen'], [], [], ['ada-lindqvist']])
    expect(body.output.matches.map((each: unknown[]) => each.length)).toEqual([0, 1, 0, 0, 1])
    expect(body.warnings).toEqual([
      { field: 'profiles[0].emailAddress', message: 'Expected an e-mail address. The item was not found.' },
      { field: 'profiles[2].profileIdentifier.value', message: expect.stringContaining('a profile') },
      { field: 'profiles[3].companyDomain.value', message: expect.stringContaining('a host name') },
    ])
    expect(body.chargeInfo).toMatchObject({ creditsCharged: 4 })
  })

  test('may be asked 30 times a minute', () => {
    expect(kitchenSinkBulkProfile.limit).toEqual({ max: 30, windowSeconds: 60 })
  })
})

test.each<[unknown, string]>([
  [[], 'profiles'],
  [Array.from({ length: 51 }, () => slug('x')), 'profiles'],
  [undefined, 'profiles'],
  [
    [slug('wei-chen'), { profileIdentifier: { identifier: 'mail', value: 'x' } }],
    'profiles[1].profileIdentifier.identifier',
  ],
])('400 for %j at %s', async (profiles, path) => {
  verifies('bulk-lookup.bounds')
  const answer = await ask(profiles)
  expect(answer.status).toBe(400)
  expect(answer.body.issues[0].path).toBe(path)
})

test('402 unless the balance covers every item, and nothing is charged', async () => {
  const poor = await resolve.service.org(2)
  const send = (profiles: object[]) => resolve.service.send(route, { key: poor.rawKey, body: { profiles } })
  expect((await send([slug('wei-chen'), slug('nobody')])).status).toBe(402)
  expect((await send([slug('wei-chen')])).body.chargeInfo).toMatchObject({ creditsCharged: 2 })
})
