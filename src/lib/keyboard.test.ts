import { expect, test } from 'vitest'
import { areNeighbours } from './keyboard.ts'

test.each(['as', 'sa', 'er', 'kl', 'az', 'nj', 'bg', 'qa', 'hn'])('%s lie beside each other', (pair) => {
  const isOne = areNeighbours(pair[0] as string, pair[1] as string)
  expect(isOne).toBe(true)
})

test.each(['ns', 'ae', 'ou', 'mt', 'éa', 'ab'])('%s do not', (pair) => {
  expect(areNeighbours(pair[0] as string, pair[1] as string)).toBe(false)
})
