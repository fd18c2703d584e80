import { testAlmanac, type TestAlmanac, type TestAnswer } from '../support/harness.ts'
import { localServer, type ServerAnswer } from '../support/sources.ts'
import { world } from './world.ts'
import type { NativeCompany, NativePerson } from '../../src/corpus/records/index.ts'

const company = (
  org: string,
  [slug, name]: [string, string],
  more: Partial<NativeCompany> & { staff?: number } = {},
): NativeCompany => {
  const { staff = 10, ...members } = more
  return {
    li_org_id: org,
    pnet_primary_slug: slug,
    preferred_name: name,
    employee_count_consensus: { gte: staff, lte: staff },
    ...members,
  }
}

const headquarters = (country_code: string, city: string) => ({ location_consensus: { country_code, city } })

export const testCompanies: NativeCompany[] = [
  company('1001', ['acme-robotics', 'Acme Robotics Inc.'], {
    pnet_slugs: ['acme-robots'],
    names: ['Acme Automation'],
    domains: ['acme.example', 'acme-robots.example'],
    staff: 500,
  }),
  company('1002', ['acme-robotics-de', 'Acme Robotics GmbH'], { domains: ['acme-de.example'], staff: 40 }),
  company('1003', ['globex', 'Globex'], {
    domains: ['globex.example', 'joint.example'],
    twitter_handles: ['@Globex'],
    staff: 9000,
  }),
  company('1004', ['globex-labs', 'Globex Labs'], { domains: ['joint.example'], staff: 20 }),
  company('1005', ['twin-peaks-a', 'Twin Peaks'], {
    domains: ['peaks-a.example'],
    ...headquarters('USA', 'Seattle'),
  }),
  company('1006', ['twin-peaks-b', 'Twin Peaks Ltd'], {
    domains: ['peaks-b.example', 'peaks-mail.example'],
    emails: ['hello@peaks-mail.example'],
    ...headquarters('GBR', 'Leeds'),
  }),
  company('1007', ['gazprom-neft', 'Gazprom Neft'], { names: ['Kontora LLC'] }),
  company('1008', ['northern', 'Northern Manufacturing & Services International'], {}),
  company('1009', ['segment', 'Segment'], { domains: ['segment-data.example'] }),
  company('1010', ['ao-smith', 'A. O. Smith Corporation'], {}),
  company('1011', ['quillon-pumps', 'Quillon Pumps'], headquarters('DEU', 'Jena')),
  company('2001', ['state-university', 'State University'], { domains: ['state-university.example'] }),
]

type Position = [org: string | null, name: string, title: string, when?: 'past']

const person = (
  [slug, name]: [string, string],
  positions: Position[],
  more: Partial<NativePerson> = {},
): NativePerson => ({
  primary_slug: slug,
  name,
  experiences: positions.map(([pnet_company_id, company_name, title, when]) => ({
    pnet_company_id,
    company_name,
    title,
    is_current: when !== 'past',
    start_date: '2020-01-01',
    end_date: when === 'past' ? '2022-01-01' : null,
  })),
  ...more,
})

const place = (country_code: string, state_name: string, city: string) => ({
  inferred_location: { country_code, state_name, city, formatted_address: `${city}, ${state_name}` },
})
const school = (school_id: string, school_name: string) => ({ education: [{ school_id, school_name }] })

export const testPeople: NativePerson[] = [
  person(['ada-lindqvist', 'Ada Lindqvist'], [['1001', 'Acme Robotics', 'Chief Technology Officer']], {
    slugs: ['ada-l-17'],
    user_id: '501',
    external_ids: { twitter: 'https://micro.example/AdaL', github: 'ada-l', crm: '77' },
    entity_urn: 'ACoAAEntityOfAda',
    headline: 'Building robots that build robots at Acme',
    emails: [{ email: 'Ada.Lindqvist@acme.example', type: 'work' }],
    phone_numbers: [{ number: '+46701234567', type: 'mobile' }],
    ...place('SWE', 'Stockholm', 'Stockholm'),
    ...school('2001', 'State University'),
  }),
  // Three namesakes; the nurse is the most prominent.
  person(['robert-miller-1', 'Robert Miller'], [['1001', 'Acme Robotics', 'Software Engineer']], {
    ...place('USA', 'Texas', 'Austin'),
    ...school('2001', 'State University'),
  }),
  person(['robert-miller-2', 'Robert Miller'], [['1003', 'Globex', 'Head Nurse']], {
    ...place('USA', 'Ohio', 'Dayton'),
    ...school('2999', 'Coast College'),
    headline: 'Nurse, teacher, father',
    follower_count: 90_000,
  }),
  person(['robert-miller-3', 'Robert Miller'], [['1004', 'Globex Labs', 'Chemist']], {
    ...place('DEU', 'Bavaria', 'Munich'),
  }),
  person(['jose-garcia', 'José García Pérez'], [['1003', 'Globex', 'Accountant']]),
  person(
    ['grace-muller', 'Grace Müller'],
    [
      ['1001', 'Acme Robotics', 'Sales Director'],
      ['1003', 'Globex', 'Board Member'],
    ],
  ),
  person(
    ['wei-chen', 'Wei Chen'],
    [
      ['1003', 'Globex', 'Analyst'],
      ['1001', 'Acme Robotics', 'Intern', 'past'],
    ],
  ),
  person(['conor-obrien', "Conor O'Brien"], [['1002', 'Acme Robotics GmbH', 'Engineer']]),
  person(['lucia-suarez', 'Lucía Suárez Marín'], [['1010', 'A. O. Smith', 'Buyer']]),
  person(['wei-wang-8b12', '王伟'], [['1010', 'A. O. Smith', 'Planner']]),
  person(['trey-vance', 'Robert (Trey) Q. R. Vance'], [['1010', 'A. O. Smith', 'Driver']]),
  // Two people behind one mailbox.
  person(['ola-berg', 'Ola Berg'], [], { emails: [{ email: 'family@home.example' }], user_id: '776' }),
  person(['eva-berg', 'Eva Berg'], [], { emails: [{ email: 'family@home.example' }], user_id: '777' }),
  // A house with one switchboard and a mailbox for all its guides, and two of them at home.
  ...Array.from({ length: 12 }, (_, index) => {
    const letters = `${'bcdfghklmnpr'.charAt(index)}uzo`
    const number = (digits: string) => ({ number: digits, type: 'work' as const })
    return person([`museum-guide-${letters}`, `${letters}ra ${letters}vitz`], [], {
      phone_numbers: [number('+4930123456'), ...(index < 2 ? [number('+4930999888')] : [])],
      emails: index < 6 ? [{ email: 'guides.tour@museum.example' }] : [],
    })
  }),
]

/** Requests one organization makes before another takes over: fewer than any limit here. */
const perOrganization = 50

export interface ResolveTest {
  service: TestAlmanac
  /** Asks with the key of an organization that has plenty of credits and is below its limits. */
  ask(route: string, body: object, headers?: Record<string, string>): Promise<TestAnswer>
  /** A server with the interface of Mastodon, and one with that of Bluesky. */
  microblogs: {
    /** Paths they were asked for, with their queries. */
    asked: string[]
    /** What they answer everything with from now on; undefined: properly. */
    failWith(status: number | undefined): void
  }
}

export const resolveOperatorToken = 'operator-token-of-the-resolve-tests'

const field = (value: string, verified_at: string | null = null) => ({ name: 'Web', value, verified_at })
const link = (url: string) => `<a href="${url}" rel="nofollow noopener me" target="_blank">${url}</a>`
const verifiedAt = '2026-01-02T03:04:05.000+00:00'

/** Accounts as `GET /api/v1/accounts/lookup` answers them, by `acct`. */
const tooted: Record<string, object> = {
  grace_m: {
    display_name: 'Grace M.',
    note: '<p>Sales</p>',
    fields: [field(link('https://www.pnet.example/in/grace-muller'), verifiedAt)],
  },
  'globex@social.example': {
    display_name: 'Globex',
    note: '',
    fields: [field(link('https://globex.example/'), verifiedAt)],
  },
  robert: { display_name: 'Robert Miller', note: '<p>Of Globex</p>', fields: [] },
  fan: {
    display_name: 'A Fan',
    note: `<p>${link('https://www.pnet.example/in/wei-chen')} ${link('https://www.pnet.example/in/ola-berg')}</p>`,
  },
  gone: { display_name: 'Gone', note: `<p>${link('https://www.pnet.example/in/who-left')}</p>`, fields: [] },
}

/** Profiles as `app.bsky.actor.getProfile` answers them, by handle. */
const skies: Record<string, object> = {
  'wei.bsky.social': { displayName: 'Wei Chen', description: 'Numbers', website: 'https://globex.example' },
  'acme.example': { displayName: 'Acme Robotics', description: 'Robots that build robots' },
}

function answerOfMicroblog(path: string): ServerAnswer {
  const { pathname, searchParams } = new URL(path, 'http://host')
  if (pathname === '/api/v1/accounts/lookup') {
    const acct = searchParams.get('acct') ?? ''
    const account = tooted[acct]
    if (account === undefined) return { status: 404, json: { error: 'Record not found' } }
    const username = acct.split('@')[0]
    return { json: { id: '1', username, acct, url: `https://social.example/@${username}`, ...account } }
  }
  const handle = searchParams.get('actor') ?? ''
  const account = skies[handle]
  if (account === undefined)
    return { status: 400, json: { error: 'InvalidRequest', message: 'Profile not found' } }
  return { json: { did: 'did:plc:abc', handle, followersCount: 7, ...account } }
}

/** The service with the companies and people above, and nothing else. */
export const openResolveTest = world(async (): Promise<ResolveTest> => {
  let failure: number | undefined
  const asked: string[] = []
  const server = await localServer(({ path }) => {
    asked.push(path)
    return failure === undefined ? answerOfMicroblog(path) : { status: failure }
  })
  const entry = { settings: { baseUrl: server.url }, perSecond: 1_000 }
  const service = await testAlmanac({
    sources: {
      entries: [
        { ...entry, source: 'mastodon' },
        { ...entry, source: 'bluesky' },
      ],
    },
    settings: { ALMANAC_OPERATOR_TOKEN: resolveOperatorToken },
  })
  await service.write('companies', testCompanies, '2026-01-10T00:00:00Z')
  await service.write('people', testPeople, '2026-01-10T00:00:00Z')
  let org = service.org()
  let requests = 0
  return {
    service,
    microblogs: { asked, failWith: (status) => (failure = status) },
    async ask(route, body, headers = {}) {
      if (++requests % perOrganization === 0) org = service.org()
      return service.send(route, { key: (await org).rawKey, body, headers })
    },
  }
})
