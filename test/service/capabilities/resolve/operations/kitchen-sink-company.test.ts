import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { companyRecord } from '../../../../../src/corpus/records/index.ts'
import { openResolveTest, type ResolveTest } from '../../../../worlds/resolve.ts'
import { kitchenSinkCompany } from '../../../../../src/capabilities/resolve/operations/kitchen-sink-company.ts'

let resolve: ResolveTest
beforeAll(async () => {
  resolve = await openResolveTest()
})

const ask = (body: object) => resolve.ask('POST /v1/kitchen-sink/company', body)
const slugsOf = async (body: object): Promise<string[]> => {
  const answer = await ask(body)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.output.data.map((company: { pnet_primary_slug: string }) => company.pnet_primary_slug)
}

describe('200', () => {
  test.each([
    ['pnetSlug', 'acme-robotics'],
    ['pnetSlug', 'ACME-robots'],
    ['pnetUrl', 'https://www.pnet.example/company/acme-robotics/about'],
    ['pnetUrl', 'pnet.example/company/1001'],
    ['pnetOrgId', '1001'],
    ['pnetOrgID', '1001'],
  ])('%s %s finds exactly its company', async (identifier, value) => {
    verifies('company-lookup.identifier')
    expect(await slugsOf({ companyIdentifier: { identifier, value }, numCompanies: 10 })).toEqual([
      'acme-robotics',
    ])
  })

  test.each(['acme.example', 'http://www.acme.example/jobs', 'acme-robots.example', 'shop.acme.example'])(
    'domain %s finds its company',
    async (value) => {
      verifies('company-lookup.domain')
      expect(await slugsOf({ companyDomain: { value }, numCompanies: 10 })).toEqual(['acme-robotics'])
    },
  )

  test('of companies behind one domain the most prominent comes first, unless the name says which', async () => {
    const companyDomain = { value: 'joint.example' }
    expect(await slugsOf({ companyDomain })).toEqual(['globex'])
    expect(await slugsOf({ companyDomain, numCompanies: 10 })).toEqual(['globex', 'globex-labs'])
    expect(await slugsOf({ companyDomain, companyName: { value: 'Globex Labs LLC' } })).toEqual([
      'globex-labs',
    ])
  })

  test.each(['Globex', 'GLOBEX, Inc.', 'The Globex Company'])(
    'name %s finds by its normal form',
    async (value) => {
      verifies('company-lookup.name')
      expect(await slugsOf({ companyName: { value }, numCompanies: 10 })).toEqual(['globex'])
    },
  )

  test('returns at most numCompanies, one by default, the most prominent of a name first', async () => {
    verifies('company-lookup.num-companies')
    const companyName = { value: 'Acme Robotics' }
    expect(await slugsOf({ companyName })).toEqual(['acme-robotics'])
    expect(await slugsOf({ companyName, numCompanies: 10 })).toEqual(['acme-robotics', 'acme-robotics-de'])
    const { advice, output } = (await ask({ companyName })).body
    expect(advice[0]).toMatch(/^2 companies have this name/)
    expect(output.matches[0].confidence).toBeLessThan(0.85)
  })

  test('a legal form tells namesakes apart a little, one left out does not', async () => {
    const confidences = async (value: string) => {
      const { output } = (await ask({ companyName: { value }, numCompanies: 2, minConfidence: 0.01 })).body
      return Object.fromEntries(
        output.data.map((company: { pnet_primary_slug: string }, index: number) => [
          company.pnet_primary_slug,
          output.matches[index].confidence,
        ]),
      )
    }
    const [plain, german] = [await confidences('Acme Robotics'), await confidences('Acme Robotics GmbH')]
    expect(german['acme-robotics-de']).toBeGreaterThan(1.5 * plain['acme-robotics-de'])
    const twins = await confidences('Twin Peaks')
    expect(twins['twin-peaks-a']).toBe(twins['twin-peaks-b'])
  })

  test('a former name with a slip leaves more doubt than the name it goes by', async () => {
    const confidence = async (value: string) =>
      (await ask({ companyName: { value }, fuzzySearch: true, minConfidence: 0.01 })).body.output.matches[0]
        ?.confidence
    expect(await confidence('Kontoras')).toBeLessThan(0.8 * (await confidence('Globexx')))
  })

  test('of equal companies of one name none is meant by the name alone, which is free', async () => {
    verifies('resolve.confidence')
    const companyName = { value: 'Twin Peaks' }
    const { output, chargeInfo } = (await ask({ companyName })).body
    expect(output).toMatchObject({ data: [], message: expect.stringMatching(/likeliest of 2/) })
    expect(chargeInfo.method).toBe('free')
    expect(await slugsOf({ companyName, companyDomain: { value: 'peaks-b.example' } })).toEqual([
      'twin-peaks-b',
    ])
    expect((await slugsOf({ companyName, numCompanies: 2 })).sort()).toEqual(['twin-peaks-a', 'twin-peaks-b'])
    expect(await slugsOf({ companyName, numCompanies: 2, minConfidence: 0.4 })).toHaveLength(2)
    expect(await slugsOf({ companyName, numCompanies: 2, minConfidence: 0.5 })).toEqual([])
  })

  test.each([
    ['another script', 'ПАО «Газпром нефть»', 'gazprom-neft'],
    ['a former name', 'Kontora', 'gazprom-neft'],
    ['abbreviations', 'Northern Mfg. & Svcs Intl', 'northern'],
    ['no spaces', 'NorthernManufacturing Services International', 'northern'],
    ['a generic word more', 'Globex Group', 'globex'],
  ])('a name in %s finds its company', async (_, value, slug) => {
    expect(await slugsOf({ companyName: { value } })).toEqual([slug])
  })

  test('minConfidence leaves out what is less sure, for free', async () => {
    verifies('resolve.confidence')
    const { output } = (await ask({ companyName: { value: 'Globex' }, minConfidence: 0.85 })).body
    expect(output.matches[0].confidence).toBe(0.85)
    const none = (await ask({ companyName: { value: 'Globex' }, minConfidence: 0.86 })).body
    expect(none.output.data).toEqual([])
    expect(none.chargeInfo.method).toBe('free')
    expect(await slugsOf({ companyDomain: { value: 'globex.example' }, minConfidence: 0.9 })).toEqual([
      'globex',
    ])
  })

  test.each([
    ['initials in any way', 'SMITH A O CORP', 'ao-smith'],
    ['shares and jurisdiction', 'A.O. Smith Corp /DE/', 'ao-smith'],
    ['a class of shares', 'Quillon Pumps Inc. (Class A)', 'quillon-pumps'],
    ['an address', 'Purchasing Department, Quillon Pumps, Jena, Germany', 'quillon-pumps'],
  ])('a name with %s finds its company', async (_, value, slug) => {
    expect(await slugsOf({ companyName: { value } })).toEqual([slug])
  })

  test('a text that is a domain nobody has is no name, and free; one that somebody has is the domain', async () => {
    for (const value of ['segment.org', 'segment.io']) {
      const { output, chargeInfo } = (await ask({ companyName: { value }, fuzzySearch: true })).body
      expect(output.data, value).toEqual([])
      expect(chargeInfo.method).toBe('free')
    }
    expect(await slugsOf({ companyName: { value: 'segment' } })).toEqual(['segment'])
  })

  test('fuzzySearch never puts one that is alike before one that has the name', async () => {
    const companyName = { value: 'Segment Group' }
    const [plain, fuzzy] = await Promise.all(
      [false, true].map(async (fuzzySearch) => (await ask({ companyName, fuzzySearch })).body.output),
    )
    expect(fuzzy.data[0].pnet_primary_slug).toBe('segment')
    expect(fuzzy.matches).toEqual(plain.matches)
  })

  test('a short name leads to the one longer name that begins with it, which is less than sure', async () => {
    const asked = { companyName: { value: 'Quillon' }, fuzzySearch: true }
    expect(await slugsOf(asked)).toEqual([])
    const { output } = (await ask({ ...asked, minConfidence: 0.4 })).body
    expect(output.data[0].pnet_primary_slug).toBe('quillon-pumps')
    expect(output.matches[0].confidence).toBeGreaterThan(0.4)
  })

  test('fuzzySearch finds a misspelt name, which is not found without', async () => {
    const companyName = { value: 'Acme Robitcs' }
    expect(await slugsOf({ companyName })).toEqual([])
    expect((await slugsOf({ companyName: { value: 'Acme Robtics' }, fuzzySearch: true }))[0]).toBe(
      'acme-robotics',
    )
    expect(await slugsOf({ companyName: { value: 'Acme Botanics' }, fuzzySearch: true })).toEqual([])
  })

  test('the identifier decides before the domain, and the domain before the name', async () => {
    const companyIdentifier = { identifier: 'pnetOrgId', value: '1002' }
    const companyDomain = { value: 'acme.example' }
    const companyName = { value: 'Globex' }
    expect(await slugsOf({ companyIdentifier, companyDomain, companyName })).toEqual(['acme-robotics-de'])
    const renamed = { value: 'Quennell Automata' }
    expect(await slugsOf({ companyDomain, companyName: renamed })).toEqual(['acme-robotics'])
    expect(await slugsOf({ companyDomain: { value: 'unheard.example' }, companyName })).toEqual(['globex'])
  })

  test('a match is a whole record and costs 2', async () => {
    verifies('op.kitchen-sink-company', 'price.company-lookup')
    const { body } = await ask({ companyName: { value: 'Globex' } })
    expect(companyRecord.parse(body.output.data[0])).toEqual(body.output.data[0])
    expect(body.output.matches).toEqual([
      { confidence: 0.85, evidence: ['companyName: the same'], live: false },
    ])
    expect(body.chargeInfo).toMatchObject({ method: 'charged-now', creditsCharged: 2 })
  })

  test('no match, and nothing to match by, is an empty list and free', async () => {
    verifies('company-lookup.no-match')
    for (const body of [
      { companyName: { value: 'Nobody' } },
      { companyDomain: { value: 'no.example' } },
      {},
    ]) {
      const answer = await ask(body)
      expect(answer.status).toBe(200)
      expect(answer.body.output).toMatchObject({ data: [], matches: [], message: expect.any(String) })
      expect(answer.body.chargeInfo.method).toBe('free')
    }
  })

  test('liveFetch without a live source warns and costs nothing more', async () => {
    const { body } = await ask({ companyName: { value: 'Globex' }, liveFetch: true })
    expect(body.warnings).toMatchObject([{ field: 'liveFetch' }])
    expect(body.chargeInfo.creditsCharged).toBe(2)
  })

  test('may be asked 60 times a minute', () => {
    verifies('limit.kitchen-sink-company')
    expect(kitchenSinkCompany.limit).toEqual({ max: 60, windowSeconds: 60 })
  })
})

test.each<[object, string]>([
  [{ companyIdentifier: { identifier: 'domain', value: 'x' } }, 'companyIdentifier.identifier'],
  [{ companyIdentifier: { identifier: 'pnetUrl', value: 'pnet.example/in/ada' } }, 'companyIdentifier.value'],
  [{ companyIdentifier: { identifier: 'pnetOrgId', value: '12a' } }, 'companyIdentifier.value'],
  [{ companyDomain: { value: 'nodots' } }, 'companyDomain.value'],
  [{ companyName: { value: '' } }, 'companyName.value'],
  [{ numCompanies: 0 }, 'numCompanies'],
  [{ numCompanies: 11 }, 'numCompanies'],
  [{ minConfidence: 1.1 }, 'minConfidence'],
])('400 for %j at %s', async (body, path) => {
  verifies('company-lookup.num-companies')
  const answer = await ask(body)
  expect(answer.status).toBe(400)
  expect(answer.body.issues.map((issue: { path: string }) => issue.path)).toEqual([path])
})
