import { randomBytes, randomInt } from 'node:crypto'
import type { Clock } from './clock.ts'

/** Crockford's base 32 in lower case: no i, l, o, u, and in ASCII order, so text order is numeric order. */
const BASE32 = '0123456789abcdefghjkmnpqrstvwxyz'

/** Without 0/O, 1/I/L and U: survives being read out on the telephone. */
const spoken = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

const timeLength = 10
const maxTime = 2 ** 48 - 1

/**
 * `prefix_` + 26 characters: 48 bits of the clock's milliseconds, then 80 random bits. Ids of one prefix sort by
 * creation time to the millisecond (random within it) and cannot be guessed from one another.
 */
export function newId(prefix: string, clock: Clock): string {
  return `${prefix}_${timeChars(clock.now())}${randomChars()}`
}

function timeChars(epochMs: number): string {
  let rest = Math.floor(epochMs)
  if (!(rest >= 0 && rest <= maxTime)) throw new RangeError(`time outside 48 bits: ${epochMs}`)
  let text = ''
  for (let i = 0; i < timeLength; i++) {
    text = BASE32.charAt(rest % 32) + text
    rest = Math.floor(rest / 32)
  }
  return text
}

/** One byte a character keeps it branch-free; 256 is a multiple of 32, so there is no bias. */
function randomChars(): string {
  let text = ''
  for (const byte of randomBytes(16)) text += BASE32.charAt(byte & 31)
  return text
}

/** `E-` + 6 unambiguous characters: ties an error answer to its log row. 7.3e8 values: a label, not a unique id. */
export function errorCorrelationCode(): string {
  let text = 'E-'
  for (let i = 0; i < 6; i++) text += spoken.charAt(randomInt(spoken.length))
  return text
}
