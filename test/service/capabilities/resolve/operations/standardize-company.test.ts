import { beforeAll, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { openResolveTest, type ResolveTest } from '../../../../worlds/resolve.ts'
import { standardizeCompany } from '../../../../../src/capabilities/resolve/operations/standardize-company.ts'

let resolve: ResolveTest
beforeAll(async () => {
  resolve = await openResolveTest()
})

const ask = (body: object) => resolve.ask('POST /v1/standardize/company/single', body)

test.each([
  'https://www.acme.example/about?x=1',
  'acme-robots.example',
  'http://PNET.example/company/ACME-Robots/',
  'pnet.example/company/1001',
  '1001',
  'acme-robots',
  'ACME Automation, Inc.',
])('200: %s is answered in standard form for 1 credit', async (identifier) => {
  verifies('op.standardize-company', 'standardize-company.single', 'client.standardize.members')
  const { body } = await ask({ identifier })
  expect(body.output).toMatchObject({
    companiesFound: [
      {
        identifier,
        pnetUrl: 'https://www.pnet.example/company/acme-robotics',
        name: 'Acme Robotics Inc.',
        websiteUrl: 'https://acme.example',
        evidence: [expect.any(String)],
      },
    ],
    companiesNotFound: [],
    pnetUrl: 'https://www.pnet.example/company/acme-robotics',
    name: 'Acme Robotics Inc.',
    websiteUrl: 'https://acme.example',
  })
  expect(body.output.companiesFound[0].confidence).toBeGreaterThan(0.8)
  expect(body.chargeInfo).toMatchObject({ creditsCharged: 1 })
})

const unknown = ['nobody.example', 'segment.org', 'https://www.segment.org/about', 'Twin Peaks', '§§', '   ']

test.each([...unknown, 'https://www.pnet.example/in/ada-lindqvist'])(
  '200: %s names no company for sure, and is free',
  async (identifier) => {
    const { body } = await ask({ identifier })
    expect(body.output).toEqual({ companiesFound: [], companiesNotFound: [identifier] })
    expect(body.chargeInfo.method).toBe('free')
  },
)

test('200: minConfidence is honoured', async () => {
  const asked = { identifier: 'Acme Automation', minConfidence: 0.9 }
  expect((await ask(asked)).body.output.companiesFound).toEqual([])
})

test.each<[object, string]>([
  [{}, 'identifier'],
  [{ identifier: '' }, 'identifier'],
  [{ identifier: 'x', minConfidence: 'high' }, 'minConfidence'],
])('400 for %j at %s', async (body, path) => {
  const answer = await ask(body)
  expect(answer.status).toBe(400)
  expect(answer.body.issues[0].path).toBe(path)
})

test('may be asked 120 times a minute', () => {
  expect(standardizeCompany.limit).toEqual({ max: 120, windowSeconds: 60 })
})
