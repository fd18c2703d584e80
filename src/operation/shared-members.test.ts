import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { Failure } from './failure.ts'
import { JobAnswer } from './job-answer.ts'
import { paid } from './paid.ts'
import { surroundHandle, type Members, type SharedMembers } from './shared-members.ts'

/** A step that takes the member of its name and returns it with the output. */
function returning(name: string): SharedMembers {
  const schema = z.object({})
  return {
    input: schema,
    output: schema,
    take({ [name]: own, ...input }) {
      return { input, add: (output) => ({ ...output, [name]: own, order: [output['order'], name].flat() }) }
    },
  }
}

const run = (answer: unknown, ...steps: SharedMembers[]) => {
  const handle = surroundHandle(({ input }: { input: Members }) => answer ?? { handled: input }, steps)
  return handle({ input: { a: 1, b: 2, c: 3 } } as never)
}

describe('surroundHandle', () => {
  test('each step keeps its members from the handler, and the first adds to the output first', async () => {
    expect(await run(undefined, returning('a'), returning('b'))).toEqual({
      handled: { c: 3 },
      a: 1,
      b: 2,
      order: [undefined, 'a', 'b'],
    })
  })

  test('the last step sees the input first', async () => {
    const seen: Members[] = []
    const watching = (name: string): SharedMembers => {
      const own = returning(name)
      return { ...own, take: (input, call) => (seen.push(input), own.take(input, call)) }
    }
    await run(undefined, watching('a'), watching('b'))
    expect(seen).toEqual([
      { a: 1, b: 2, c: 3 },
      { a: 1, c: 3 },
    ])
  })

  test('adds to the outputs of paid answers and of jobs, and leaves failures as they are', async () => {
    const lines = [{ key: 'companySearchResult' as const, units: 1 }]
    const added = { x: 1, a: 1, order: [undefined, 'a'] }
    expect(await run(paid({ x: 1 }, lines), returning('a'))).toEqual(paid(added, lines))
    const job = { credits: { method: 'charging-later' as const, message: 'Later.' }, lines }
    expect(await run(new JobAnswer({ output: { x: 1 }, ...job }), returning('a'))).toEqual(
      new JobAnswer({ output: added, ...job }),
    )
    const failure = new Failure('not-found')
    expect(await run(failure, returning('a'))).toBe(failure)
    const charged = paid(failure, lines)
    expect(await run(charged, returning('a'))).toBe(charged)
  })

  test('a handler without steps is the handler itself', () => {
    const handle = () => ({})
    expect(surroundHandle(handle, [])).toBe(handle)
  })
})
