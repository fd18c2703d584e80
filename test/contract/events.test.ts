import { describe, expect, test } from 'vitest'
import { discoverEvents, discoverJobs } from '../../src/capabilities/discover.ts'
import { currentInterface } from '../../scripts/generate.ts'

const events = await discoverEvents()
const lines = (await currentInterface()).matchAll(/^event (.+)$/gm)
const documented = new Set([...lines].map(([, key]) => key))

test('no two events share a key', () => {
  expect(events.length).toBeGreaterThan(8)
  expect(new Set(events.map(({ key }) => key)).size).toBe(events.length)
})

test('every event of a job is of the catalogue', async () => {
  const known = new Set(events)
  const told = (await discoverJobs()).map(({ event }) => event.definition)
  expect(told.filter((event) => !known.has(event))).toEqual([])
})

describe.each(events.map((event) => [event.key, event] as const))('%s', (key, event) => {
  test('is named, described and shown as receivers get it', () => {
    expect(key).toMatch(/^[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*$/)
    expect(event.describe).toMatch(/^[A-Z].*\.$/)
    expect(event.schema.parse(JSON.parse(JSON.stringify(event.example)))).toEqual(event.example)
    expect(documented).toContain(key)
  })

  test('has a schema that refuses what it does not name', () => {
    expect(event.schema.safeParse({ ...event.example, unnamed: 1 }).success).toBe(false)
  })
})
