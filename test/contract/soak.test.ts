import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { isLong } from '../support/long.ts'
import { sampledAlmanac } from '../worlds/sample.ts'
import { independentOperations, requestOf } from './example-request.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Requests of a round, as of the run that was seen to grow from 1.16 to 1.59 GB in five. */
const perRound = 1_700
const rounds = 5
/** After this round, the second, the caches have what the examples ask for. */
const warming = 1
/** What is held beside, by a round: the log of requests, organizations, keys. */
const mostGrowth = 1.5e6

/** Bytes that the service holds: its heap and what hangs on it, without what is garbage or kept free for the next request. */
function heldBytes(): number {
  collectGarbage()
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

test.runIf(isLong)(
  'what thousands of mixed requests hold levels off when the caches are warm',
  async () => {
    const service = await sampledAlmanac()
    const requests = independentOperations
      .filter(([, { effect, price }]) => effect !== 'changes' && price.kind !== 'per-job')
      .flatMap(([, operation]) => operation.examples.map(({ input }) => requestOf(operation, { input })))
    const held: number[] = []
    let sent = 0
    for (let round = 0; round < rounds; round += 1) {
      const org = await service.org(1_000_000)
      for (let n = 0; n < perRound; n += 1) {
        // Limits count by the minute.
        if (n % requests.length === 0) service.clock.advance(61_000)
        const { route, body } = requests[sent % requests.length] as (typeof requests)[number]
        await service.send(route, { key: org.rawKey, body })
        sent += 1
      }
      held.push(heldBytes())
    }
    const growth = (held.at(-1) as number) - (held[warming] as number)
    const levels = held.map((bytes) => Math.round(bytes / 1e5) / 10).join(' MB, ')
    console.log(`${perRound} requests a round; held after each: ${levels} MB`)
    expect(growth, levels).toBeLessThan(mostGrowth * (rounds - 1 - warming))
  },
  1_800_000,
)
