import { readTail } from './given-text.ts'

/** Ways a post's id may be written in what a client has: itself, the end of a URN, the last part of an address. */
export function postIds(text: string): [string, ...string[]] {
  const value = text.trim()
  const isAddress = /^https?:\/\//i.test(value) || /^[^/\s]+\.[^/\s]+\//.test(value)
  const last = isAddress
    ? (decoded(value.replace(/[?#].*$/, '').replace(/\/+$/, ''))
        .split('/')
        .at(-1) ?? value)
    : value
  const tail = readTail(last)
  const activity = /-(\d{15,25})(?:-|$)/.exec(tail)?.[1]
  const ids = [...new Set([activity ?? tail, tail, last, value])].filter((id) => id !== '')
  return ids as [string, ...string[]]
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
