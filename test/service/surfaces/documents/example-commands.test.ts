import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { sampleWorld, type SampledAlmanac } from '../../../worlds/sample.ts'

let service: SampledAlmanac
let key: string
beforeAll(async () => {
  service = await sampleWorld()
  key = (await service.org()).rawKey
})

/** Runs the example of a page as printed, against the service of the test. */
async function runExample(operation: string): Promise<string> {
  const { text } = await service.send(`GET /ai-docs/${operation}.md`)
  const [, printed = ''] = /## Example\n\n```sh\n([\s\S]+?)\n```/.exec(text) ?? []
  const script = printed.replaceAll('http://almanac.test', service.url)
  const { stdout } = await promisify(execFile)('sh', ['-c', script], {
    env: { ...process.env, ALMANAC_API_KEY: key },
    timeout: 120_000,
  })
  return stdout
}

test.each([
  ['getAudience', 'audienceId'],
  ['updateAudienceSearchParams', 'audienceId'],
  ['deleteAudience', 'archived'],
  ['mapsSearchCheck', 'percentageCompleted'],
  ['pollExhaustiveContactEnrichmentResult', 'profile'],
  ['pollBatchContactDetails', 'overallStats'],
  ['domainLookupPolling', 'status'],
  ['pollDepthChart', 'status'],
  ['addCompaniesToExclusionList', 'companiesAdded'],
  ['getSavedSearch', 'isActive'],
  ['updateSavedSearch', 'success'],
  ['getJobChangeList', 'status'],
  ['flightBookingOptions', 'bookingOptions.0.price'],
  ['companySearch', 'data'],
])('the example of %s works as printed, from nothing', async (operation, member) => {
  const answer = JSON.parse(await runExample(operation)) as { output?: Record<string, unknown> }
  expect(answer.output, JSON.stringify(answer).slice(0, 400)).toHaveProperty(member)
})
