/**
 * Run by Bun, Deno and Node in `runtimes.test.ts`, from the sources of the client and its recipes, with the address of a
 * service, a key, and an address that works on the jobs of the service. Writes one line of JSON.
 */
import process from 'node:process'
import { enrichList } from '../../client/recipes/enrich-a-list.ts'
import { findCompanies } from '../../client/recipes/find-companies.ts'
import { receiver } from '../../client/recipes/receive-webhooks.ts'
import { tryCompany } from '../../client/recipes/say-what-went-wrong.ts'
import { Almanac, Unreachable } from '../../client/src/index.ts'
import { enrichUntil } from '../../client/recipes/cancel-a-job.ts'

const [baseUrl = '', apiKey = '', hook = ''] = process.argv.slice(2)

const work = async () => void (await (await fetch(hook)).text())
const almanac = new Almanac({ baseUrl, apiKey, wait: work })

const found = await findCompanies(almanac, 3)
const { output } = await almanac.companySearch({ searchParams: {}, pageSize: 1 })
const domain = output.data[0]?.domains?.[0] ?? ''

// A stream goes out as it comes, and a file comes back as one.
const list = new Blob([`Company,Website\nOne,${domain}\nTwo,nobody.example\n`])
const enriched = await enrichList(almanac, list.stream(), new AbortController().signal)

const controller = new AbortController()
const impatient = new Almanac({ baseUrl, apiKey, wait: async () => controller.abort(new Error('too long')) })
const canceled = await enrichUntil(impatient, `Website\n${domain}\n`, controller.signal)

const nobody = new Almanac({ baseUrl: 'http://127.0.0.1:9', apiKey, retries: 0 })
const lost = await nobody.getOrgCredits().catch((error: unknown) => error instanceof Unreachable)

const receive = receiver('whsec_AAAA', () => undefined)
const webhook = await receive(new Request('http://receiver.test', { method: 'POST', body: '{}' }))

const made = {
  rows: found.result.length,
  isPaid: found.credits > 0,
  isEnriched: enriched.text.includes(domain),
  stats: enriched.stats,
  canceled,
  sentence: await tryCompany(almanac, ''),
  lost,
  webhook: webhook.status,
}
process.stdout.write(`${JSON.stringify(made)}\n`)
