import { randomUUID } from 'node:crypto'

/** Stored JSON that goes into an answer unchanged, without being parsed and written again. */
export class RawJson {
  /** As it was stored, or as it is sent: UTF-8. */
  readonly content: string | Uint8Array
  /** The entity the record describes, if known; unique within one kind. */
  readonly entity: string | undefined
  constructor(content: string | Uint8Array, entity?: string) {
    this.content = content
    this.entity = entity
  }
  get text(): string {
    return readText(this.content)
  }
}

/** Types stored JSON as the record it is known to hold, so handlers can return it where their schema has a record. */
export function stored<T>(content: string | Uint8Array, entity?: string): T {
  return new RawJson(content, entity) as T
}

/** JSON as text, whichever form it has. */
export const readText = (content: string | Uint8Array): string =>
  typeof content === 'string'
    ? content
    : Buffer.from(content.buffer, content.byteOffset, content.length).toString()

/**
 * Marks the place of a part while the rest is written. It cannot be guessed, so no text of a client or a record matches it.
 */
const mark = `raw:${randomUUID()}:`
const marked = new RegExp(`"${mark}(\\d+)"`, 'g')

/** JSON with a mark in the place of each raw part. */
function writeSkeleton(value: unknown): { skeleton: string; parts: RawJson[] } {
  const parts: RawJson[] = []
  const skeleton = JSON.stringify(value, (_key, member: unknown) =>
    member instanceof RawJson ? mark + (parts.push(member) - 1) : member,
  )
  return { skeleton, parts }
}

/** JSON.stringify that splices `RawJson` parts in place. */
export function stringifyWithRaw(value: unknown): string {
  const { skeleton, parts } = writeSkeleton(value)
  return parts.length === 0 ? skeleton : splice(skeleton, parts)
}

const splice = (skeleton: string, parts: readonly RawJson[]): string =>
  skeleton.replace(marked, (_whole, index: string) => (parts[Number(index)] as RawJson).text)

/**
 * The same, as UTF-8 where a part is bytes: writing a page of records as text and encoding it costs six times as much as
 * copying their bytes.
 */
export function writeWithRaw(value: unknown): string | Uint8Array<ArrayBuffer> {
  const { skeleton, parts } = writeSkeleton(value)
  if (parts.length === 0) return skeleton
  if (!parts.some(({ content }) => typeof content !== 'string')) return splice(skeleton, parts)
  // Texts between parts, and the indexes of parts, in turns.
  const pieces = skeleton.split(marked)
  return Buffer.concat(
    pieces.map((piece, index) => {
      const content = index % 2 === 0 ? piece : (parts[Number(piece)] as RawJson).content
      return typeof content === 'string' ? Buffer.from(content) : content
    }),
  )
}
