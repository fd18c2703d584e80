import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { sampleWorld, type SampledAlmanac } from '../../../../worlds/sample.ts'
import {
  createWorld,
  generateCompany,
  generateMapPlace,
  sampleSize,
} from '../../../../../src/corpus/sample/index.ts'

const world = createWorld({ ...sampleSize('small'), seed: 1, asOf: '2026-11-01' })
/** Companies that have a site of their own on the map, and people. */
const countStaff = (index: number) => world.firstPerson[index + 1]! - world.firstPerson[index]!
const sites = Array.from({ length: 200 }, (_, index) => 2 * index).filter((index) => countStaff(index) > 5)

let service: SampledAlmanac
beforeAll(async () => {
  service = await sampleWorld()
})

const start = 'POST /v1/local-business-search/start'
const poll = 'POST /v1/local-business-search/poll'

async function left(key: string): Promise<number> {
  const { body } = await service.send('GET /v1/get-org-credits', { key })
  return body.output.balances[0].available as number
}

async function lookUp(
  data: object[],
  org = undefined as Awaited<ReturnType<typeof service.org>> | undefined,
  members: object = {},
) {
  const { rawKey: key } = org ?? (await service.org(1_000))
  const before = await left(key)
  const started = await service.send(start, { key, body: { data, ...members } })
  expect(started.status, started.text).toBe(200)
  await service.almanac.jobs.workNow()
  const { researchRunId: taskId } = started.body.output
  const { body } = await service.send(poll, { key, body: { taskId } })
  return { observations: body.output.data.observations, spent: before - (await left(key)), body }
}

const custom = (...companies: object[]) => ({ source: 'custom', companies })

describe('startLocalBusinessSearch 200', () => {
  test('companies at the top are looked up and charged like those of an order', async () => {
    const { domains, preferred_name: companyName } = generateCompany(world, sites[0]!)
    const companies = [{ companyName, companyDomain: domains[0], clientReferenceId: 'row 1' }]
    const { rawKey: key } = await service.org(1_000)
    const before = await left(key)
    const started = await service.send(start, { key, body: { companies } })
    expect(started.status, started.text).toBe(200)
    expect(started.body.warnings ?? []).toEqual([])
    await service.almanac.jobs.workNow()
    const { taskId } = started.body.output
    const { body } = await service.send(poll, { key, body: { taskId } })
    expect(body.output.data.observations).toMatchObject([{ found: true, clientReferenceId: 'row 1' }])
    expect(before - (await left(key))).toBe(3)
    const none = await service.send(start, { key, body: { companies: [] } })
    expect(none.body.issues).toMatchObject([{ path: 'data', message: 'Expected data or companies.' }])
  })

  test('companies by domain and places by id, each with what is known of both, 3 credits each', async () => {
    verifies('local-business.of-sample', 'op.start-local-business-search')
    const index = sites[0]!
    const company = generateCompany(world, index)
    const place = generateMapPlace(world, index)
    const { observations, spent } = await lookUp([
      custom({ companyName: company.preferred_name, companyDomain: company.domains[0] }),
      { source: 'maps', placeId: `sample-${index}` },
      custom({ companyName: 'Zzyzx Unheard Of' }),
    ])
    for (const found of observations.slice(0, 2)) {
      expect(found).toMatchObject({
        found: true,
        placeId: `sample-${index}`,
        localBusiness: {
          companyName: company.preferred_name,
          domain: company.domains[0],
          country3LetterCode: place.location!.country_code,
          city: place.location!.city,
        },
      })
      expect(found.websiteUrls).toEqual([place.website])
      expect(found.rationale.length).toBeGreaterThan(5)
      expect(found.businessEmails.map((each: { emailAddress: string }) => each.emailAddress)).toEqual(
        company.emails ?? [],
      )
      expect(found.socialMediaLinks[0]).toMatchObject({ platform: 'pnet' })
      expect(found.employees.length).toBeGreaterThan(0)
      // Nobody asked for contact details.
      for (const employee of found.employees)
        expect(employee).toMatchObject({ name: expect.any(String), emailAddress: null, phoneNumber: null })
    }
    expect(observations[2]).toMatchObject({ found: false, employees: [], placeId: null })
    expect(spent).toBe(6)
  })

  test('a place that is no company of the corpus, and a business by name and town', async () => {
    const place = generateMapPlace(world, 1)
    const { city, country_code } = place.location!
    const { observations, spent } = await lookUp([
      { source: 'maps', placeId: 'sample-1' },
      custom({ companyName: place.name, companyCity: city, companyCountryCode: country_code }),
      // In another town there is none of the name.
      custom({ companyName: place.name, companyCity: 'Elsewhere' }),
      { source: 'maps', placeId: 'place:999999999' },
    ])
    expect(observations.map((each: { found: boolean }) => each.found)).toEqual([true, true, false, false])
    expect(observations[1]).toMatchObject({ placeId: 'sample-1', localBusiness: { companyName: place.name } })
    expect(spent).toBe(6)
  })

  test('the owner’s contact details cost what a reveal costs, and nothing again', async () => {
    const org = await service.org(1_000)
    const asked = sites.slice(0, 25).map((index) => {
      const { preferred_name, domains } = generateCompany(world, index)
      return { companyName: preferred_name, companyDomain: domains[0], findOwnerContactInfo: true }
    })
    const first = await lookUp([custom(...asked)], org)
    const found = first.observations.filter((each: { found: boolean }) => each.found)
    const people = found.flatMap((each: { employees: object[] }) => each.employees)
    const count = (member: string) =>
      people.filter((each: Record<string, unknown>) => each[member] !== null).length
    expect(count('emailAddress')).toBeGreaterThan(3)
    expect(first.spent).toBe(3 * found.length + 2 * count('emailAddress') + 3 * count('phoneNumber'))
    const again = await lookUp([custom(...asked)], org)
    expect(again.spent).toBe(3 * found.length)
  })
})

interface ShownEmployee {
  name: string
  role: string | null
  emailAddress: object | null
  emailAddresses: object[]
  phoneNumbers: object[]
}

describe('jobTitles, strictJobTitleMatch and contactPreferences', () => {
  /** The business with the most staff, and a title that is not its owner's. */
  const largest = sites.toSorted((one, other) => countStaff(other) - countStaff(one))[0]!
  const business = () => {
    const { preferred_name, domains } = generateCompany(world, largest)
    return { companyName: preferred_name, companyDomain: domains[0] }
  }
  const readPeople = ({ observations }: Awaited<ReturnType<typeof lookUp>>) =>
    observations[0].employees as ShownEmployee[]
  /** A title of somebody there who is not the first. */
  const titleThere = async () => {
    const employees = readPeople(await lookUp([custom(business())]))
    const last = employees.findLast(({ role }) => role !== null && role !== employees[0]?.role)
    expect(last, JSON.stringify(employees)).toBeDefined()
    return last!.role!
  }

  test('people whose title contains one of them come first, and alone with strictJobTitleMatch', async () => {
    verifies('client.local-business.people')
    const title = await titleThere()
    const part = title.split(' ').at(-1)!.toUpperCase()
    const loose = readPeople(await lookUp([custom(business())], undefined, { jobTitles: ['zzyzx', part] }))
    expect(loose[0]!.role!.toUpperCase()).toContain(part)
    expect(loose.length).toBe(5)
    const strict = async (jobTitles: string[]) => {
      const answer = await lookUp([custom(business())], undefined, { jobTitles, strictJobTitleMatch: true })
      return { roles: readPeople(answer).map(({ role }) => role), found: answer.observations[0].found }
    }
    const { roles } = await strict([title.toLowerCase()])
    expect(new Set(roles)).toEqual(new Set([title]))
    expect(await strict([`${title} zzyzx`])).toEqual({ roles: [], found: true })
  })

  test('what is preferred is revealed of the first with such a title, charged by kind, of one person once', async () => {
    verifies('client.local-business.people')
    const jobTitles = [await titleThere()]
    const preferences = { getWorkEmails: true, getPersonalEmails: true, getPhoneNumbers: true }
    const org = await service.org(1_000)
    const first = await lookUp([custom(business(), business())], org, {
      jobTitles,
      contactPreferences: preferences,
    })
    const [chosen, ...others] = readPeople(first)
    const count = chosen!.emailAddresses.length + chosen!.phoneNumbers.length
    for (const { emailAddresses, phoneNumbers } of others)
      expect([emailAddresses, phoneNumbers]).toEqual([[], []])
    expect(first.observations[1].employees[0]).toEqual(chosen)
    const reveals = first.spent - 6
    expect(reveals > 0).toBe(count > 0)
    expect(reveals).toBeLessThanOrEqual(5)
    const again = await lookUp([custom(business())], org, { jobTitles, contactPreferences: preferences })
    expect(again.spent).toBe(3)
  })

  test('kinds that are not preferred are neither answered nor charged', async () => {
    const businesses = sites.slice(0, 25).map((index) => {
      const { preferred_name, domains } = generateCompany(world, index)
      return { companyName: preferred_name, companyDomain: domains[0] }
    })
    const { observations, spent } = await lookUp([custom(...businesses)], undefined, {
      contactPreferences: { getPhoneNumbers: true },
    })
    const charged = observations.filter((each: { found: boolean }) => each.found)
    const people: ShownEmployee[] = charged.flatMap((each: { employees: object[] }) => each.employees)
    expect(people.flatMap(({ emailAddresses }) => emailAddresses)).toEqual([])
    const withPhone = people.filter(({ phoneNumbers }) => phoneNumbers.length > 0).length
    expect(withPhone).toBeGreaterThan(1)
    expect(spent).toBe(3 * charged.length + 3 * withPhone)
  })

  test('the balance must cover what is preferred of each business', async () => {
    const body = { data: [custom(name, name)], contactPreferences: { getWorkEmails: true } }
    const { rawKey: key } = await service.org(9)
    expect((await service.send(start, { key, body })).status).toBe(402)
    const { rawKey: enough } = await service.org(10)
    expect((await service.send(start, { key: enough, body })).status).toBe(200)
  })
})

const name = { companyName: 'A' }

test.each([
  ['nothing', { data: [] }, 'data'],
  ['no companies', { data: [custom()] }, 'data[0].companies'],
  ['a company without a name', { data: [custom({})] }, 'data[0].companies[0].companyName'],
  ['another source', { data: [{ source: 'moon' }] }, 'data[0].source'],
  ['no place', { data: [{ source: 'maps' }] }, 'data[0].placeId'],
  ['too many', { data: [custom(...Array(900).fill(name)), custom(...Array(101).fill(name))] }, 'data'],
])('400 for %s, at its path, and no charge', async (_what, body, path) => {
  const { rawKey: key } = await service.org(100)
  const answer = await service.send(start, { key, body })
  expect(answer.status).toBe(400)
  expect(answer.body.issues[0].path).toBe(path)
  expect(await left(key)).toBe(100)
})

test('401 without a key, 402 unless the balance covers all of them and their owners', async () => {
  const body = { data: [custom(name, { ...name, findOwnerContactInfo: true })] }
  expect((await service.send(start, { body })).status).toBe(401)
  const { rawKey: key } = await service.org(10)
  expect((await service.send(start, { key, body })).status).toBe(402)
  const { rawKey: enough } = await service.org(11)
  expect((await service.send(start, { key: enough, body })).status).toBe(200)
})
