import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { independentOperations, requestOf } from '../contract/example-request.ts'
import { isLong } from '../support/long.ts'
import { openCommands, type Commands } from './command-runner.ts'
import { ask, startServer, temporaryDataDir, type RunningServer } from './running-server.ts'

/** Requests of a round, as of the run that was seen to grow from 1.16 to 1.59 GB in five. */
const perRound = 1_700
const rounds = 10
/**
 * What stays when garbage is collected may be so much more in the later half of the rounds than in the earlier one. Rounds of a
 * quiet machine leave 300 MB of garbage between collections, so one round tells nothing, and the least of a half does.
 */
const maxFloorGrowthBytes = 100e6
/** What the whole process may take with the sample of a first start; 0.79 to 1.23 GB were measured. */
const maxRssBytes = 1.4e9
const lanes = 4

const operatorToken = 'soak-soak-soak-soak-soak'
let [dataDir, remove] = ['', async () => {}]
let server: RunningServer
let commands: Commands
beforeAll(async () => {
  if (!isLong) return
  ;({ dataDir, remove } = await temporaryDataDir())
  const env = { ALMANAC_SAMPLE: 'small', ALMANAC_OPERATOR_TOKEN: operatorToken, ALMANAC_ACCESS_LOG: 'false' }
  server = await startServer({ dataDir, env })
  commands = openCommands({ dataDir, env })
}, 900_000)
afterAll(async () => {
  commands?.close()
  await server?.stop()
  await remove()
})

async function createKey(): Promise<string> {
  const runJson = async (...args: string[]) => JSON.parse((await commands.run(...args, '--json')).stdout)
  const { id } = await runJson('org', 'create', 'Soak', '--credits', '1000000')
  return (await runJson('key', 'create', id, '--name', 'soak')).key
}

interface Reading {
  rss: number
  heap: number
  heapTotal: number
  external: number
}

/** What the process of the service takes, and what of it is heap, bytes. */
async function readMemory(): Promise<Reading> {
  const status = await readFile(`/proc/${server.child.pid}/status`, 'utf8')
  const answer = await fetch(`${server.url}/metrics`, {
    headers: { authorization: `Bearer ${operatorToken}` },
  })
  const text = await answer.text()
  const metric = (name: string) => Number(new RegExp(`^nodejs_${name}_bytes (\\S+)$`, 'm').exec(text)?.[1])
  return {
    rss: Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024,
    heap: metric('heap_size_used'),
    heapTotal: metric('heap_size_total'),
    external: metric('external_memory'),
  }
}

const requests = independentOperations
  .filter(([, { effect, price }]) => effect !== 'changes' && price.kind !== 'per-job')
  .flatMap(([, operation]) => operation.examples.map(({ input }) => requestOf(operation, { input })))

/** Requests of a round, some at a time; an organization asks each once, so that no limit stops it. */
async function askRound(first: number, statuses: Map<number, number>): Promise<void> {
  let next = first
  while (next < first + perRound) {
    const key = await createKey()
    const until = Math.min(next + requests.length, first + perRound)
    const lane = async () => {
      while (next < until) {
        const { route, body } = requests[next++ % requests.length] as (typeof requests)[number]
        const { status } = await ask(server.url, route, {
          key,
          ...(body !== undefined && { body: body as object }),
        })
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
    }
    await Promise.all(Array.from({ length: lanes }, lane))
  }
}

const toMegabytes = (bytes: number) => Math.round(bytes / 1e6)

test.runIf(isLong)(
  `what the process takes for ${rounds} rounds of ${perRound} mixed requests levels off`,
  async () => {
    const statuses = new Map<number, number>()
    const readings = [await readMemory()]
    for (let round = 0; round < rounds; round += 1) {
      await askRound(round * perRound, statuses)
      readings.push(await readMemory())
    }
    const rows = readings.map(
      ({ rss, heap, heapTotal, external }, round) =>
        `${round}: ${toMegabytes(rss)} (heap ${toMegabytes(heap)} of ${toMegabytes(heapTotal)}, external ${toMegabytes(external)})`,
    )
    console.log(`MB after each round: ${rows.join(', ')}; answers ${JSON.stringify([...statuses])}`)
    expect(statuses.get(200)).toBeGreaterThan(rounds * perRound * 0.6)
    const half = rounds / 2
    const readFloor = (some: readonly Reading[]) =>
      Math.min(...some.map(({ heap, external }) => heap + external))
    const floors = [readings.slice(1, half + 1), readings.slice(half + 1)].map(readFloor) as [number, number]
    expect(floors[1] - floors[0]).toBeLessThan(maxFloorGrowthBytes)
    expect(Math.max(...readings.map(({ rss }) => rss))).toBeLessThan(maxRssBytes)
  },
  1_800_000,
)
