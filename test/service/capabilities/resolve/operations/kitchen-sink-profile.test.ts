import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { personRecord } from '../../../../../src/corpus/records/index.ts'
import { openResolveTest, type ResolveTest } from '../../../../worlds/resolve.ts'
import { kitchenSinkProfile } from '../../../../../src/capabilities/resolve/operations/kitchen-sink-profile.ts'

let resolve: ResolveTest
beforeAll(async () => {
  resolve = await openResolveTest()
})

const ask = (body: object) => resolve.ask('POST /v1/kitchen-sink/person', body)
const slugsOf = async (body: object): Promise<string[]> => {
  const answer = await ask(body)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.output.data.map((person: { primary_slug: string }) => person.primary_slug)
}
const named = (value: string, more: object = {}) => ({ personName: { value }, ...more })

describe('200 by identifier', () => {
  test.each([
    ['pnetSlug', 'ada-lindqvist'],
    ['pnetSlug', 'Ada-Lindqvist'],
    ['pnetSlug', 'ada-l-17'],
    ['pnetUrl', 'https://www.pnet.example/in/ada-lindqvist/?x=1'],
    ['pnetUrl', 'pnet.example/in/ada-l-17'],
    ['userID', '501'],
    ['userID', 'ACoAAEntityOfAda'],
    ['userID', 'urn:pnet:profile:ACoAAEntityOfAda'],
  ])('%s %s finds its person', async (identifier, value) => {
    verifies('person-lookup.profile-identifier', 'person-lookup.profile-identifier.bare-url')
    expect(await slugsOf({ profileIdentifier: { identifier, value } })).toEqual(['ada-lindqvist'])
  })

  test('an e-mail address finds its person, whatever its case', async () => {
    expect(await slugsOf({ emailAddress: 'ada.lindqvist@ACME.example' })).toEqual(['ada-lindqvist'])
  })

  test('an address of two people finds both, each half as sure', async () => {
    const { output } = (await ask({ emailAddress: 'family@home.example', numProfiles: 5 })).body
    expect(output.data.map((person: { name: string }) => person.name).sort()).toEqual([
      'Eva Berg',
      'Ola Berg',
    ])
    expect(output.matches.map((match: { confidence: number }) => match.confidence)).toEqual([0.485, 0.485])
  })

  test('the identifier decides before the address, and the address before the name', async () => {
    verifies('person-lookup.accuracy-order')
    const profileIdentifier = { identifier: 'pnetSlug', value: 'wei-chen' }
    const emailAddress = 'ada.lindqvist@acme.example'
    const personName = { value: 'Grace Müller' }
    expect(await slugsOf({ profileIdentifier, emailAddress, personName, numProfiles: 3 })).toEqual([
      'wei-chen',
    ])
    expect(await slugsOf({ emailAddress, personName, numProfiles: 3 })).toEqual(['ada-lindqvist'])
  })

  test('a name that contradicts the identifier is told and lowers the confidence', async () => {
    const profileIdentifier = { identifier: 'pnetSlug', value: 'wei-chen' }
    const [alone, other] = await Promise.all([
      ask({ profileIdentifier }),
      ask({ profileIdentifier, ...named('Grace Müller') }),
    ])
    expect(other.body.output.matches[0].evidence).toContain('personName: Wei Chen has another name')
    expect(other.body.output.matches[0].confidence).toBeLessThan(alone.body.output.matches[0].confidence)
  })

  test('an unknown identifier is made up for only by what leaves little doubt', async () => {
    const profileIdentifier = { identifier: 'pnetSlug', value: 'nobody-at-all' }
    expect(await slugsOf({ profileIdentifier, ...named('Ada Lindqvist') })).toEqual([])
    expect(
      await slugsOf({
        profileIdentifier,
        ...named('Ada Lindqvist'),
        companyDomain: { value: 'acme.example' },
      }),
    ).toEqual(['ada-lindqvist'])
  })
})

describe('200 by name', () => {
  test.each([
    ['Ada Lindqvist', 'ada-lindqvist'],
    ['ADA LINDQVIST, PhD', 'ada-lindqvist'],
    ['Jose Garcia Perez', 'jose-garcia'],
    ['Grace Mueller', 'grace-muller'],
    ['Conor O’Brien', 'conor-obrien'],
    ['Conor OBrien', 'conor-obrien'],
  ])('%s is found accents, case and spelling aside', async (value, slug) => {
    verifies('person-lookup.person-name')
    expect(await slugsOf(named(value))).toEqual([slug])
  })

  test('strict names agree in first and last name, nicknames counted', async () => {
    verifies('person-lookup.person-name.strict')
    const employer = { companyName: { value: 'Acme Robotics' } }
    expect(await slugsOf(named('Bob Miller', employer))).toEqual(['robert-miller-1'])
    for (const other of ['Lindqvist', 'Ada', 'Lindqvist Ada', 'Ada Miller', 'Ada Lindqist'])
      expect(await slugsOf(named(other)), other).toEqual([])
  })

  test.each(['Lindqvist Ada', 'Lindqvist', 'Ada Maria Lindqvist'])('loose: %s', async (value) => {
    verifies('person-lookup.person-name.loose')
    expect(await slugsOf({ personName: { value, looseMatch: true } })).toEqual(['ada-lindqvist'])
  })

  test('loose: of part of a name that several have, up to numProfiles candidates are answered', async () => {
    const personName = { value: 'Miller', looseMatch: true }
    const found = async (more: object) => (await slugsOf({ personName, ...more })).length
    const all = await found({ numProfiles: 10 })
    expect(all).toBeGreaterThanOrEqual(3)
    for (const numProfiles of [2, 3]) expect(await found({ numProfiles }), `${numProfiles}`).toBe(numProfiles)
    // The one that is meant cannot be told; nor does anybody reach what the request calls sure.
    expect(await found({})).toBe(0)
    expect(await found({ numProfiles: 3, minConfidence: 0.9 })).toBe(0)
    // SPEC.md, Person lookup: two credits per lookup, and none where nobody is returned.
    for (const [numProfiles, price] of [
      [1, 0],
      [2, 2],
      [10, 2],
    ] as const) {
      const { body } = await ask({ personName, numProfiles })
      expect([numProfiles, body.chargeInfo.creditsCharged ?? 0]).toEqual([numProfiles, price])
    }
    // Not loose, a part of a name is nobody's.
    expect(await slugsOf(named('Miller', { numProfiles: 3 }))).toEqual([])
  })

  const employer = { companyName: { value: 'A O Smith' } }

  test.each([
    ['Lucia Suarez', 'lucia-suarez'],
    ['Suárez Marín, Lucía', 'lucia-suarez'],
    ['Wei Wang', 'wei-wang-8b12'],
    ['Wang Wei', 'wei-wang-8b12'],
    ['Trey Vance', 'trey-vance'],
    ['Robert Vance', 'trey-vance'],
  ])('%s is found with and without the employer', async (value, slug) => {
    expect(await slugsOf(named(value))).toEqual([slug])
    expect(await slugsOf(named(value, employer))).toEqual([slug])
  })

  test.each(['Lucia Gomez Marin', 'Robert B. Vance', 'Wei Wong'])('%s is nobody there', async (value) => {
    for (const fuzzySearch of [false, true])
      expect(await slugsOf(named(value, { ...employer, fuzzySearch }))).toEqual([])
    const personName = { value, looseMatch: true }
    expect(await slugsOf({ personName, ...employer })).toEqual([])
  })

  test('fuzzySearch finds a slip in each word and nothing more', async () => {
    verifies('person-lookup.fuzzy-search.member')
    expect(await slugsOf(named('Adda Lindqist', { fuzzySearch: true }))).toEqual(['ada-lindqvist'])
    expect(await slugsOf(named('Adda Lindqist', { fuzzySearch: false }))).toEqual([])
    expect(await slugsOf(named('Ada Lundkist', { fuzzySearch: true }))).toEqual([])
  })

  test.each<[object, string, string]>([
    [{ companyName: { value: 'ACME Robotics, Inc.' } }, 'robert-miller-1', 'employer'],
    [{ companyName: { value: 'Acme Automation' } }, 'robert-miller-1', 'another name of the employer'],
    [{ companyDomain: { value: 'https://www.acme.example/about' } }, 'robert-miller-1', 'domain'],
    [{ companyDomain: { value: 'shop.acme.example' } }, 'robert-miller-1', 'sub-domain'],
    [{ companyName: { value: 'acme.example' } }, 'robert-miller-1', 'a domain for a name'],
    [{ companyName: { value: 'Robot Department, Acme Robotics, Austin, USA' } }, 'robert-miller-1', 'a line'],
    [{ companyIdentifier: { identifier: 'pnetSlug', value: 'acme-robots' } }, 'robert-miller-1', 'slug'],
    [
      { companyIdentifier: { identifier: 'pnetUrl', value: 'pnet.example/company/1001' } },
      'robert-miller-1',
      'url',
    ],
    [{ companyIdentifier: { identifier: 'pnetOrgID', value: '1001' } }, 'robert-miller-1', 'org id'],
    [{ companyIdentifier: { identifier: 'pnetOrgId', value: '1001' } }, 'robert-miller-1', 'org id'],
    [{ jobTitle: { value: 'software engineer' } }, 'robert-miller-1', 'title'],
    [{ jobTitle: { value: 'Nurse' } }, 'robert-miller-2', 'part of a title'],
    [{ pnetHeadline: { value: 'nurse, TEACHER, father' } }, 'robert-miller-2', 'headline'],
    [{ pnetHeadline: { value: 'father teacher', looseMatch: true } }, 'robert-miller-2', 'headline words'],
    [{ schoolName: { value: 'State University' } }, 'robert-miller-1', 'school'],
    [{ schoolIdentifier: { identifier: 'pnetOrgID', value: '2999' } }, 'robert-miller-2', 'school id'],
    [{ schoolIdentifier: { identifier: 'pnetOrgId', value: '2999' } }, 'robert-miller-2', 'school id'],
    [
      { schoolIdentifier: { identifier: 'pnetUrl', value: 'www.pnet.example/school/state-university' } },
      'robert-miller-1',
      'school url',
    ],
    [
      { schoolIdentifier: { identifier: 'pnetSlug', value: 'state-university' } },
      'robert-miller-1',
      'school slug',
    ],
    [{ schoolDomain: { value: 'state-university.example' } }, 'robert-miller-1', 'school domain'],
    [{ profileLocation: { countryCode: 'DEU' } }, 'robert-miller-3', 'country'],
    [{ profileLocation: { countryCode: 'USA', stateName: 'TX' } }, 'robert-miller-1', 'state'],
    [{ profileLocation: { locality: 'Greater Munich Area' } }, 'robert-miller-3', 'locality'],
  ])('of three namesakes %j is %s (%s)', async (clue, slug) => {
    verifies(
      'person-lookup.job-title',
      'person-lookup.company-identifier',
      'person-lookup.pnet-headline',
      'person-lookup.company-name',
      'person-lookup.company-domain',
      'person-lookup.profile-location',
      'person-lookup.school-name',
      'person-lookup.school-identifier',
      'person-lookup.school-domain',
    )
    for (const thoroughness of ['high', 'low'])
      expect(await slugsOf(named('Robert Miller', { ...clue, numProfiles: 10, thoroughness }))).toEqual([
        slug,
      ])
  })

  test('namesakes come the most prominent first, each surer alone than together', async () => {
    verifies('person-lookup.num-profiles.best-first')
    const { output, advice } = (await ask(named('Robert Miller', { numProfiles: 3 }))).body
    expect(output.data.map((person: { primary_slug: string }) => person.primary_slug)[0]).toBe(
      'robert-miller-2',
    )
    const each = { confidence: 0.233, evidence: ['personName: Robert Miller'], live: false }
    expect(output.matches).toEqual([each, each, each])
    expect(advice[0]).toMatch(/^3 people match equally well/)
  })

  test('every concurrent position counts, and a past one counts less', async () => {
    for (const value of ['Acme Robotics', 'Globex'])
      expect(
        await slugsOf(named('Grace Müller', { companyName: { value }, forceCompanyMatch: true })),
      ).toEqual(['grace-muller'])
    const [now, past] = await Promise.all(
      ['Globex', 'Acme Robotics'].map((value) => ask(named('Wei Chen', { companyName: { value } }))),
    )
    const confidence = (answer: typeof now) => answer?.body.output.matches[0].confidence as number
    expect(confidence(past)).toBeLessThan(confidence(now))
    expect(confidence(past)).toBeGreaterThan(0.7)
  })

  test('a wrong company lowers the confidence, and with forceCompanyMatch nobody matches', async () => {
    verifies('person-lookup.force-company-match', 'person-lookup.force-company-match.default')
    const wrong = named('Ada Lindqvist', { companyDomain: { value: 'globex.example' } })
    expect(await slugsOf(wrong)).toEqual([])
    const loose = (await ask({ ...wrong, minConfidence: 0.4 })).body.output
    expect(loose.data[0].primary_slug).toBe('ada-lindqvist')
    expect(loose.matches[0]).toMatchObject({ confidence: 0.42 })
    expect(loose.matches[0].evidence).toContain('companyDomain: no position there')
    expect(await slugsOf({ ...wrong, forceCompanyMatch: true })).toEqual([])
    // An identifier decides who is meant; the force still says where they must work. Past positions do not count.
    const profileIdentifier = { identifier: 'pnetSlug', value: 'wei-chen' }
    const employedBy = (value: string) => ({
      profileIdentifier,
      companyName: { value },
      forceCompanyMatch: true,
    })
    expect(await slugsOf(employedBy('Globex'))).toEqual(['wei-chen'])
    expect(await slugsOf(employedBy('Acme Robotics'))).toEqual([])
  })

  test('the strongest employer member that is known decides', async () => {
    const both = {
      companyIdentifier: { identifier: 'pnetOrgId', value: '1001' },
      companyName: { value: 'Globex' },
    }
    expect(await slugsOf(named('Robert Miller', both))).toEqual(['robert-miller-1'])
    const unknown = { companyDomain: { value: 'unheard.example' }, companyName: { value: 'Globex' } }
    expect(await slugsOf(named('Robert Miller', unknown))).toEqual(['robert-miller-2'])
  })

  test('companies of one name are told apart by what identifies them', async () => {
    const conor = (company: object) => named("Conor O'Brien", { ...company, forceCompanyMatch: true })
    expect(await slugsOf(conor({ companyName: { value: 'Acme Robotics' } }))).toEqual(['conor-obrien'])
    expect(await slugsOf(conor({ companyDomain: { value: 'acme-de.example' } }))).toEqual(['conor-obrien'])
    expect(await slugsOf(conor({ companyDomain: { value: 'acme.example' } }))).toEqual([])
  })

  test('without a name, employer and title find somebody, and one of them alone nobody', async () => {
    const companyName = { value: 'Acme Robotics' }
    const jobTitle = { value: 'Chief Technology Officer' }
    expect(await slugsOf({ companyName, jobTitle })).toEqual(['ada-lindqvist'])
    expect(await slugsOf({ companyName })).toEqual([])
    expect(await slugsOf({ pnetHeadline: { value: 'building robots that build robots at acme' } })).toEqual([
      'ada-lindqvist',
    ])
  })

  test('a clue that agrees never lowers the confidence', async () => {
    const clues = [
      {},
      { companyName: { value: 'Acme Robotics' } },
      { jobTitle: { value: 'Chief Technology Officer' } },
      { schoolName: { value: 'State University' } },
      { profileLocation: { countryCode: 'SWE', locality: 'Stockholm' } },
    ]
    const body = named('Ada Lindqvist')
    let before = 0
    for (const clue of clues) {
      Object.assign(body, clue)
      const now = (await ask(body)).body.output.matches[0].confidence as number
      expect(now).toBeGreaterThan(before)
      before = now
    }
    expect(before).toBeLessThanOrEqual(1)
  })
})

describe('200 answer', () => {
  test('a match is a whole record in data, with confidence and evidence beside it', async () => {
    verifies('op.kitchen-sink-profile', 'person-lookup.record', 'person-lookup.wrapper')
    const { output } = (await ask(named('Ada Lindqvist'))).body
    expect(Object.keys(output).sort()).toEqual(['data', 'matches'])
    expect(personRecord.parse(output.data[0])).toEqual(output.data[0])
    expect(output.matches).toHaveLength(output.data.length)
  })

  test('a match costs 2 credits however many are returned, and no match is an empty list and free', async () => {
    verifies('person-lookup.price', 'price.person-lookup', 'person-lookup.no-match')
    const found = await ask(named('Robert Miller', { numProfiles: 3 }))
    expect(found.body.output.data).toHaveLength(3)
    expect(found.body.chargeInfo).toMatchObject({ method: 'charged-now', creditsCharged: 2 })
    const missed = await ask(named('Nobody Atall'))
    expect(missed.status).toBe(200)
    expect(missed.body.output).toMatchObject({ data: [], matches: [], message: expect.any(String) })
    expect(missed.body.chargeInfo.method).toBe('free')
    expect(missed.headers.get('x-credits-charged')).toBe('0')
  })

  test('with the key alone it answers no match and says what to give', async () => {
    verifies('person-lookup.only-key-required')
    const { status, body } = await ask({})
    expect(status).toBe(200)
    expect(body.output.message).toMatch(/profileIdentifier, emailAddress, or personName/)
    expect(body.chargeInfo.method).toBe('free')
  })

  test('every optional member may be null', async () => {
    const members = Object.keys(kitchenSinkProfile.input.shape)
    expect(await slugsOf(Object.fromEntries(members.map((member) => [member, null])))).toEqual([])
  })

  test('liveFetch without a live source warns and does not cost the extra', async () => {
    verifies('person-lookup.live-fetch.member')
    const { body } = await ask(named('Ada Lindqvist', { liveFetch: true }))
    expect(body.warnings).toMatchObject([{ field: 'liveFetch' }])
    expect(body.chargeInfo.creditsCharged).toBe(2)
    const dry = await resolve.ask(
      'POST /v1/kitchen-sink/person',
      named('Ada Lindqvist', { liveFetch: true }),
      {
        'x-dry-run': '1',
      },
    )
    expect(dry.body.output.dryRun.maxCredits).toBe(4)
  })

  test('a text that is null asks nothing', async () => {
    verifies('client.lookup.null-texts')
    const profileIdentifier = { identifier: 'pnetSlug', value: 'ada-lindqvist' }
    const nothing = { value: null }
    const asked = { profileIdentifier, companyName: nothing, jobTitle: nothing, personName: nothing }
    expect((await ask(asked)).body.output.data).toMatchObject([{ primary_slug: 'ada-lindqvist' }])
    const empty = await ask({ profileIdentifier, jobTitle: { value: '' } })
    expect(empty.body.issues[0].path).toBe('jobTitle.value')
  })

  test('details of schools and employers are added when asked for', async () => {
    verifies('person-lookup.get-detailed-education.member', 'person-lookup.get-detailed-work.member')
    verifies('person.detailed-work.members')
    const profileIdentifier = { identifier: 'pnetSlug', value: 'ada-lindqvist' }
    const plain = (await ask({ profileIdentifier })).body.output.data[0]
    expect(plain).not.toHaveProperty('detailed_education')
    const wanted = { getDetailedEducation: true, getDetailedWorkExperience: true }
    const detailed = (await ask({ profileIdentifier, ...wanted })).body.output.data[0]
    expect(detailed.detailed_education).toEqual([
      {
        ...plain.education[0],
        school_details: {
          domains: ['state-university.example'],
          pnet_ids: [],
          preferred_name: 'State University',
          pnet_primary_slug: 'state-university',
          li_org_id: '2001',
        },
      },
    ])
    expect(detailed.detailed_work_experiences[0].company_details).toEqual({
      domains: ['acme.example', 'acme-robots.example'],
      pnet_ids: [],
      preferred_name: 'Acme Robotics Inc.',
      pnet_primary_slug: 'acme-robotics',
      li_org_id: '1001',
    })
    const nurse = await ask({
      profileIdentifier: { identifier: 'pnetSlug', value: 'robert-miller-2' },
      ...wanted,
    })
    expect(nurse.body.output.data[0].detailed_education[0].school_details).toBeNull()
  })

  test('low thoroughness finds the same person where the request is plain', async () => {
    verifies('person-lookup.thoroughness.member')
    expect(await slugsOf(named('Ada Lindqvist', { thoroughness: 'low' }))).toEqual(['ada-lindqvist'])
  })

  test('forceCompanyMatch without a company is ignored with a warning', async () => {
    const { body } = await ask(named('Ada Lindqvist', { forceCompanyMatch: true }))
    expect(body.output.data).toHaveLength(1)
    expect(body.warnings).toMatchObject([{ field: 'forceCompanyMatch' }])
  })

  test('may be asked 120 times a minute', () => {
    verifies('limit.kitchen-sink-profile')
    expect(kitchenSinkProfile.limit).toEqual({ max: 120, windowSeconds: 60 })
    expect(kitchenSinkProfile.timeoutMs).toBe(60_000)
  })
})

describe('400', () => {
  test.each<[object, string]>([
    [{ profileIdentifier: { identifier: 'slug', value: 'x' } }, 'profileIdentifier.identifier'],
    [{ profileIdentifier: { identifier: 'pnetSlug' } }, 'profileIdentifier.value'],
    [
      { profileIdentifier: { identifier: 'pnetUrl', value: 'https://other.example/in/ada' } },
      'profileIdentifier.value',
    ],
    [{ emailAddress: 'not an address' }, 'emailAddress'],
    [{ personName: { value: '' } }, 'personName.value'],
    [{ personName: { value: 'Ada', looseMatch: 'yes' } }, 'personName.looseMatch'],
    [{ jobTitle: { value: '' } }, 'jobTitle.value'],
    [{ companyIdentifier: { identifier: 'domain', value: 'x' } }, 'companyIdentifier.identifier'],
    [{ companyIdentifier: { identifier: 'pnetOrgId', value: 'abc' } }, 'companyIdentifier.value'],
    [{ pnetHeadline: { value: '' } }, 'pnetHeadline.value'],
    [{ companyName: { value: '' } }, 'companyName.value'],
    [{ companyDomain: { value: '' } }, 'companyDomain.value'],
    [{ companyDomain: { value: 'no domain' } }, 'companyDomain.value'],
    [{ profileLocation: { countryCode: 'US' } }, 'profileLocation.countryCode'],
    [{ profileLocation: { stateName: 5 } }, 'profileLocation.stateName'],
    [{ numProfiles: 0 }, 'numProfiles'],
    [{ numProfiles: 11 }, 'numProfiles'],
    [{ numProfiles: 1.5 }, 'numProfiles'],
    [{ liveFetch: 'true' }, 'liveFetch'],
    [{ forceCompanyMatch: 1 }, 'forceCompanyMatch'],
    [{ schoolName: { value: '' } }, 'schoolName.value'],
    [{ schoolIdentifier: { identifier: 'domain', value: '1' } }, 'schoolIdentifier.identifier'],
    [{ schoolDomain: { value: '' } }, 'schoolDomain.value'],
    [{ fuzzySearch: 'no' }, 'fuzzySearch'],
    [{ thoroughness: 'medium' }, 'thoroughness'],
    [{ minConfidence: -0.1 }, 'minConfidence'],
    [{ getDetailedEducation: 'x' }, 'getDetailedEducation'],
    [{ getDetailedWorkExperience: 'x' }, 'getDetailedWorkExperience'],
  ])('%j is refused at %s and free', async (body, path) => {
    verifies('person-lookup.num-profiles', 'person-lookup.email-address')
    const answer = await ask(body)
    expect(answer.status).toBe(400)
    expect(answer.body.issues.map((issue: { path: string }) => issue.path)).toEqual([path])
    expect(answer.headers.get('x-credits-charged')).toBe('0')
  })

  test('a megabyte of name is answered in time', async () => {
    const value = 'Ada Lindqvist '.repeat(70_000)
    const answer = await ask({
      personName: { value, looseMatch: true },
      jobTitle: { value },
      fuzzySearch: true,
    })
    expect(answer.status).toBeLessThan(500)
  })
})

test('401 without a key', async () => {
  expect((await resolve.service.send('POST /v1/kitchen-sink/person', { body: {} })).status).toBe(401)
})

test('402 when the balance does not cover a match', async () => {
  const poor = await resolve.service.org(1)
  const answer = await resolve.service.send('POST /v1/kitchen-sink/person', {
    key: poor.rawKey,
    body: named('Ada Lindqvist'),
  })
  expect(answer.status).toBe(402)
})
