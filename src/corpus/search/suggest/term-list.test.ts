import { expect, it } from 'vitest'
import { slipsBetween } from '../../../lib/slips.ts'
import { openTermList } from './term-list.ts'
import { openWordList } from './word-list.ts'

const titles = [
  'software engineer',
  'senior software engineer',
  'sales manager',
  'engineer',
  'chief executive officer ceo',
  'social media manager',
]
const find = async (text: string, limit = 10) =>
  (await openTermList(titles.map((title) => [title]))).find(text, limit).map(({ index }) => titles[index])

it('each word begins a word of the term; the most frequent come first', async () => {
  expect(await find('eng')).toEqual(['software engineer', 'senior software engineer', 'engineer'])
  expect(await find('so m')).toEqual(['social media manager'])
  expect(await find('manager sal')).toEqual(['sales manager'])
  expect(await find('so', 2)).toEqual(['software engineer', 'senior software engineer'])
  expect(await find('')).toEqual([])
})

it('the term itself comes before more frequent ones that only begin like it', async () => {
  expect((await find('engineer'))[0]).toBe('engineer')
  expect((await find('engineer', 1))[0]).toBe('engineer')
})

it('slips find what is meant, after everything that is typed as it is written', async () => {
  expect(await find('enigneer')).toEqual(['software engineer', 'senior software engineer', 'engineer'])
  expect(await find('softwear eng')).toEqual(['software engineer', 'senior software engineer'])
  expect(await find('managr')).toEqual(['sales manager', 'social media manager'])
  expect(await find('xeo')).toEqual([])
})

/** Deterministic small numbers. */
function* numbers(seed: number): Generator<number> {
  for (let value = seed; ;) yield (value = (value * 48_271) % 2_147_483_647)
}

it('finds exactly the words one of whose beginnings is as near as allowed', () => {
  const random = numbers(7)
  const below = (most: number) => (random.next().value as number) % most
  const makeWord = () => Array.from({ length: 1 + below(7) }, () => 'abcä'.charAt(below(4))).join('')
  const words = [...new Set(Array.from({ length: 400 }, makeWord))].toSorted()
  const list = openWordList(words)
  for (let trial = 0; trial < 300; trial++) {
    const text = makeWord()
    const slips = below(3)
    const seen: string[] = []
    list.eachBeginning(text, slips, (from, to) => seen.push(...words.slice(from, to)))
    const expected = words.filter((word) =>
      Array.from({ length: word.length + 1 }, (_, end) => slipsBetween(word.slice(0, end), text, slips)).some(
        (each) => each <= slips,
      ),
    )
    expect([text, slips, seen]).toEqual([text, slips, expected])
  }
})
