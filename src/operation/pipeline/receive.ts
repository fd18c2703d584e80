import { Failure, failures } from '../failure.ts'
import { bodyLimitBytes } from '../body-limit.ts'
import { memberAt } from './member-at.ts'

export const depthLimit = 32
/**
 * Most elements of an array or members of an object; no list of the interface is longer. Without this cap a body of 1 MiB
 * could hold 350,000 faults or 100,000 members, and naming or copying them blocks all other requests for seconds (measured).
 */
export const widthLimit = 10_000

/** Parses a body of at most `mostBytes` into a JSON object. Absent and empty bodies are `{}`. */
export function receive(body: Uint8Array | null, mostBytes = bodyLimitBytes): Record<string, unknown> {
  if (body === null || body.byteLength === 0) return {}
  if (body.byteLength > mostBytes) throw new Failure('too-large')
  const excess = findExcess(body)
  if (excess !== undefined) {
    const { code, offset } = excess
    throw excessive(code, memberAt(body, offset, code === 'too-wide' ? 'container' : 'member'))
  }
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch (cause) {
    throw new Failure('invalid-json', { cause })
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Failure('invalid-json')
  return value as Record<string, unknown>
}

export type ExcessCode = 'too-deep' | 'too-wide' | 'nul-character'

/** The refusal of an excess, with the path where it is. */
export function excessive(code: ExcessCode, path: string): Failure {
  const { message } = failures[code]
  return new Failure(code, path === '' ? {} : { issues: [{ path, message, code }] })
}

/** The excess of a body, and the byte where it is. */
interface Excess {
  code: ExcessCode
  offset: number
}

const escapedNul = [0x5c, 0x75, 0x30, 0x30, 0x30, 0x30]

/**
 * Counts brackets and commas outside strings, before anything recursive sees the value. NUL is refused here because Postgres
 * cannot store it in a text: otherwise every operation would have to check, and the first that forgot would answer 500.
 */
function findExcess(body: Uint8Array): Excess | undefined {
  const commas = new Uint32Array(depthLimit + 1)
  let depth = 0
  let inString = false
  for (let offset = 0; offset < body.length; offset++) {
    const byte = body[offset]
    if (inString) {
      if (byte === 0x5c) {
        if (escapedNul.every((expected, index) => body[offset + index] === expected))
          return { code: 'nul-character', offset }
        offset++
      } else if (byte === 0x22) inString = false
    } else if (byte === 0x22) inString = true
    else if (byte === 0x7b || byte === 0x5b) {
      if (++depth > depthLimit) return { code: 'too-deep', offset }
      commas[depth] = 0
    } else if (byte === 0x7d || byte === 0x5d) depth = Math.max(0, depth - 1)
    else if (byte === 0x2c) {
      const count = (commas[depth] ?? 0) + 1
      if (count >= widthLimit) return { code: 'too-wide', offset }
      commas[depth] = count
    }
  }
  return undefined
}
