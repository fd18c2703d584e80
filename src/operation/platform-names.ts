import { platformWords, type PlatformNames, type PlatformWord } from '../lib/platform-names.ts'
import type { AnyOperation } from './define.ts'

/** Operations as a deployment calls them. */
export interface NamedOperations {
  operations: AnyOperation[]
  /** A text with operations named so; undefined where all are called as they are declared. */
  translate: ((text: string) => string) | undefined
}

/**
 * Of operations whose id and path begin with the word of a platform both carry its name instead, and texts that name such
 * an operation name it so.
 */
export function withPlatformNames(declared: readonly AnyOperation[], names: PlatformNames): NamedOperations {
  const renamed = platformWords.filter((word) => names[word] !== word)
  const ids = new Map<string, string>()
  const paths = new Map<string, string>()
  for (const { id, path } of declared) {
    const word = renamed.find((each) => isOf(each, id, path))
    if (word === undefined) continue
    ids.set(id, names[word] + id.slice(word.length))
    paths.set(id, path.replace(`/v1/${word}`, `/v1/${names[word]}`))
  }
  if (ids.size === 0) return { operations: [...declared], translate: undefined }
  const translate = (text: string) =>
    text.replaceAll(/\b[a-z][A-Za-z0-9]+\b/g, (word) => ids.get(word) ?? word)
  const operations = declared.map((operation) => ({
    ...operation,
    id: ids.get(operation.id) ?? operation.id,
    path: paths.get(operation.id) ?? operation.path,
    describe: translate(operation.describe),
    summary: translate(operation.summary),
    ...(operation.follows === undefined ? {} : { follows: translate(operation.follows) }),
  }))
  return { operations, translate }
}

/** `photoUserPosts` at `/v1/photo/user-posts`, `codehostLookupPoll` at `/v1/codehost-lookup/poll`. */
const isOf = (word: PlatformWord, id: string, path: string): boolean =>
  new RegExp(`^${word}[A-Z]`).test(id) && new RegExp(`^/v1/${word}[/-]`).test(path)
