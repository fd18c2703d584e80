import type { z } from 'zod'
import type { Call } from './call.ts'
import { JobAnswer } from './job-answer.ts'
import { Paid } from './paid.ts'

export type Members = Record<string, unknown>

/** Members that all operations of one form share, such as those of pages, and what they do around the handler. */
export interface DerivedMembers {
  /** The schemas with these members. */
  input: z.ZodObject
  output: z.ZodObject
  /** Runs before the handler, and returns the input it gets. Throws Failure where the members contradict it. */
  take(input: Members, call: Call): AroundHandler
}

interface AroundHandler {
  /** The input without the members that the handler need not know. */
  input: Members
  /** Adds the members to the handler's output. */
  add(output: Members): Members | Promise<Members>
}

type Handle = (context: never) => unknown
type OwnHandle = (context: { input: Members; call: Call }) => unknown

/**
 * The handler with steps around it. Each takes its members from the input, the last step first, and adds its own to the
 * output, the first step first.
 */
export function surroundHandle(handle: Handle, steps: readonly DerivedMembers[]): Handle {
  if (steps.length === 0) return handle
  const surrounded: OwnHandle = async (context) => {
    const around: AroundHandler[] = []
    let { input } = context
    for (const step of steps.toReversed()) {
      const own = step.take(input, context.call)
      around.unshift(own)
      input = own.input
    }
    const result = await (handle as OwnHandle)({ ...context, input })
    let output = readOutput(result)
    if (output === undefined) return result
    for (const own of around) output = await own.add(output)
    return withOutput(result, output)
  }
  return surrounded
}

/** The output a result carries; a failure carries none. */
function readOutput(result: unknown): Members | undefined {
  const output = result instanceof Paid || result instanceof JobAnswer ? (result.output as unknown) : result
  const isOutput = typeof output === 'object' && output !== null && !(output instanceof Error)
  return isOutput ? (output as Members) : undefined
}

/** The same result with another output. */
function withOutput(result: unknown, output: Members): unknown {
  if (result instanceof Paid) return new Paid(output, result.lines, result)
  return result instanceof JobAnswer ? new JobAnswer({ ...result, output }) : output
}
