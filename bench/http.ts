import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { almanac, nodeCommand, startService, visitStores } from './almanac-process.ts'
import { richCustomer } from './customer.ts'
import { figure, markdownTable, type Report } from './results-file.ts'
import { inScratchDir, say } from './scratch-dir.ts'

interface Options {
  seconds: number
  connections: number
}

/** Requests measured, from the one that touches least. */
const requests = [
  {
    operationId: 'getTags',
    what: 'getTags (pipeline alone: key, limit, validation, envelope, request log)',
    method: 'GET',
    path: '/v1/enums/tags',
    body: '',
  },
  {
    operationId: 'companyCount',
    what: 'companyCount (and one question to the engine)',
    method: 'POST',
    path: '/v1/company-count',
    body: '{"searchParams":{"headquartersCountryCode":{"anyOf":["USA"]}}}',
  },
  {
    operationId: 'companySearch',
    what: 'companySearch, 10 records (and hold and settle)',
    method: 'POST',
    path: '/v1/company-search',
    body: '{"searchParams":{"headquartersCountryCode":{"anyOf":["USA"]}},"pageSize":10}',
  },
] as const

const bareServer = join(import.meta.dirname, 'bare-server.ts')
const packages = createRequire(import.meta.url)
const autocannon = packages.resolve('autocannon')
const generator = packages('autocannon/package.json') as { version: string }

/** `npm run bench -- http` */
export function benchHttp(options: Options): Promise<Omit<Report, 'loadBefore'>> {
  return inScratchDir('http', async (dir) => {
    await almanac(dir, 'sample', '300')
    // Server and generator side by side on the same cores measure each other.
    const [serverCore, generatorCore] = coresToPinTo()
    const service = await startService({ dataDir: dir, core: serverCore })
    try {
      const stores = await visitStores(dir)
      const key = await richCustomer(
        stores,
        requests.map(({ operationId }) => operationId),
      ).finally(() => stores.close())
      const rows: string[][] = []
      for (const request of requests) {
        say(request.what)
        const answer = await recordAnswer(service.url, request, key)
        const file = join(dir, 'answer.json')
        await writeFile(file, JSON.stringify(answer))
        const bare = await startBare(file, serverCore)
        const generate = { ...options, request, key, core: generatorCore }
        const pair = await inTurns(service.url, bare.url, generate).finally(() => bare.stop())
        rows.push(rowOf(request.what, answer.body.length, pair))
      }
      return {
        bench: 'http',
        title: `http: ${options.connections} connections`,
        command: `npm run bench -- http --seconds ${options.seconds} --connections ${options.connections}`,
        versions: { autocannon: generator.version },
        body: [
          `The service with its stores ${serverCore === undefined ? 'and the generator share all cores' : 'is kept on one core, the generator on another'}; bare is \`node:http\` in the same place answering the same
bytes and headers. Requests a second; latencies are at saturation, so they show queueing, not the cost of a call.`,
          markdownTable(
            [
              'request',
              'answer bytes',
              'service',
              'bare node:http',
              'share of bare',
              'service p50 ms',
              'bare p50 ms',
            ],
            rows,
          ),
        ].join('\n\n'),
      }
    } finally {
      await service.stop()
    }
  })
}

type Asked = (typeof requests)[number]

interface Answer {
  headers: Record<string, string>
  body: string
}

async function recordAnswer(url: string, { method, path, body }: Asked, key: string): Promise<Answer> {
  const response = await fetch(url + path, { method, headers: { 'x-api-key': key }, ...(body && { body }) })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${text}`)
  const own = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'date'])
  return { headers: Object.fromEntries([...response.headers].filter(([name]) => !own.has(name))), body: text }
}

async function startBare(
  file: string,
  core: number | undefined,
): Promise<{ url: string; stop(): Promise<void> }> {
  const [command, args] = nodeCommand([bareServer, file], core)
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'close')
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return {
    url: `http://127.0.0.1:${line.toString().trim().split(' ')[1]}`,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

interface Generate extends Options {
  request: Asked
  key: string
  core: number | undefined
}

interface Generated {
  rate: number
  p50: number
}

/** Warm-up of both, then twice in turns; the better of each counts, since disturbance only ever slows. */
async function inTurns(
  service: string,
  bare: string,
  generate: Generate,
): Promise<{ service: Generated; bare: Generated }> {
  const short = { ...generate, seconds: Math.min(2, generate.seconds) }
  await load(service, short)
  await load(bare, short)
  const runs = { service: [] as Generated[], bare: [] as Generated[] }
  for (let round = 0; round < 2; round++) {
    runs.service.push(await load(service, generate))
    runs.bare.push(await load(bare, generate))
  }
  const best = (found: Generated[]) => found.reduce((a, b) => (b.rate > a.rate ? b : a))
  return { service: best(runs.service), bare: best(runs.bare) }
}

interface AutocannonResult {
  requests: { average: number }
  latency: { p50: number }
  non2xx: number
  errors: number
}

async function load(url: string, { request, key, core, seconds, connections }: Generate): Promise<Generated> {
  const { method, path, body } = request
  const [command, args] = nodeCommand(
    [
      autocannon,
      '--json',
      '--no-progress',
      '-c',
      String(connections),
      '-d',
      String(seconds),
      '-m',
      method,
      '-H',
      `x-api-key=${key}`,
      '-H',
      'content-type=application/json',
      ...(body === '' ? [] : ['-b', body]),
      url + path,
    ],
    core,
  )
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'ignore'] })
  let text = ''
  child.stdout.on('data', (part: Buffer) => (text += part.toString()))
  await once(child, 'close')
  const result = JSON.parse(text) as AutocannonResult
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${path}: ${result.non2xx} refused, ${result.errors} failed`)
  }
  return { rate: result.requests.average, p50: result.latency.p50 }
}

function rowOf(
  what: string,
  bytes: number,
  { service, bare }: { service: Generated; bare: Generated },
): string[] {
  return [
    what,
    bytes.toLocaleString('en'),
    figure(service.rate),
    figure(bare.rate),
    figure(service.rate / bare.rate),
    figure(service.p50),
    figure(bare.p50),
  ]
}

function coresToPinTo(): [number, number] | [undefined, undefined] {
  const canPin = availableParallelism() > 1 && spawnSync('taskset', ['-c', '0,1', 'true']).status === 0
  return canPin ? [0, 1] : [undefined, undefined]
}
