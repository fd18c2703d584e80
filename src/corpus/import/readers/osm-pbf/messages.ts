import { createRequire } from 'node:module'
import { UnreadableFile } from '../row.ts'

/** The part of a protocol buffers message reader that is used; the library has no types for it. */
export interface Message {
  pos: number
  readonly length: number
  readonly buf: Uint8Array
  readVarint(isSigned?: boolean): number
  readSVarint(): number
  readFields<Result>(read: (tag: number, result: Result, message: Message) => void, result: Result): Result
}

const Pbf = createRequire(import.meta.url)('pbf') as new (bytes: Uint8Array) => Message

/** Numbers that one element or group may have. Real ones have some thousands. */
const maxNumbers = 4_000_000

/** Reads the members of a message; throws UnreadableFile for any other bytes. */
export function readMessage<Result>(
  bytes: Uint8Array,
  read: (tag: number, result: Result, message: Message) => void,
  result: Result,
): Result {
  const message = new Pbf(bytes)
  try {
    message.readFields(read, result)
  } catch (cause) {
    if (cause instanceof UnreadableFile) throw cause
    throw damaged((cause as Error).message, cause)
  }
  // The library reads on after the end, where everything is zero.
  if (message.pos > message.length) throw damaged('a member ends after its message')
  return result
}

export const damaged = (reason: string, cause?: unknown): UnreadableFile =>
  new UnreadableFile(`the OpenStreetMap extract is damaged (${reason})`, { cause })

/** The bytes of a member, which is a text or a message within the message. */
export function bytesIn(message: Message): Uint8Array {
  const end = findEnd(message)
  const bytes = message.buf.subarray(message.pos, end)
  message.pos = end
  return bytes
}

/** A list of numbers; `read` reads one. */
export function numbersIn(message: Message, read: (message: Message) => number): number[] {
  const end = findEnd(message)
  const numbers: number[] = []
  while (message.pos < end) {
    if (numbers.length === maxNumbers) throw damaged(`more than ${maxNumbers} numbers in a list`)
    numbers.push(read(message))
  }
  return numbers
}

/** Numbers that are written as the difference from the one before. */
export function sumsIn(message: Message): number[] {
  let sum = 0
  return numbersIn(message, (from) => (sum += from.readSVarint()))
}

/** Where the present member ends. A false length would fill the list without end. */
function findEnd(message: Message): number {
  const length = message.readVarint()
  const end = message.pos + length
  if (!(length >= 0 && end <= message.length)) throw damaged('a member ends after its message')
  return end
}
