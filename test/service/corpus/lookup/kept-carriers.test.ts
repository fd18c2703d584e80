import { beforeAll, expect, test } from 'vitest'
import { testAlmanac, type TestAlmanac } from '../../../support/harness.ts'
import { companyNameTrigrams } from '../../../../src/corpus/names/index.ts'
import { Random } from '../../../../src/corpus/sample/random.ts'
import { exactToken } from '../../../../src/corpus/search-index/index.ts'

let service: TestAlmanac
const random = new Random()
const syllables = ['bel', 'vor', 'tan', 'mir', 'sol', 'quen', 'dra', 'pix']
const nameOf = () => Array.from({ length: 4 }, () => random.pick(syllables)).join('')
const write = (names: readonly string[], from: number) =>
  service.write(
    'companies',
    names.map((preferred_name, index) => ({ li_org_id: String(from + index), preferred_name })),
  )
const tokensOf = (name: string) => companyNameTrigrams(name).map((form) => exactToken('ng', form))
const alike = async (name: string) => {
  const snapshot = await service.almanac.snapshots.newest('companies')
  const found = await service.almanac.search.alike('companies', { tokens: tokensOf(name), snapshot, most: 8 })
  return found.map(({ id }) => id)
}
const alikeEach = async (names: readonly string[]) => {
  const snapshot = await service.almanac.snapshots.newest('companies')
  const request = { names: names.map(tokensOf), snapshot, most: 8 }
  const lists = await service.almanac.search.alikeEach('companies', request)
  return lists.map((records) => records.map(({ id }) => id))
}

beforeAll(async () => {
  service = await testAlmanac()
  const names = Array.from({ length: 150 }, nameOf)
  await write(names, 1)
})

test('finds the same as one question for each name, also after the next commit', async () => {
  const asked = Array.from({ length: 40 }, nameOf)
  const found = async () => {
    const alone: string[][] = []
    for (const name of asked) alone.push(await alike(name))
    // All at once, some again whose tokens are cached, and one by one.
    expect(await alikeEach(asked)).toEqual(alone)
    expect(await alikeEach(asked.slice(5, 15))).toEqual(alone.slice(5, 15))
    expect((await alikeEach(asked.slice(-1))).flat()).toEqual(alone.at(-1))
    return alone
  }
  const before = await found()
  expect(before.filter((ids) => ids.length === 8).length).toBeGreaterThan(20)
  await write(asked, 1_000)
  expect(await found()).not.toEqual(before)
})

test('a name whose letters nobody has is like none', async () => {
  expect(await alikeEach(['zzyzzxwwkk', ''])).toEqual([[], []])
})
