/**
 * Runs the service as its README tells and checks what comes out, from outside: `npx node scripts/acceptance.ts`.
 * Everything happens in a temporary data directory on a free port. Imports the real files of ../shared/data where that
 * folder is there and says so where it is not. Exit code 1 when a check failed.
 */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { allowedMs } from '../test/support/machine-pace.ts'

const root = join(import.meta.dirname, '..')
const files = {
  companies: join(root, '../shared/data/yc/yc-2025-05-13.ndjson.gz'),
  people: join(root, '../shared/data/people-us-congress/legislators-current.json.gz'),
}
/** The day the roll of Congress is looked at; who is in office depends on it. */
const congressDay = '2025-06-01'
/** Seconds. */
const promised = { firstStart: 30, laterStart: 5, importCompanies: 10, stop: 30 }

const failures: string[] = []
let checks = 0

function check(what: string, holds: boolean, found: unknown = ''): void {
  checks++
  const detail = found === '' ? '' : ` (${typeof found === 'string' ? found : JSON.stringify(found)})`
  console.log(`${holds ? 'ok    ' : 'FAILED'} ${what}${detail}`)
  if (!holds) failures.push(what)
}

function equal(what: string, found: unknown, expected: unknown): void {
  const same = JSON.stringify(found) === JSON.stringify(expected)
  check(what, same, same ? found : `${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`)
}

/** Fails at twice the promise, and later where the machine is slow; what lies between is said. */
function within(what: string, seconds: number, most: number): void {
  const late = seconds > most ? ', LATER THAN PROMISED' : ''
  check(
    `${what} takes under ${most} s`,
    seconds < allowedMs(1_000 * most) / 1_000,
    `${seconds.toFixed(1)} s${late}`,
  )
}

interface Ended {
  code: number | null
  output: string
  seconds: number
}

const environment = (dataDir: string) => ({
  ...process.env,
  ALMANAC_DATA_DIR: dataDir,
  PORT: '0',
  NO_COLOR: '1',
})

/** An npm script, to its end. */
async function npm(dataDir: string, ...line: string[]): Promise<Ended> {
  const started = performance.now()
  const child = spawn('npm', ['run', '--silent', ...line], {
    cwd: root,
    env: environment(dataDir),
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 900_000,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, output, seconds: (performance.now() - started) / 1000 }
}

const almanac = (dataDir: string, ...line: string[]) => npm(dataDir, 'almanac', '--', ...line)

interface Running {
  url: string
  /** What it said until it was ready. */
  output: string
  seconds: number
  signal(name: NodeJS.Signals): Promise<void>
  ended: Promise<Ended>
}

const running = new Set<Running>()

/** `npm start`, until it says it is ready. */
async function start(dataDir: string): Promise<Running> {
  const started = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: root,
    env: environment(dataDir),
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that one that never gets ready can be ended whole.
    detached: true,
  })
  let output = ''
  const since = () => (performance.now() - started) / 1000
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (code) => resolve({ code, output, seconds: since() }))
  })
  const ready = new Promise<string>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text) => {
        output += String(text)
        const url = /almanac ready on (http:\S+)/.exec(output)?.[1]
        if (url !== undefined) resolve(url)
      })
    }
  })
  const url = await Promise.race([
    ready,
    ended.then(() => undefined),
    delay(600_000, undefined, { ref: false }),
  ])
  if (url === undefined) {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL')
    throw new Error(`npm start did not become ready:\n${output}`)
  }
  // npm's own process is not the server; the server says who it is.
  const { pid } = JSON.parse(await readFile(join(dataDir, 'running.json'), 'utf8')) as { pid: number }
  const service: Running = {
    url,
    output,
    ended,
    seconds: since(),
    async signal(name) {
      process.kill(pid, name)
      await ended
      running.delete(service)
    },
  }
  running.add(service)
  return service
}

interface Answered<T> {
  status: number
  charged: number
  remaining: number
  body: {
    output: T
    chargeInfo: { method: string; creditsCharged?: number }
    warnings?: { field: string; message: string }[]
  }
}

type Ask = <T>(path: string, body: object, headers?: Record<string, string>) => Promise<Answered<T>>

/** What `curl -H "x-api-key: $KEY" -d BODY` does. */
function asking(url: string, key: string): Ask {
  return async <T>(path: string, body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: JSON.stringify(body),
    })
    return {
      status: response.status,
      charged: Number(response.headers.get('x-credits-charged')),
      remaining: Number(response.headers.get('x-credits-remaining')),
      body: (await response.json()) as Answered<T>['body'],
    }
  }
}

interface Page {
  data: Record<string, unknown>[]
  nextCursor: string | null
}

/** Counts, pages to the end, and compares rows, count and charges; returns the rows. */
async function searchAll(ask: Ask, what: string, paths: typeof companies, body: object) {
  const counted = await ask<Record<string, number>>(paths.count, body)
  equal(`${what}: counting is free`, [counted.charged, counted.body.chargeInfo.method], [0, 'free'])
  const rows: Record<string, unknown>[] = []
  let [cursor, charged, consistent]: [string | null, number, boolean] = [null, 0, true]
  do {
    const page: Answered<Page> = await ask<Page>(paths.search, { ...body, pageSize: 50, cursor })
    if (page.status !== 200) throw new Error(`${what}: ${page.status} ${JSON.stringify(page.body)}`)
    const { data, nextCursor } = page.body.output
    consistent &&= page.charged === data.length && (page.body.chargeInfo.creditsCharged ?? 0) === data.length
    charged += page.charged
    rows.push(...data)
    cursor = nextCursor
  } while (cursor !== null)
  equal(`${what}: the count is the number of rows paged`, counted.body.output[paths.member], rows.length)
  check(`${what}: each page charges its rows`, consistent && charged === rows.length, `${charged} credits`)
  return rows
}

const companies = { search: '/v1/company-search', count: '/v1/company-count', member: 'count' }
const people = {
  search: '/v1/people-search',
  count: '/v1/people-search/count',
  member: 'totalProfilesFound',
}

async function firstSearches(ask: Ask): Promise<void> {
  const nordics = new Set(['DNK', 'FIN', 'ISL', 'NOR', 'SWE', 'ALA', 'FRO', 'GRL', 'SJM'])
  const searchParams = { headquartersCountryCode: { anyOf: ['X-NORDICS'] } }
  const page = await ask<Page>(companies.search, { searchParams, pageSize: 10 })
  const rows = page.body.output.data
  const countries = rows.map(
    ({ location_consensus: place }) => (place as { country_code: string }).country_code,
  )
  check('a search for X-NORDICS returns ten companies', rows.length === 10, rows.length)
  check(
    'all of them have their headquarters there',
    countries.every((code) => nordics.has(code)),
    countries,
  )
  equal('it charges what it returned', [page.charged, page.body.chargeInfo.creditsCharged], [10, 10])
  equal('the balance is less by that', page.remaining, 490)
  await searchAll(ask, 'companies in X-NORDICS', companies, { searchParams })
  const dry = await ask<{ dryRun: { maxCredits: number } }>(
    companies.search,
    { searchParams, pageSize: 10 },
    { 'x-dry-run': '1' },
  )
  equal('a dry run quotes and charges nothing', [dry.body.output.dryRun.maxCredits, dry.charged], [10, 0])
  const misspelt = await ask<Page>(companies.count, {
    searchParams: { headquartersCountryCode: { anyof: ['X-NORDICS'] } },
  })
  equal(
    'a misspelt member is a warning with its path',
    misspelt.body.warnings?.map(({ field }) => field),
    ['searchParams.headquartersCountryCode.anyof'],
  )
}

/** Twice the same file: the first fills the corpus, the second changes nothing. */
async function importTwice(dataDir: string, kind: 'companies' | 'people', options: string[], rows: number) {
  const first = await almanac(dataDir, 'import', kind, files[kind], ...options)
  check(
    `import ${kind}: every row is in`,
    first.code === 0 && first.output.includes(`${rows.toLocaleString('en')} created, 0 changed, 0 unchanged`),
    first.output.trim(),
  )
  const second = await almanac(dataDir, 'import', kind, files[kind], ...options)
  check(
    `import ${kind}: the same file again changes nothing`,
    second.code === 0 &&
      second.output.includes(`0 created, 0 changed, ${rows.toLocaleString('en')} unchanged`),
    second.output.trim(),
  )
  return first.seconds
}

async function realCompanies(dataDir: string, ask: Ask): Promise<void> {
  const lines = gunzipSync(readFileSync(files.companies)).toString().trim().split('\n')
  const rows = lines.map((line) => JSON.parse(line) as { name: string; website: string; status: string })
  const listed = rows.filter(({ status }) => status !== 'Not YC')
  const before = await ask<{ count: number }>(companies.count, { searchParams: {} })
  const options = ['--map', 'docs/guide/maps/yc.yaml', '--as-of', '2025-05-13']
  const seconds = await importTwice(dataDir, 'companies', options, listed.length)
  check('import companies: over 5,000 of them', listed.length > 5_000, listed.length)
  within('import companies', seconds, promised.importCompanies)
  const after = await ask<{ count: number }>(companies.count, { searchParams: {} })
  equal(
    'import companies: the count grew by the rows',
    after.body.output.count - before.body.output.count,
    listed.length,
  )
  const airbnb = await searchAll(ask, 'the company at airbnb.com', companies, {
    searchParams: { domains: ['airbnb.com'] },
  })
  equal(
    'the company at airbnb.com is found once',
    airbnb.map((row) => row['preferred_name']),
    ['Airbnb'],
  )
  await searchAll(ask, 'companies in the Nordics and the Baltics', companies, {
    searchParams: { headquartersCountryCode: { anyOf: ['X-NORDICS', 'EST', 'LVA', 'LTU'] } },
  })
}

interface Legislator {
  terms: { type: string; start: string; end: string }[]
}

async function realPeople(dataDir: string, ask: Ask): Promise<void> {
  const roll = JSON.parse(gunzipSync(readFileSync(files.people)).toString()) as Legislator[]
  const options = ['--map', 'docs/guide/maps/us-congress.yaml', '--as-of', congressDay]
  await importTwice(dataDir, 'people', options, roll.length)
  const inOffice = roll.filter(({ terms }) =>
    terms.some(({ type, start: from, end }) => type === 'sen' && from <= congressDay && end > congressDay),
  )
  const senators = await searchAll(ask, 'senators', people, {
    currentCompanies: [{ name: 'United States Senate' }],
    searchParams: { jobTitleV3: { anyOf: [{ type: 'plain', term: 'Senator' }] } },
  })
  equal('senators: as many as the file has in office', senators.length, inOffice.length)
}

async function lifeCycle(dataDir: string, first: Running, key: string): Promise<void> {
  const counted = await asking(first.url, key)<{ count: number }>(companies.count, { searchParams: {} })
  const twin = await npm(dataDir, 'start')
  check(
    'a second start on the same data directory refuses and says why',
    twin.code !== 0 && twin.output.includes('is in use by process'),
    twin.output.trim().split('\n').at(-1),
  )
  await first.signal('SIGTERM')
  const stopped = await first.ended
  equal('SIGTERM ends it with exit code 0', stopped.code, 0)

  const second = await start(dataDir)
  within('a later start', second.seconds, promised.laterStart)
  check('a later start shows no key', !second.output.includes('API key'))
  await second.signal('SIGKILL')

  const third = await start(dataDir)
  within('a start after SIGKILL', third.seconds, promised.laterStart * 2)
  const again = await asking(third.url, key)<{ count: number }>(companies.count, { searchParams: {} })
  equal('nothing is lost', again.body.output.count, counted.body.output.count)
  await third.signal('SIGTERM')
  const doctor = await almanac(dataDir, 'doctor')
  check(
    'doctor finds nothing wrong without a server',
    doctor.code === 0,
    doctor.code === 0 ? '' : doctor.output,
  )
}

async function run(dataDir: string): Promise<void> {
  const service = await start(dataDir)
  within('the first start, sample included,', service.seconds, promised.firstStart)
  const key = /API key \(shown once\): (\S+)/.exec(service.output)?.[1] ?? ''
  const organization = /first organization (\S+)/.exec(service.output)?.[1] ?? ''
  check('it prints an API key', /^alm_live_[0-9A-Za-z]{36}$/.test(key))
  const health = (await (await fetch(`${service.url}/health`)).json()) as { status: string }
  equal('it is healthy', health.status, 'healthy')
  const ask = asking(service.url, key)
  await firstSearches(ask)
  await almanac(dataDir, 'credits', 'grant', organization, '10000')
  if (existsSync(files.companies)) await realCompanies(dataDir, ask)
  else console.log(`SKIPPED real companies: ${files.companies} is absent`)
  if (existsSync(files.people)) await realPeople(dataDir, ask)
  else console.log(`SKIPPED real people: ${files.people} is absent`)
  const verified = await almanac(dataDir, 'ledger', 'verify')
  check('every balance is the sum of its entries', verified.code === 0, verified.output.trim())
  const doctor = await almanac(dataDir, 'doctor')
  check('doctor finds nothing wrong', doctor.code === 0, doctor.code === 0 ? '' : doctor.output)
  await lifeCycle(dataDir, service, key)
}

const dataDir = await mkdtemp(join(tmpdir(), 'almanac-acceptance-'))
const started = performance.now()
try {
  await run(dataDir)
} catch (error) {
  check(
    'the checks run to their end',
    false,
    error instanceof Error ? (error.stack ?? error.message) : String(error),
  )
} finally {
  for (const service of running) await service.signal('SIGTERM')
  await rm(dataDir, { recursive: true, force: true })
}
const seconds = Math.round((performance.now() - started) / 1000)
if (failures.length === 0) console.log(`\nAcceptance: ${checks} checks passed in ${seconds} s`)
else {
  console.error(`\nAcceptance FAILED: ${failures.length} of ${checks} checks, in ${seconds} s`)
  for (const failure of failures) console.error(`  ${failure}`)
  process.exitCode = 1
}
