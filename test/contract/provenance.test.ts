import { beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { definition, unwrap, type AnyOperation } from '../../src/operation/index.ts'
import { verifies } from '../conformance/verifies.ts'
import type { TestOrganization } from '../support/platform.ts'
import { sampleWorld, type SampledAlmanac } from '../worlds/sample.ts'
import { independentOperations, requestOf } from './example-request.ts'
import { everyOperation } from './registry.ts'

/** Operations that name what the corpus has and answer no record of it, and what they answer. */
const noRecords: Record<string, string> = {
  ...reason('contacts, each with the source that said it', [
    'pollBatchContactDetails',
    'pollExhaustiveContactEnrichmentResult',
    'syncQuickContactReveal',
    'syncTurboContactEnrichment',
  ]),
  ...reason('entries of a list as its owner put them there', [
    'addProfilesToList',
    'getExcludedCompaniesForExclusionList',
    'getExcludedProspectsForExclusionList',
    'listTrackerCompanies',
    'listTrackerPeople',
  ]),
  ...reason('what several records say of a business, with what told that it is this one', [
    'pollLocalBusinessSearch',
  ]),
  ...reason('a picture of what was asked for', ['bulkCompanyLogos', 'bulkProfilePic', 'companyLogo']),
  ...reason('an evaluation of many records, which says whom of', [
    'getCompanyRevenue',
    'getDepartmentSize',
    'getScoutingReport',
    'getTalentFlow',
    'getTalentFlowRivals',
    'listCompanyRankings',
    'pollDepthChart',
  ]),
  ...reason('identifiers alone', [
    'liteReverseEmailLookup',
    'standardizeCompany',
    'standardizeCompanyBulk',
    'standardizeProfile',
  ]),
  ...reason('an account elsewhere, with source and evidence of its own', [
    'codehostToPnetPolling',
    'codehostToPnetSingle',
    'microblogHandleToPnetSingle',
    'socialMediaLookupBatchPolling',
    'socialMediaLookupPolling',
  ]),
  ...reason('signals, which say their sources', [
    'backtestTrackerRule',
    'fireTrackerDummy',
    'listAllTrackerSignals',
    'listTrackerSignals',
    'previewTrackerSignal',
  ]),
}

function reason(answered: string, ids: readonly string[]): Record<string, string> {
  return Object.fromEntries(ids.map((id) => [id, answered]))
}

const identifying =
  /^(pnet_?(primary_?)?slug|primary_?slug|companySlug|pnet_?url|li_org_id|pnet_?org_?id|(company|prospect|entity|place|post|comment|reaction|listing|job|reply)_?Id|propertyToken|ticker|flightNumber|handle|permalink|salary|articles?)$/i

/** Whether an output has a member that says who or what of the corpus is meant. */
function namesEntities(output: z.ZodType, seen = new Set<z.ZodType>()): boolean {
  const schema = unwrap(output)
  if (seen.has(schema)) return false
  seen.add(schema)
  const { shape = {}, options = [], element, valueType } = definition(schema)
  if (Object.keys(shape).some((name) => identifying.test(name))) return true
  const parts = [...Object.values(shape), ...options, element, valueType]
  return parts.some((part) => part !== undefined && namesEntities(part, seen))
}

const isTraced = ({ input }: AnyOperation) => Object.hasOwn(input.shape, 'includeProvenance')

test('whatever names what the corpus has says where their members are from, or why it does not', () => {
  verifies('provenance.every-operation')
  const untraced = everyOperation.filter(
    ([, operation]) =>
      operation.access !== 'operator' && namesEntities(operation.output) && !isTraced(operation),
  )
  expect(untraced.map(([id]) => id).toSorted()).toEqual(Object.keys(noRecords).toSorted())
})

describe('over the sample', () => {
  let service: SampledAlmanac
  let org: TestOrganization
  beforeAll(async () => {
    service = await sampleWorld()
    org = await service.org(100_000)
  })

  const traced = independentOperations.filter(([, operation]) => isTraced(operation))

  test.each(traced)('%s tells source, days and confidence of every record', async (_id, operation) => {
    verifies('provenance.members')
    const { route, body } = requestOf(operation, { members: { includeProvenance: true } })
    const answer = await service.send(route, { key: org.rawKey, body })
    expect(answer.status).toBe(200)
    const { output } = answer.body
    expect(output.provenance.length).toBeGreaterThan(0)
    for (const { path, members } of output.provenance) {
      const record = at(output, path)
      const told = Object.entries(members as Record<string, Record<string, unknown>>)
      expect(told.length, path).toBeGreaterThan(0)
      for (const [name, origin] of told) {
        expect(record[name] ?? null, `${path}.${name}`).not.toBeNull()
        expect(origin).toEqual({
          source: expect.stringMatching(/./),
          observedAt: expect.stringMatching(/^\d{4}-/),
          verifiedAt: expect.stringMatching(/^\d{4}-/),
          confidence: expect.any(Number),
        })
      }
    }
    const plain = await service.send(route, { key: org.rawKey, body: requestOf(operation).body })
    expect(plain.body.output.provenance).toBeUndefined()
    expect(answer.body.chargeInfo.creditsCharged).toBe(plain.body.chargeInfo.creditsCharged)
  })
})

/** What stands at `data[0].profile`. */
const at = (output: Record<string, never>, path: string): Record<string, unknown> => {
  const steps = path.split(/[.[\]]+/).filter((step) => step !== '')
  return steps.reduce<Record<string, unknown>>(
    (value, step) => value[step] as Record<string, unknown>,
    output,
  )
}
