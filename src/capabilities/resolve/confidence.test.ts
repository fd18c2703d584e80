import { describe, expect, test } from 'vitest'
import { sureEnough } from './confidence.ts'

const matches = (...confidences: number[]) => confidences.map((confidence) => ({ confidence }))
const few = { most: 1, least: undefined }

describe('sureEnough', () => {
  test('what is returned must together be likely enough to hold the one meant', () => {
    expect(sureEnough(matches(0.5, 0.3), few)).toHaveLength(1)
    expect(sureEnough(matches(0.45, 0.3), few)).toEqual([])
    expect(sureEnough(matches(0.45, 0.3), { ...few, most: 2 })).toHaveLength(2)
  })

  test('and hold the share asked of it: a likelier one beside another is not meant for sure', () => {
    expect(sureEnough(matches(0.59, 0.26), { ...few, share: 0.75 })).toEqual([])
    expect(sureEnough(matches(0.59, 0.26), { ...few, most: 2, share: 0.75 })).toHaveLength(2)
    expect(sureEnough(matches(0.68, 0.17), { ...few, share: 0.75 })).toHaveLength(1)
    // Unsure of the spelling but sure of which one.
    expect(sureEnough(matches(0.52, 0.05), { ...few, share: 0.75 })).toHaveLength(1)
  })

  test('a least confidence asked for decides alone', () => {
    expect(sureEnough(matches(0.45, 0.3), { most: 2, least: 0.4, share: 0.75 })).toHaveLength(1)
    expect(sureEnough(matches(0.9), { most: 1, least: 0.95 })).toEqual([])
  })
})
