import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { noteFailedTrial, noteTrial, readFailedTrial, readLastTrial } from './last-backup.ts'

let dir = ''
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'almanac-notes-'))
})
afterEach(() => rm(dir, { recursive: true }))

const day = (number: number) => `2026-03-0${number}T00:00:00.000Z`
const good = (source: string, madeAt: string) => noteTrial(dir, { source, madeAt, triedAt: day(9) })
const failing = { source: '/b/two.tar.gz', madeAt: day(2), failedAt: day(3), problem: 'It is damaged.' }

test('a failure ends with a good trial of the same archive or a newer one, and not with an older one', async () => {
  await noteFailedTrial(dir, failing)
  const failed = { at: new Date(day(3)), problem: 'It is damaged.' }
  expect(await readFailedTrial(dir)).toEqual(failed)
  await good('/b/one.tar.gz', day(1))
  expect(await readFailedTrial(dir)).toEqual(failed)
  expect(await readLastTrial(dir)).toEqual(new Date(day(9)))
  await good('/b/three.tar.gz', day(4))
  expect(await readFailedTrial(dir)).toBeUndefined()
  await noteFailedTrial(dir, failing)
  expect(await readLastTrial(dir)).toEqual(new Date(day(9)))
  // The list says when it was whole, its manifest when it was begun.
  await good(failing.source, day(1))
  expect(await readFailedTrial(dir)).toBeUndefined()
})

test('a note that is cut off, or is none, reads as if nothing had been noted, and the next one takes its place', async () => {
  for (const text of ['', '{"good":{"triedAt":"2026', 'null', '7']) {
    await writeFile(join(dir, 'last-trial.json'), text)
    expect([await readLastTrial(dir), await readFailedTrial(dir)]).toEqual([undefined, undefined])
  }
  await good('/b/one.tar.gz', day(1))
  expect(await readLastTrial(dir)).toEqual(new Date(day(9)))
})

test('what an earlier version noted is read', async () => {
  await writeFile(join(dir, 'last-trial.json'), JSON.stringify({ triedAt: day(5) }))
  expect(await readLastTrial(dir)).toEqual(new Date(day(5)))
})
