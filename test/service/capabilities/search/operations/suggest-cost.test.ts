import { beforeAll, describe, expect, test } from 'vitest'
import { suggestionTypes } from '../../../../../src/corpus/search/index.ts'
import { sampleWorld, type SampledAlmanac } from '../../../../worlds/sample.ts'
import { allowedMs } from '../../../../support/machine-pace.ts'

const texts = ['an', 'be', 'sal', 'eng', 'new y', 'data', 'ber', 'soft', 'director of', 'zzqx']
const rounds = 4
/** What a keystroke may take of the processor, ms. */
const mostMs = 10

let service: SampledAlmanac
beforeAll(async () => {
  service = await sampleWorld()
})

// Processor time of this process, which asks and answers: other programs of the machine do not count. Of each keystroke
// the least of some rounds is taken, without what was tidied up meanwhile.
describe('suggest', () => {
  test('answers 99 of 100 keystrokes within 10 ms of processor, on the sample', async () => {
    const { rawKey: key } = await service.org()
    const leastMs = new Map<string, number>()
    for (let round = 0; round < rounds; round += 1)
      for (const type of suggestionTypes)
        for (const text of texts) {
          // The limit of a minute is not what is measured.
          service.clock.advance(1_000)
          const before = process.cpuUsage()
          const { status, text: answer } = await service.send('POST /v1/search/suggest', {
            key,
            body: { type, text },
          })
          const { user, system } = process.cpuUsage(before)
          expect(status, answer).toBe(200)
          const name = `${type} ${text}`
          leastMs.set(name, Math.min(leastMs.get(name) ?? Infinity, (user + system) / 1_000))
        }
    const sorted = [...leastMs].toSorted(([, one], [, other]) => one - other)
    const [name, ms = 0] = sorted[Math.floor((sorted.length - 1) * 0.99)] ?? []
    expect(ms, name).toBeLessThanOrEqual(allowedMs(mostMs, 'processor'))
    expect(ms).toBeGreaterThan(0)
  })
})
