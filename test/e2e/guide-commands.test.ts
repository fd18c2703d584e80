import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleDay } from '../../src/cli/first-sample.ts'
import { completeCompany } from '../../src/corpus/records/index.ts'
import { createWorld, generateCompanies, sampleSize, type WorldSize } from '../../src/corpus/sample/index.ts'
import { matchesCompany, type CompanyParams } from '../search/naive.ts'
import { openCommands, type Commands } from './command-runner.ts'
import { guideCommands } from './guide-commands.ts'
import { projectRoot, startServer, temporaryDataDir, type RunningServer } from './running-server.ts'

/** What cannot run here, and why; everything else of the pages runs. */
const leftOut: [command: RegExp, why: string][] = [
  [/^npm (ci|start|pack)$/, 'what runs this test, its server, and packed-install.test.ts'],
  [/^sudo /, 'changes this machine'],
  [/docker (compose|buildx)/, 'there is no docker; deploy.test.ts parses its files'],
  [/^(pg_dump|clickhouse-client) /, 'tools of servers that are not here'],
  [/^zcat /, 'a pipe into a process of its own, which the next test opens'],
  [/import [a-z]+\|/, 'a form, not a command'],
  [/ sample \d+$/, 'would take the place of the sample the other commands ask; load-sample.test.ts'],
  [/ backup .*\.tar\.gz$/, 'the same in one file; backup.test.ts'],
  [/ visit /, 'asks the outside; visit.test.ts'],
  [/ listen /, 'goes on until it is ended; listen.test.ts'],
  [/event-stream'$/, 'goes on until it is ended; list-events.test.ts'],
  [
    / data (add starter|update ror|check ror gleif)$/,
    'asks publishers; data-download.test.ts has one on this machine',
  ],
  [/npm start$/, 'needs the key of a vendor'],
]
/** Answers other than 200 that the page speaks of. */
const answers: [command: RegExp, status: number][] = [[/sandbox-rate-limited/, 429]]

/** Polls, which a reader repeats until they say so. */
const polls: [command: RegExp, until: RegExp][] = [
  [/audiences\/aud_…\/status/, /"status":"NORMAL"/],
  [/audiences\/aud_…\/enrichment\/status/, /"currentStage":"DONE"/],
  [/(enrich|mosaic)\/poll/, /"status":"done"/],
  [/depth-chart\/poll/, /"status":"completed"/],
  [/operator\/v1\/imports\/imp_…" /, /"state":"completed"/],
  [/operator\/v1\/tasks\/otask_…" /, /"state":"completed"/],
]

/** Examples that name somebody, and what their answer shows on a fresh install when they find somebody. */
const finds: [command: RegExp, shows: RegExp][] = [
  [/ enrich (?!.*--dry-run).*\.csv/, /: [1-9]\d* matched/],
  [/enrich\/poll/, /"matched":[1-9]/],
  [/mosaic\/poll/, /"rowsWhereProfileFound":[1-9]/],
  [/operator\/v1\/imports\/imp_…" /, /"rows":[1-9]/],
  [/operator\/v1\/tasks\/otask_…" /, /"wrong":0/],
  [/ identity explain /, /Lei Zhu|Behusk Networks/],
  [/"companyCount"/, /"count\\?":[1-9]/],
  [/company-lists\/tclist_…\/companies .*be--husk/, /"added":[1-9]/],
  [/audiences\/aud_…\/companies\?pageSize/, /"companies":\[\{/],
  [/^node find\.ts$/, /^[1-9]\d* credits$/m],
  [
    / import companies .*\/crm-companies\.csv --map/,
    /: (4 created, 0 changed, 0|0 created, 0 changed, 4) unchanged, 0 rejected/,
  ],
]

function expectFound(text: string, answer: string): void {
  for (const [pattern, shows] of finds)
    if (pattern.test(text)) expect(answer, `finds nothing: ${text}`).toMatch(shows)
}

const all = guideCommands(projectRoot)
const run = all.filter(({ text }) => !leftOut.some(([pattern]) => pattern.test(text)))

const sampleCompanies = 90
const token = 'operator-token-of-the-guides'
let scratch: Awaited<ReturnType<typeof temporaryDataDir>>
let server: RunningServer
let commands: Commands
/** All that was answered: placeholders such as `task_…` stand for the latest id that begins so. */
let seen = ''
let [key, organization, subscription] = ['', '', '']

beforeAll(async () => {
  scratch = await temporaryDataDir()
  const dataDir = join(scratch.dataDir, 'data')
  await mkdir(dataDir)
  const env = {
    ALMANAC_SAMPLE: String(sampleCompanies),
    ALMANAC_OPERATOR_TOKEN: token,
    ALMANAC_LEDGER_ONLY_PURCHASES: 'true',
  }
  server = await startServer({ dataDir, env })
  commands = openCommands({ dataDir, env })
  key = server.key ?? ''
  organization = server.organizationId ?? ''
  await prepare()
})
afterAll(async () => {
  commands?.close()
  await server?.stop()
  await scratch?.remove()
})

const inDataDir = (name: string) => join(scratch.dataDir, name)

/** What the pages take to be there: a file of one's own, two records of one person, credits, a test key. */
async function prepare(): Promise<void> {
  const company = { preferred_name: 'Acme', domains: ['acme.example'] }
  const person = (slug: string, email: string) => ({
    primary_slug: slug,
    name: 'Ada Lindqvist',
    emails: [
      {
        email,
        type: 'work',
      },
    ],
  })
  await writeFile(inDataDir('companies.jsonl'), `${JSON.stringify(company)}\n`)
  const people = [person('ada-guide-one', 'ada@acme.example'), person('ada-guide-two', 'ada@home.example')]
  await writeFile(inDataDir('people.jsonl'), people.map((each) => JSON.stringify(each)).join('\n'))
  await project()
  for (const kind of ['companies', 'people'])
    expect(await commands.run('import', kind, inDataDir(`${kind}.jsonl`))).toMatchObject({ code: 0 })
  expect((await commands.run('credits', 'grant', organization, '10000')).code).toBe(0)
  const shown = await commands.run('credits', 'show', organization, '--json')
  subscription = /sub_\w+/.exec(shown.stdout)?.[0] ?? ''
  seen = `${organization} ${key} `
  seen += (await commands.run('key', 'create', organization, '--name', 'sandbox', '--mode', 'test')).stdout
  seen += (await commands.run('audit', 'verify', '--json')).stdout
}

/** A project of a client's own: the packages of this one, and the files that a page shows. */
async function project(): Promise<void> {
  await mkdir(inDataDir('project'))
  await shell('npm', ['init', '-y'], { cwd: inDataDir('project') })
  await symlink(join(projectRoot, 'node_modules'), inDataDir('project/node_modules'))
  const page = await readFile(join(projectRoot, 'docs/guide/clients.md'), 'utf8')
  for (const [, name = '', text = ''] of page.matchAll(/^```ts\n\/\/ (\S+)\n([^]*?)^```/gm))
    await writeFile(inDataDir(`project/${name}`), text)
}

/** The command with what a reader would put in its places. */
async function filled(text: string): Promise<string> {
  const latest = (pattern: RegExp) =>
    [...seen.matchAll(new RegExp(pattern, 'g'))].at(-1)?.[0] ?? 'nothing-seen'
  return (
    text
      .replaceAll(/(?:http:\/\/)?localhost:8080/g, server.url)
      .replaceAll('import companies FILE…', `import companies ${inDataDir('companies.jsonl')}`)
      .replaceAll('import people FILE…', `import people ${inDataDir('people.jsonl')}`)
      .replaceAll('accounts.enriched.', inDataDir('accounts.enriched.'))
      .replaceAll('/srv/', `${inDataDir('')}/`)
      .replaceAll(/\b[0-9]+:[0-9a-f]+…/g, () => latest(/\b\d+:[0-9a-f]{8,}/))
      // The one before it: where a command takes two.
      .replaceAll(/\b([a-z]+_)other…/g, (_, prefix: string) => {
        const all = [...seen.matchAll(new RegExp(`\\b${prefix}[\\w-]{8,}`, 'g'))].map(([id]) => id)
        return [...new Set(all.toReversed())][1] ?? 'nothing-seen'
      })
      .replaceAll(/\b((?:[a-z]+_)+)\w*…/g, (_, prefix: string) =>
        latest(new RegExp(`\\b${prefix}[\\w-]{8,}`)),
      )
      .replaceAll(/\bORGANIZATION\b/g, organization)
      .replaceAll(/\bSUBSCRIPTION\b/g, subscription)
      .replaceAll('INTO FROM', 'ada-guide-one ada-guide-two')
      .replaceAll(/\bMERGE\b/g, () => /\d+/.exec(latest(/identity split \d+/))?.[0] ?? '')
      .replaceAll('"otp":"123456"', `"otp":"${await code()}"`)
  )
}

/** The latest that was mailed; without a mail server it is in the outbox. */
async function code(): Promise<string> {
  const outbox = inDataDir('data/outbox')
  const [mail] = await readdir(outbox).catch(() => [])
  return mail === undefined ? '' : (/\b\d{6}\b/.exec(await readFile(join(outbox, mail), 'utf8'))?.[0] ?? '')
}

const shell = promisify(execFile)
const env = () => ({ PATH: process.env['PATH'], KEY: key, URL: server.url, ALMANAC_OPERATOR_TOKEN: token })

/** As the shell splits it. */
async function wordsOf(text: string): Promise<string[]> {
  const { stdout } = await shell('sh', ['-c', `printf '%s\\0' ${text}`], { env: env() })
  return stdout.split('\0').slice(0, -1)
}

async function ask(text: string): Promise<{ status: number; said: string }> {
  const { stdout } = await shell('sh', ['-c', `${text} -sS -w '\\n%{http_code}'`], {
    env: env(),
    cwd: projectRoot,
  })
  const end = stdout.lastIndexOf('\n')
  return { status: Number(stdout.slice(end + 1)), said: stdout.slice(0, end) }
}

test('what is left out is there, and little', () => {
  expect(leftOut.filter(([pattern]) => !all.some(({ text }) => pattern.test(text)))).toEqual([])
  expect(run.length).toBeGreaterThan(40)
})

/** What brute force counts for a question among the companies of a sample. */
function countIn(size: WorldSize, { searchParams }: { searchParams: CompanyParams }): number {
  const world = createWorld({ seed: 1, people: size.companies * 10, asOf: sampleDay, ...size })
  const records = [...generateCompanies(world)].map((line) => completeCompany(line))
  return records.filter((record) => matchesCompany(record, searchParams, sampleDay)).length
}

test('the README shows what its first search answers', async () => {
  const shown = /\{"output":\{"count":(\d+)\}/
  const text = run.find(({ text: each }) => each.includes('/v1/company-count'))?.text ?? ''
  const question = JSON.parse(/-d '(.*)'$/m.exec(text)?.[1] ?? '') as { searchParams: CompanyParams }
  const { said } = await ask(await filled(text))
  expect(Number(shown.exec(said)?.[1])).toBe(countIn(sampleSize(sampleCompanies), question))
  // A reader has the sample of a first start, which takes as long to load as all of these commands together.
  const readme = await readFile(join(projectRoot, 'README.md'), 'utf8')
  expect(Number(shown.exec(readme)?.[1])).toBe(countIn(sampleSize('small'), question))
})

test('a file piped into an import is read from the standard input, as import.md says', async () => {
  const { text } = all.find(({ text: each }) => each.startsWith('zcat ')) ?? { text: '' }
  const [, args = ''] = /^zcat companies\.ndjson\.gz \| npm run --silent almanac -- (.*)$/.exec(text) ?? []
  await writeFile(
    inDataDir('companies.ndjson.gz'),
    gzipSync('{"preferred_name":"Piped","domains":["piped.example"]}\n'),
  )
  const program = `zcat ${inDataDir('companies.ndjson.gz')} | node src/cli/almanac.ts ${args}`
  const environment = { ...process.env, ALMANAC_DATA_DIR: inDataDir('data') }
  const { stdout } = await shell('sh', ['-c', program], { cwd: projectRoot, env: environment })
  expect(stdout).toMatch(/: 1 created, 0 changed, 0 unchanged, 0 rejected/)
})

test('filters that search.md shows are taken, without a warning', async () => {
  const page = await readFile(join(projectRoot, 'docs/guide/search.md'), 'utf8')
  const blocks = [...page.matchAll(/^```\n(\{[^]*?)\n```/gm)].map(([, text = '']) => text)
  const filters = blocks.flatMap((block) => {
    const lines = block.split('\n')
    return lines.every((line) => line.startsWith('{')) ? lines : [block]
  })
  expect(filters.length).toBeGreaterThan(6)
  for (const text of filters) {
    const filter = JSON.parse(text.replace('{"latitude":48,"longitude":8}, …', polygon)) as object
    const body = JSON.stringify({ searchParams: toParams(filter) })
    const { status, said } = await ask(
      `curl -s ${server.url}/v1/company-count -H "x-api-key: $KEY" -d '${body}'`,
    )
    expect([status, said.includes('"warnings"')], `${text}\n${said}`).toEqual([200, false])
  }
})

const polygon = [48, 49, 50, 47].map((latitude) => `{"latitude":${latitude},"longitude":8}`).join()

/** The parameters in which a filter of the page stands, by what it shows. */
function toParams(filter: object): object {
  if ('rules' in filter) return { employees: filter }
  if ('anyOf' in filter) return { jobPostingsV2: filter }
  return 'strategy' in filter ? { headquartersLocation: { unionAll: [filter] } } : filter
}

test.each(run)('$page: $text', async ({ text }) => {
  const line = await filled(text)
  if (/^(node|npx swagger-typescript-api|npm pkg) /.test(line)) {
    const { stdout } = await shell('sh', ['-c', line], { env: env(), cwd: inDataDir('project') })
    seen += `\n${stdout}`
    expectFound(text, stdout)
    return
  }
  const command = /^((?:[A-Z_]+=\S+ )*)(?:npm run almanac --|npx almanac) ([^]*)$/.exec(line)
  if (command !== null) {
    const [, set = '', args = ''] = command
    const given = Object.fromEntries(
      set
        .split(' ')
        .filter((each) => each !== '')
        .map((each) => each.split('=') as [string, string]),
    )
    const { code: exit, stdout, stderr } = await commands.runWith(given, ...(await wordsOf(args)))
    seen += `\n${stdout}`
    expect(exit, `${line}\n${stdout}${stderr}`).toBe(0)
    expectFound(text, stdout)
    return
  }
  expect(line, 'neither a command of almanac nor curl: run it, or say why not').toMatch(/^curl /)
  const until = polls.find(([pattern]) => pattern.test(text))?.[1]
  if (until !== undefined)
    await expect.poll(async () => (await ask(line)).said, { interval: 500 }).toMatch(until)
  const { status, said } = await ask(line)
  seen += `\n${said}`
  const expected = answers.find(([pattern]) => pattern.test(text))?.[1] ?? 200
  expect(status, `${line}\n${said}`).toBe(expected)
  expectFound(text, said)
})
