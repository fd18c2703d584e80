import { beforeAll, expect, test } from 'vitest'
import { discoverOperations } from '../../../../../src/capabilities/discover.ts'
import { verifies } from '../../../../conformance/verifies.ts'
import { sampleWorld, type SampledAlmanac } from '../../../../worlds/sample.ts'

let service: SampledAlmanac
beforeAll(async () => {
  service = await sampleWorld()
})

const examples = (await discoverOperations())
  .filter(({ id }) => /^(?:photo|forum|video)[A-Z]/.test(id))
  .flatMap(({ id, path, examples: given }) =>
    given.map(({ name, input }) => [id, name, path, input] as const),
  )

test('there are 25 operations', () => {
  verifies('family.photo', 'family.forum', 'family.video')
  const counts = Map.groupBy(new Set(examples.map(([id]) => id)), (id) => /^[a-z]+/.exec(id)?.[0])
  expect([...counts].map(([family, ids]) => [family, ids.length])).toEqual([
    ['forum', 4],
    ['photo', 5],
    ['video', 16],
  ])
})

test.each(examples)('%s: the example "%s" finds something in the sample', async (_id, _name, path, body) => {
  verifies('photo.of-sample', 'forum.of-sample', 'video.of-sample')
  const org = await service.org()
  const { status, body: answer } = await service.send(`POST ${path}`, { key: org.rawKey, body })
  expect(status).toBe(200)
  const { live, liveStatus, observedAt, ...output } = answer.output
  expect({ live, liveStatus }).toEqual({ live: false, liveStatus: 'no_source' })
  expect(observedAt).not.toBeNull()
  const lists = Object.values(output).filter((value) => Array.isArray(value))
  for (const list of lists) expect(list.length).toBeGreaterThan(0)
  expect(answer.chargeInfo).toMatchObject({ method: 'charged-now', creditsCharged: 2 })
})
