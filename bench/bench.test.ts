import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { race, summarize } from './measure.ts'
import { comparePairs, compareToRecord, middleOf, ratioTable, readRecord, yardstick } from './all/ratios.ts'
import { questions, type Question } from './mix/questions.ts'
import { drawPanels } from './growth/picture.ts'
import { thinCompany } from './growth/rows.ts'
import { writeReport, type Report } from './results-file.ts'

let dir = ''
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'almanac-bench-'))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

describe('measuring', () => {
  test('quantiles are of the nearest rank', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => 100 - index)
    expect(summarize(hundred)).toEqual({ runs: 100, median: 50, p99: 99 })
    expect(summarize([3])).toEqual({ runs: 1, median: 3, p99: 3 })
  })

  test('contenders take turns, none always first', async () => {
    const order: string[] = []
    const contender = (name: string) => ({ name, run: async () => void order.push(name) })
    await race([contender('a'), contender('b')], { runs: 2, warmUp: 1, budgetMs: 1000, fewest: 1 })
    expect(order).toEqual(['a', 'b', 'a', 'b', 'b', 'a'])
  })

  test('a contender over its budget stops after the fewest runs, the others go on', async () => {
    const counts = { slow: 0, quick: 0 }
    const slow = async () => {
      counts.slow += 1
      const end = performance.now() + 5
      while (performance.now() < end);
    }
    const timings = await race(
      [
        { name: 'slow', run: slow },
        { name: 'quick', run: async () => void (counts.quick += 1) },
      ],
      { runs: 20, warmUp: 0, budgetMs: 4, fewest: 3 },
    )
    expect(counts).toEqual({ slow: 3, quick: 20 })
    expect(timings.get('slow')?.runs).toBe(3)
  })
})

test('a report replaces its own section of the results and keeps the others', async () => {
  const file = join(dir, 'RESULTS.md')
  const report = (bench: string, body: string): Report => ({
    bench,
    title: bench,
    command: `npm run bench -- ${bench}`,
    versions: {},
    body,
    loadBefore: 0,
  })
  await writeReport(report('search', 'first figures'), file)
  await writeReport(report('http', 'other figures'), file)
  await writeReport(report('search', 'second figures'), file)
  const text = await readFile(file, 'utf8')
  expect(text).not.toContain('first figures')
  expect(text.indexOf('other figures')).toBeGreaterThan(0)
  expect(text.match(/second figures/g)).toHaveLength(1)
  expect(text.match(/^## /gm)).toHaveLength(2)
})

describe('the mix of searches', () => {
  const first = (asked: Generator<Question, never>, count: number) =>
    Array.from({ length: count }, () => JSON.stringify(asked.next().value))

  test('is the same for the same seed, and repeats itself', () => {
    const all = first(questions(1), 2_000)
    expect(first(questions(1), 2_000)).toEqual(all)
    expect(new Set(all).size).toBeLessThan(1_000)
  })

  test('asks no question twice where each is asked once, whoever asks it', () => {
    const once = new Set<string>()
    const lanes = [questions(1, once), questions(2, once)]
    const all = lanes.flatMap((lane) => first(lane, 2_000))
    expect(new Set(all).size).toBe(4_000)
  })
})

describe('processor time beside that of before', () => {
  const runs = (all: Record<string, number[]>) => new Map(Object.entries(all))
  const dearer = (all: ReturnType<typeof comparePairs>) =>
    all.filter(({ isDearer }) => isDearer).map(({ name }) => name)

  test('of pairs is the middle of their ratios, so that a slow moment of the machine counts once', () => {
    const now = runs({ page: [1, 1.1, 5, 1.2, 1], count: [2.4, 2.3, 2.5, 2.4, 9], [yardstick]: [9, 9] })
    const before = runs({ page: [1, 1, 5, 1, 1], count: [2, 2, 2, 2, 2], [yardstick]: [1, 1] })
    const all = comparePairs(now, before)
    expect(all.map(({ name, ratio }) => [name, ratio])).toEqual([
      ['page', 1],
      ['count', 1.2],
      [yardstick, undefined],
    ])
    expect(dearer(all)).toEqual(['count'])
  })

  test('of another day is compared as if the machine were as fast as then', () => {
    const now = runs({
      page: [4, 4, 4, 4, 40],
      count: [3, 3, 3, 3, 3],
      fresh: [1],
      [yardstick]: [2, 2, 2, 2, 2],
    })
    const record = new Map([
      ['page', 2],
      ['count', 1.2],
      [yardstick, 1],
    ])
    const all = compareToRecord(now, record)
    expect(all.map(({ ratio }) => ratio)).toEqual([1, 1.25, undefined, undefined])
    expect(dearer(all)).toEqual(['count'])
    // Nothing was committed yet: nothing is dearer.
    expect(dearer(compareToRecord(now, new Map()))).toEqual([])
  })

  test('is read again from the results as it was written', async () => {
    const all = compareToRecord(runs({ page: [2.5, 2, 3], [yardstick]: [0.125] }), new Map())
    const file = join(dir, 'all.md')
    const report = {
      bench: 'all',
      title: 't',
      command: 'c',
      versions: {},
      body: ratioTable(all),
      loadBefore: 1,
    }
    await writeReport(report, file)
    const record = readRecord(await readFile(file, 'utf8'))
    expect([...record]).toEqual([
      ['page', 2.5],
      [yardstick, 0.125],
    ])
    expect(readRecord('')).toEqual(new Map())
  })

  test('the middle of an even number of runs lies between two', () => {
    expect([middleOf([3, 1, 2]), middleOf([4, 1, 3, 2])]).toEqual([2, 2.5])
  })
})

describe('growth', () => {
  test('no company of a growing register is like another in number or name, and a later file goes on with others', () => {
    const companies = Array.from({ length: 50_000 }, (_, index) => thinCompany(index))
    expect(new Set(companies.map(({ number }) => number)).size).toBe(companies.length)
    expect(new Set(companies.map(({ name }) => name)).size).toBe(companies.length)
    expect(thinCompany(49_999)).toEqual(companies.at(-1))
  })

  test('the picture has every measure of every size, larger ones higher, and no mark-up of a name', () => {
    const picture = drawPanels([
      {
        title: 'Look-up',
        unit: 'ms',
        lines: [
          {
            name: 'a <b> & c',
            points: [1_000, 10_000, 100_000].map((rows, at) => ({ rows, value: at * 3 + 1 })),
          },
          { name: 'single', points: [{ rows: 1_000, value: 2 }] },
        ],
      },
    ])
    expect(picture).not.toContain('<b>')
    expect(picture).toContain('a &lt;b&gt; &amp; c, 10,000 rows: 4.00 ms')
    expect(picture).not.toMatch(/NaN|Infinity|undefined/)
    const [first] = [...picture.matchAll(/<polyline points="([^"]+)"/g)].map(([, points]) => points ?? '')
    const places = (first ?? '').split(' ').map((point) => point.split(',').map(Number))
    expect(places.length).toBe(3)
    expect(places.map(([x]) => x)).toEqual(places.map(([x]) => x).toSorted((a = 0, b = 0) => a - b))
    // Up is less in a picture.
    expect(places.map(([, y]) => y)).toEqual(places.map(([, y]) => y).toSorted((a = 0, b = 0) => b - a))
  })
})
