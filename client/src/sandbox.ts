import type { Caller } from './caller.ts'
import { AlmanacError } from './errors.ts'
import { getRateLimits } from './generated/operations.ts'

/** The clock of a sandbox: it goes as the real one does, and may be put forward. */
export interface Sandbox {
  now(): Promise<Date>
  /** Puts it forward (`30s`, `5m`, `2h`, `7d`) for all later requests, and answers the new time. It never goes back. */
  advance(by: `${number}${'s' | 'm' | 'h' | 'd'}`): Promise<Date>
}

export function openSandbox(caller: Caller): Sandbox {
  const ask = async (headers: Record<string, string>) => {
    const { sandboxTime } = await caller.call(getRateLimits, {}, { headers })
    if (sandboxTime === undefined)
      throw new AlmanacError('The key is not of a sandbox. Make one with createSandboxApiKey.')
    return sandboxTime
  }
  return {
    now: () => ask({}),
    advance: (by) => ask({ 'x-sandbox-advance': by }),
  }
}
