import { beforeAll, describe, expect, test } from 'vitest'
import { testAlmanac, type TestAlmanac } from '../../../support/harness.ts'
import { openIdentity, type Identity } from '../../../../src/corpus/write/index.ts'

let service: TestAlmanac
let identity: Identity

beforeAll(async () => {
  service = await testAlmanac()
  const { snapshots } = service.almanac
  identity = openIdentity({ db: service.db, engine: service.engine }, () => snapshots.refresh())
})

type Kind = 'companies' | 'people'
const write = (kind: Kind, records: object[], source = 'test') =>
  service.almanac.writer.write(
    kind,
    records.map((record, at) => ({ line: at + 1, record })),
    { source, observedAt: new Date(source === 'vendor' ? '2026-02-01' : '2026-01-10') },
  )
const idOf = async (kind: Kind, token: string) => (await identity.find(kind, token))[0] as string
/** Entities that two groups of lines come to, one file after the other. */
const entities = async (kind: Kind, first: object[], second: object[]) => {
  const [one, other] = [await write(kind, first), await write(kind, second, 'vendor')]
  return one.created + other.created
}

const names = (
  'Miller Okafor Lindqvist Tanaka Barros Novak Fischer Dubois Rossi Haddad Kowalski Jansen Moreau Petrov ' +
  'Wackerstedt Achterberg Immenhof Quellfeld Sandmann Lindenried Pfannhoff Brackweiler Ebersried Rothausen Nordkamp ' +
  'Gupta Walsh Yilmaz Zhang Quist Ekdal Vogel Castro Bakker Ferrari Sandoval Okoye Lefebvre Horvat Brightwell Oduya'
).split(' ')
/** A name that no other test has, in small letters. */
const freshName = () => (names.pop() as string).toLowerCase()

describe('people without a shared identifier', () => {
  const job = (title: string, start_date: string, company_name = 'Acme Robotics GmbH') => ({
    title,
    start_date,
    company_name,
    is_current: true,
  })
  const home = (city: string, country_code = 'DEU') => ({ inferred_location: { city, country_code } })
  /** What two sources know of one person, and the tokens of their identifiers. */
  function oneOfTwo() {
    const family = freshName()
    const page = {
      primary_slug: `robert-${family}`,
      name: `Robert ${family}`,
      headline: 'Robots',
      ...home('Berlin'),
      experiences: [job('Sales Manager', '2021-04-01')],
    }
    const vendor = {
      name: `Bob ${family.toUpperCase()}`,
      external_ids: { vendor: family },
      ...home('Berlin'),
      experiences: [job('Sales manager', '2021-04-15', 'ACME Robotics')],
    }
    return { family, page, vendor, slug: `slug:robert-${family}`, id: `ext:vendor/${family}` }
  }

  test('are one where name, employer and more agree, whichever comes first; logged, and can be undone', async () => {
    const { page, vendor, slug, id } = oneOfTwo()
    expect(await entities('people', [page], [vendor])).toBe(1)
    expect(await idOf('people', id)).toBe(await idOf('people', slug))
    const { merges } = await identity.explain('people', await idOf('people', slug))
    expect(merges).toMatchObject([{ actor: 'import:vendor', mergedId: null }])
    expect(merges[0]?.evidence.join('; ')).toMatch(/^name: Bob \w+ and Robert \w+; employer: .*started/)
    expect(merges[0]?.score).toBeGreaterThan(0.92)
    const { restored } = await identity.split(merges[0]?.id as string, { actor: 'test' })
    expect(await idOf('people', id)).toBe(restored)
  })

  test('also when the one without a page is known first, and within one file', async () => {
    const { page, vendor } = oneOfTwo()
    expect(await entities('people', [vendor], [page])).toBe(1)
    const other = oneOfTwo()
    expect(await write('people', [other.page, other.vendor])).toMatchObject({ created: 1 })
    const third = oneOfTwo()
    expect(await write('people', [third.vendor, third.page])).toMatchObject({ created: 1 })
  })

  test('loading both files again changes nothing', async () => {
    const { page, vendor } = oneOfTwo()
    await entities('people', [page], [vendor])
    expect(await write('people', [page])).toMatchObject({ created: 0, changed: 0, unchanged: 1 })
    expect(await write('people', [vendor], 'vendor')).toMatchObject({ created: 0, changed: 0, unchanged: 1 })
  })

  type Change = (family: string) => object
  test.each<[string, Change, Change?]>([
    ['another name', (family) => ({ name: `Rita ${family}` })],
    [
      'another generation',
      (family) => ({ name: `Robert ${family} III` }),
      (family) => ({ name: `Robert ${family} Jr.` }),
    ],
    [
      'another middle name',
      (family) => ({ name: `Robert X. ${family}` }),
      (family) => ({ name: `Robert A. ${family}` }),
    ],
    ['another employer', () => ({ experiences: [job('Sales Manager', '2021-04-01', 'Globex')] })],
    ['another day of beginning', () => ({ experiences: [job('Sales Manager', '2014-09-01')] })],
    ['no day of beginning', () => ({ experiences: [{ ...job('Sales Manager', ''), start_date: null }] })],
    ['another title and city', () => ({ experiences: [job('Cook', '2021-04-01')], ...home('Hamburg') })],
    ['another country', () => home('Vienna', 'AUT')],
    ['another page', () => ({ primary_slug: 'another-page' })],
  ])('are two with %s', async (_what, differing, known = () => ({})) => {
    const { page, vendor, family } = oneOfTwo()
    const second = { ...vendor, ...differing(family) }
    expect(await entities('people', [{ ...page, ...known(family) }], [second])).toBe(2)
  })

  test('are two where two known namesakes would do', async () => {
    const { page, vendor, family } = oneOfTwo()
    const namesake = { ...page, primary_slug: `robert-${family}-2` }
    expect(await entities('people', [page, namesake], [vendor])).toBe(3)
  })

  test('of several candidates the one that agrees in everything is the one; the others are possible', async () => {
    const family = freshName()
    const line = (given: string, source: string) => ({
      name: `${given} ${family}`,
      dob: '1957-03-19',
      headline: 'Choir Master',
      inferred_location: { city: 'Leeds', postal_code: 'LS6 2QT', country_code: 'GBR' },
      external_ids: { [source]: family },
    })
    const given = ['Julian', 'Julius', 'Jules', 'Julian', 'Julian']
    const lines = given.map((name, index) => line(name, `list${index}`))
    expect((await write('people', lines)).created).toBe(3)
    const ids = await Promise.all(lines.map((_, index) => idOf('people', `ext:list${index}/${family}`)))
    expect([ids[3], ids[4]]).toEqual([ids[0], ids[0]])
    const pairs = (await identity.possible('people', { least: 0.5, most: 100 })).filter(({ evidence }) =>
      evidence.join().includes(family),
    )
    expect(pairs.map((pair) => pair.ids.toSorted().join())).toEqual(
      expect.arrayContaining([[ids[0], ids[1]].toSorted().join(), [ids[0], ids[2]].toSorted().join()]),
    )
    // In files of their own as well, and again without a change.
    for (const each of lines) expect((await write('people', [each])).created).toBe(0)
  })

  test.each([
    ['list', 'sample'],
    ['sample', 'list'],
  ])('a line of the source %s is never compared with a record of %s alone', async (later, earlier) => {
    const family = freshName()
    const line = (source: string) => ({
      name: `Julian ${family}`,
      dob: '1957-03-19',
      inferred_location: { city: 'Leeds', postal_code: 'LS6 2QT', country_code: 'GBR' },
      external_ids: { [source]: family },
      source,
    })
    expect((await write('people', [line(earlier)])).created).toBe(1)
    expect((await write('people', [line(later)])).created).toBe(1)
    // Within one file as well; a third one joins what is of its kind.
    expect((await write('people', [{ ...line('list'), external_ids: { third: family } }])).created).toBe(0)
  })

  interface Said {
    dob?: string
    mailbox?: string
  }
  /** Lines of one house, by who they are of. */
  const atHome =
    (family: string) =>
    (key: string, given: string, { dob, mailbox }: Said) => ({
      name: `${given} ${family}`.trim(),
      ...(given && { first_name: given }),
      last_name: family,
      inferred_location: {
        street_address: `${family} Weg 9`,
        postal_code: String(10_000 + names.length * 1_234),
        city: `${family}stadt`,
        country_code: 'DEU',
      },
      external_ids: { [`${key}-${family}`]: '1' },
      ...(dob && { dob }),
      ...(mailbox && { emails: [{ email: `${mailbox}@${family}.example` }] }),
    })
  type Member = [given: string, said: Said]
  const mailbox = 'haus'
  test.each<[string, Member, Member, Member]>([
    [
      'no day of birth, of parent and child of one name',
      ['Gerlinde', { dob: '1961-04-17' }],
      ['Gerlinde', { dob: '1989-11-02' }],
      ['Gerlinde', {}],
    ],
    [
      "no day of birth and the family's mailbox",
      ['Gerlinde', { dob: '1961-04-17', mailbox }],
      ['Gerlinde', { dob: '1989-11-02', mailbox }],
      ['Gerlinde', { mailbox }],
    ],
    [
      'another day of birth and the mailbox of somebody of that name',
      ['Gerlinde', { dob: '1961-04-17', mailbox: 'gerlinde' }],
      ['Gerlinde', { dob: '1989-11-02', mailbox: 'gerlinde' }],
      ['Gerlinde', { dob: '1966-08-29', mailbox: 'gerlinde' }],
    ],
    [
      'an initial, of two born on one day',
      ['Gerlinde', { dob: '1961-04-17' }],
      ['Gudrun', { dob: '1961-04-17' }],
      ['G', { dob: '1961-04-17' }],
    ],
    [
      'the family name alone, of twins',
      ['Anna', { dob: '1961-04-17' }],
      ['Hanna', { dob: '1961-04-17' }],
      ['', { dob: '1961-04-17' }],
    ],
  ])('a line of a house with %s joins neither, nor the one that is known alone', async (_what, ...said) => {
    for (const known of [said.slice(0, 2), said.slice(0, 1)]) {
      const family = freshName()
      const line = atHome(family)
      await write(
        'people',
        known.map(([given, told], at) => line(`known${at}`, given, told)),
      )
      expect(await write('people', [line('last', ...(said[2] as Member))], 'vendor')).toMatchObject({
        created: 1,
      })
      const last = await idOf('people', `ext:last-${family}/1`)
      const pairs = await identity.possible('people', { least: 0.5, most: 100 })
      const others = pairs.flatMap(({ ids }) => (ids.includes(last) ? ids.filter((id) => id !== last) : []))
      const ids = await Promise.all(known.map((_, at) => idOf('people', `ext:known${at}-${family}/1`)))
      expect(others.toSorted()).toEqual(ids.toSorted())
    }
  })

  test('another id of the same source is another person', async () => {
    const { vendor, family } = oneOfTwo()
    const other = { ...vendor, external_ids: { vendor: `${family}-2` } }
    expect(await entities('people', [vendor], [other])).toBe(2)
  })
})

describe('companies without a shared identifier', () => {
  function oneOfTwo() {
    const name = `${freshName()} Pumps`
    const slug = name.toLowerCase().replace(' ', '-')
    const place = { location_consensus: { city: 'Jena', country_code: 'DEU' } }
    const page = {
      pnet_primary_slug: slug,
      preferred_name: `${name} GmbH`,
      domains: [`${slug}.example`],
      founded_on_consensus: '1987-01-01',
      standard_industries: ['Manufacturing'],
      ...place,
    }
    const register = {
      preferred_name: name.toUpperCase(),
      external_ids: { register: slug },
      founded_on_consensus: '1987-05-02',
      standard_industries: ['Manufacturing'],
      ...place,
    }
    return { page, register, domain: `dom:${slug}.example`, id: `ext:register/${slug}` }
  }

  test('are two of other sizes at one time, and one that has grown in the years between', async () => {
    const staff = (count: number) => ({ employee_count_consensus: { gte: count, lte: count } })
    const comeTo = async (observed: string) => {
      const { page, register } = oneOfTwo()
      const { standard_industries: _, ...told } = register
      const items = [{ line: 1, record: { ...told, ...staff(12) } }]
      await service.almanac.writer.write('companies', items, {
        source: 'test',
        observedAt: new Date(observed),
      })
      const { created } = await write('companies', [{ ...page, ...staff(80) }], 'vendor')
      return 1 + created
    }
    expect(await comeTo('2026-01-10')).toBe(2)
    expect(await comeTo('2021-01-10')).toBe(1)
  })

  test('are one where name, place and more agree; logged, and can be undone', async () => {
    const { page, register, domain, id } = oneOfTwo()
    expect(await entities('companies', [page], [register])).toBe(1)
    const { merges } = await identity.explain('companies', await idOf('companies', domain))
    expect(merges[0]?.evidence).toEqual([
      `name: ${register.preferred_name}`,
      'city: Jena',
      'founded: 1987',
      'industry: Manufacturing',
    ])
    const { kept, restored } = await identity.split(merges[0]?.id as string, { actor: 'test' })
    expect([kept, restored]).toEqual([await idOf('companies', domain), await idOf('companies', id)])
  })

  test('also when the one without a domain is known first', async () => {
    const { page, register, domain, id } = oneOfTwo()
    expect(await entities('companies', [register], [page])).toBe(1)
    expect(await idOf('companies', domain)).toBe(await idOf('companies', id))
  })

  test.each<[string, object]>([
    ['another name', { preferred_name: 'Phoenix Pump Rental' }],
    ['another city', { location_consensus: { city: 'Bremen', country_code: 'DEU' } }],
    [
      'only the country and the year known',
      { location_consensus: { country_code: 'DEU' }, standard_industries: null },
    ],
    ['nothing but the name', { location_consensus: null, founded_on_consensus: null }],
    ['another domain', { domains: ['another-domain.example'] }],
    ['another page', { pnet_primary_slug: 'another-page' }],
  ])('are two with %s', async (_what, differing) => {
    const { page, register } = oneOfTwo()
    expect(await entities('companies', [page], [{ ...register, ...differing }])).toBe(2)
  })
})
