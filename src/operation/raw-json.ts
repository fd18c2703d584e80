import { randomUUID } from 'node:crypto'

/** Stored JSON text that goes into an answer unchanged, without being parsed and written again. */
export class RawJson {
  readonly text: string
  /** The entity the record describes, if known; unique within one kind. */
  readonly entity: string | undefined
  constructor(text: string, entity?: string) {
    this.text = text
    this.entity = entity
  }
}

/** Types stored JSON as the record it is known to hold, so handlers can return it where their schema has a record. */
export function stored<T>(text: string, entity?: string): T {
  return new RawJson(text, entity) as T
}

/**
 * Marks the place of a part while the rest is written. It cannot be guessed, so no text of a client or a record matches it.
 */
const mark = `raw:${randomUUID()}:`
const marked = new RegExp(`"${mark}(\\d+)"`, 'g')

/** JSON.stringify that splices `RawJson` parts in place. */
export function stringifyWithRaw(value: unknown): string {
  const parts: string[] = []
  const skeleton = JSON.stringify(value, (_key, member: unknown) =>
    member instanceof RawJson ? mark + (parts.push(member.text) - 1) : member,
  )
  if (parts.length === 0) return skeleton
  return skeleton.replace(marked, (_whole, index: string) => parts[Number(index)] as string)
}
