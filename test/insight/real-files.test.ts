import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadMapping } from '../../src/corpus/import/index.ts'
import { importText } from '../support/import-text.ts'
import { isLong } from '../support/long.ts'
import { testAlmanac, type TestAlmanac } from '../support/harness.ts'
import { askInsight } from './asked-answers.ts'
import { spreadOf } from './plain-answers.ts'
import { dayOf } from './plain-careers.ts'

/**
 * Insight asked of real files against what those say themselves: the lines are read here once more, with nothing of the code
 * that imports them or makes records and rows.
 */
const data = join(import.meta.dirname, '../../../shared/data')
const unzipped = (file: string) => gunzipSync(readFileSync(join(data, file))).toString()
const congress = 'people-us-congress/legislators-current.json.gz'
const editions = ['2021-12-02', '2025-05-13'] as const
const today = '2026-11-02'

type Chamber = 'senate' | 'house'
const chambers = { sen: 'senate', rep: 'house' } as const
interface Stint {
  start: number
  /** Infinity: it goes on. */
  end: number
}
interface Member {
  began: number
  stints: Record<Chamber, Stint[]>
  leads: { chamber: Chamber; title: string; isCurrent: boolean }[]
}
interface Line {
  terms: { type: 'sen' | 'rep'; start: string; end: string }[]
  leadership_roles?: { title: string; chamber: Chamber; start: string; end?: string }[]
}

/** Terms and offices of one chamber at most 92 days apart are one time there. */
function memberOf({ terms, leadership_roles: roles = [] }: Line): Member {
  const held = [
    ...terms.map(({ type, start, end }) => ({ chamber: chambers[type], start, end })),
    // One office of the Senate is said to be of the House; what the line says counts.
    ...roles,
  ].toSorted((one, next) => (one.start < next.start ? -1 : 1))
  const stints: Member['stints'] = { senate: [], house: [] }
  for (const { chamber, start, end } of held) {
    const time = { start: dayOf(start), end: end === undefined || end > today ? Infinity : dayOf(end) }
    const last = stints[chamber].at(-1)
    if (last !== undefined && time.start - last.end <= 92) last.end = Math.max(last.end, time.end)
    else stints[chamber].push(time)
  }
  return {
    began: dayOf(held[0]!.start),
    stints,
    leads: roles.map(({ title, chamber, end }) => ({
      title,
      chamber,
      isCurrent: end === undefined || end > today,
    })),
  }
}

const names = { senate: 'United States Senate', house: 'United States House of Representatives' }
const domains = { senate: 'senate.gov', house: 'house.gov' }
const other = { senate: 'house', house: 'senate' } as const
const months = (days: number) => days / 30.436_875

let service: TestAlmanac
let ask: ReturnType<typeof askInsight>
let key: string | undefined
let members: Member[]
async function open() {
  if (key !== undefined) return
  service = await testAlmanac()
  service.clock.set(Date.parse(`${today}T12:00:00Z`))
  key = (await service.org(1_000_000)).rawKey
  ask = askInsight(service, key)
}

const selector = (chamber: Chamber) => ({ identifier: 'domain', value: domains[chamber] })
const staffOf = (chamber: Chamber) =>
  members.flatMap((member) =>
    member.stints[chamber].filter(({ end }) => end === Infinity).map((stint) => ({ member, stint })),
  )

/** Whoever leaves one chamber and begins in the other at most a year later, or 92 days before. */
const cameFrom = (member: Member, chamber: Chamber, { start }: Stint) =>
  member.stints[other[chamber]].some(
    ({ start: began, end }) => began < start && start - end <= 366 && end - start <= 92,
  )
const wentTo = (member: Member, chamber: Chamber, { start, end }: Stint) =>
  member.stints[other[chamber]].some(
    (next) => next.start > start && next.start - end <= 366 && end - next.start <= 92,
  )

const windows = [
  ['1970-01-01', '2026-11-02'],
  ['2007-01-01', '2011-01-01'],
  ['2013-01-03', '2013-01-04'],
  ['2020-06-01', '2025-02-01'],
  ['2026-01-01', '2026-11-02'],
] as const

describe.skipIf(!existsSync(join(data, congress)))('members of Congress, imported as of two days', () => {
  beforeAll(async () => {
    await open()
    const companies = (['senate', 'house'] as const).map((chamber) => ({
      preferred_name: names[chamber],
      domains: [domains[chamber]],
    }))
    await service.write('companies', companies, `${today}T00:00:00Z`)
    const text = unzipped(congress)
    const mapping = await loadMapping('docs/guide/maps/us-congress.yaml')
    for (const observedAt of ['2025-06-01', today]) {
      const file = { name: 'legislators-current.json', text, mapping, observedAt }
      const { rejects } = await importText(service, 'people', file)
      expect(rejects).toEqual([])
    }
    members = (JSON.parse(text) as Line[]).map(memberOf)
    expect(members).toHaveLength(537)
  })

  test.each(['senate', 'house'] as const)('who joined and left: %s', async (chamber) => {
    let counted = 0
    for (const [after, before] of windows) {
      const isIn = (day: number) => day >= dayOf(after) && day < dayOf(before)
      for (const direction of ['joiners', 'leavers'] as const) {
        const dayIn = (stint: Stint) => (direction === 'joiners' ? stint.start : stint.end)
        const moved = members.flatMap((member) => {
          const stint = member.stints[chamber].findLast((each) => isIn(dayIn(each)))
          return stint === undefined ? [] : [{ member, stint }]
        })
        const known = moved.filter(({ member, stint }) =>
          (direction === 'joiners' ? cameFrom : wentTo)(member, chamber, stint),
        ).length
        const flow = await ask.flow(selector(chamber), direction, { after, before })
        const asked = `${chamber} ${direction} ${after} ${before}`
        expect(
          {
            people: flow.people,
            known: flow.known,
            companies: flow.companies,
            months: flow.months,
            years: flow.years,
            bySeniority: flow.bySeniority,
            byJobFunction: flow.byJobFunction,
          },
          asked,
        ).toEqual({
          people: moved.length,
          known,
          companies: known === 0 ? {} : { [`${names[other[chamber]]} ${domains[other[chamber]]}`]: known },
          months: spreadOf(
            moved.map(({ stint: { start, end } }) => months(Math.min(end, dayOf(today)) - start)),
          ),
          years: spreadOf(moved.map(({ member, stint }) => (dayIn(stint) - member.began) / 365.2425)),
          bySeniority: moved.length === 0 ? {} : { Executive: moved.length },
          byJobFunction: moved.length === 0 ? {} : { Management: moved.length },
        })
        counted += moved.length
      }
    }
    expect(counted).toBeGreaterThan(100)
  })

  test.each(['senate', 'house'] as const)('with whom people are exchanged: %s', async (chamber) => {
    const named = `${names[other[chamber]]} ${domains[other[chamber]]}`
    for (const [after, before] of windows) {
      const isIn = (day: number) => day >= dayOf(after) && day < dayOf(before)
      const stints = members.flatMap((member) => member.stints[chamber].map((stint) => ({ member, stint })))
      const joined = stints.filter(({ stint }) => isIn(stint.start))
      const left = stints.filter(({ stint }) => isIn(stint.end))
      const gained = joined.filter(({ member, stint }) => cameFrom(member, chamber, stint)).length
      const lost = left.filter(({ member, stint }) => wentTo(member, chamber, stint)).length
      expect(await ask.rivals(selector(chamber), { after, before }), `${chamber} ${after}`).toEqual({
        joined: joined.length,
        left: left.length,
        gained: gained === 0 ? {} : { [named]: gained },
        lost: lost === 0 ? {} : { [named]: lost },
      })
    }
  })

  test.each(['senate', 'house'] as const)('departments and the depth chart: %s', async (chamber) => {
    const staff = staffOf(chamber)
    const leads = (phrase: string) =>
      staff.filter(({ member }) =>
        member.leads.some(
          ({ chamber: of, isCurrent, title }) =>
            of === chamber && isCurrent && ` ${title} `.toLowerCase().includes(` ${phrase} `),
        ),
      ).length
    const rule = (name: string, more: object) => ({
      name,
      include: [],
      exclude: [],
      exact: false,
      keywords: [],
      functions: [],
      ...more,
    })
    const seat = chamber === 'senate' ? 'Senator' : 'Representative'
    const answer = await ask.departments(selector(chamber), [
      rule('members', { include: [seat] }),
      rule('whips', { include: ['whip'] }),
      rule('management', { functions: ['Management'] }),
      rule('nobody', { include: ['Engineer'] }),
    ])
    expect(answer).toMatchObject({
      headcount: staff.length,
      counts: [staff.length, leads('whip'), staff.length, 0],
      unassigned: 0,
    })
    expect(staff.length).toBeGreaterThan(90)
    expect(await ask.chart(selector(chamber), undefined)).toEqual({
      employees: staff.length,
      average: spreadOf(staff.map(({ stint }) => months(dayOf(today) - stint.start))).mean,
      buckets: { 'Management Executive': staff.length },
    })
  })
})

interface Listed {
  id: number
  name: string
  slug: string
  website: string | null
  team_size: number | null
  status: string
  batch: string
  former_names: string[]
}

/** Every eighth company of an edition; all of them where tests take their time. */
const listedOf = (edition: string): Listed[] =>
  unzipped(`yc/yc-${edition}.ndjson.gz`)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Listed)
    .filter(({ id, status }) => status !== 'Not YC' && (isLong || id % 8 === 0))

const statuses: Record<string, string> = {
  Active: 'active',
  Public: 'active',
  Acquired: 'acquired',
  Inactive: 'closed',
}

describe.skipIf(!existsSync(join(data, 'yc')))(
  'companies of Y Combinator, two editions one after the other',
  () => {
    const listed = new Map<number, Map<string, Listed>>()

    beforeAll(async () => {
      service = await testAlmanac()
      service.clock.set(Date.parse(`${today}T12:00:00Z`))
      key = (await service.org(1_000_000)).rawKey
      ask = askInsight(service, key)
      const mapping = await loadMapping('docs/guide/maps/yc.yaml')
      for (const edition of editions) {
        const rows = listedOf(edition)
        for (const row of rows)
          listed.set(row.id, (listed.get(row.id) ?? new Map<string, Listed>()).set(edition, row))
        const text = rows.map((row) => JSON.stringify(row)).join('\n')
        const file = { name: `${edition}.jsonl`, text, mapping, observedAt: edition }
        expect((await importText(service, 'companies', file)).rejects).toEqual([])
      }
    })

    /** Companies in both editions with a website of their own that no other has. */
    const asked = () => {
      const hosts = Map.groupBy(
        [...listed.values()].flatMap((each) => [...each.values()]),
        (each) => hostOf(each),
      )
      return [...listed.values()]
        .filter((each) => each.size === 2)
        .map((each) => [each.get(editions[0])!, each.get(editions[1])!] as const)
        .filter(
          ([before, now]) =>
            hostOf(now) !== undefined &&
            hostOf(before) === hostOf(now) &&
            new Set(hosts.get(hostOf(now))!.map(({ id }) => id)).size === 1,
        )
        .toSorted(([, one], [, next]) => one.id - next.id)
    }

    test('the report says name, status, staff and its change as the editions do', async () => {
      const pairs = asked().slice(0, 40)
      expect(pairs.length).toBeGreaterThan(30)
      for (const [before, now] of pairs) {
        const company = { identifier: 'domain', value: hostOf(now)! }
        const answer = await service.send('POST /v1/scouting-report', {
          ...(key && { key }),
          body: { company },
        })
        const { report } = answer.body.output
        const sizes = [before, now].map(({ team_size: size }) => size || null)
        expect(
          {
            name: report.companyProfile.name,
            status: report.companyProfile.status,
            staff: report.companyProfile.employeeCountLowerBound,
            counts: (report.historicalHeadcount?.snapshots ?? []).map(
              ({ date, employees }: { date: string; employees: number }) => `${date} ${employees}`,
            ),
            milestones: report.milestones,
            founders: report.founders,
          },
          now.slug,
        ).toEqual({
          name: now.name,
          status: statuses[now.status],
          // A size that an edition does not know leaves what was known before.
          staff: sizes[1] ?? sizes[0],
          counts: countsOf(sizes),
          milestones: [],
          founders: [],
        })
      }
    })

    test('nobody has a revenue, a place on a list or known staff, and none is made up', async () => {
      const org = await service.org(1_000)
      const free = askInsight(service, org.rawKey)
      for (const [, now] of asked().slice(0, 10)) {
        const domain = hostOf(now)!
        const company = { identifier: 'domain', value: domain }
        const all = { after: '1990-01-01', before: today }
        expect(await free.revenue({ domain })).toBeUndefined()
        expect(await free.flow(company, 'joiners', all)).toMatchObject({ people: 0, known: 0, companies: {} })
        expect(await free.rivals(company, all)).toEqual({ joined: 0, left: 0, gained: {}, lost: {} })
        expect((await free.departments(company, [engineers])).headcount).toBe(0)
      }
      expect(await free.ranking('fortune-500-usa', [1, 500])).toEqual({ year: null, places: [] })
      expect(await service.captured(org)).toBe(0)
    })
  },
)

const engineers = { name: 'a', include: ['Engineer'], exclude: [], exact: false, keywords: [], functions: [] }

const countsOf = ([before, now]: (number | null | undefined)[]) => [
  ...(before ? [`${editions[0]} ${before}`] : []),
  ...(now ? [`${editions[1]} ${now}`] : []),
]

const hostOf = ({ website }: Listed): string | undefined =>
  /^https?:\/\/(?:www\.)?([a-z\d-]+\.(?:com|io|co|ai|dev|org|app))\/?$/.exec(website ?? '')?.[1]
