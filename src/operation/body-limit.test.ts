import { expect, it } from 'vitest'
import { z } from 'zod'
import { bodyLimitBytes, findBodyLimit } from './body-limit.ts'

const taking = (list: z.ZodType) => ({
  input: z.object({ of: z.union([z.string(), z.object({ list: list.optional() })]).nullish() }),
})

it.each([
  ['10,000', z.array(z.string()).max(10_000), 2 * bodyLimitBytes],
  ['5,000', z.array(z.string()).max(5_000), bodyLimitBytes],
  ['any number of', z.array(z.string()), bodyLimitBytes],
])('an operation with a list of %s items takes bodies of so many bytes', (_, list, bytes) => {
  expect(findBodyLimit(taking(list))).toBe(bytes)
})

it('takes schemas that hold themselves', () => {
  interface Group {
    all?: Group[] | undefined
  }
  const group: z.ZodType<Group> = z.object({ all: z.lazy(() => z.array(group).max(10)).optional() })
  expect(findBodyLimit({ input: group })).toBe(bodyLimitBytes)
})
