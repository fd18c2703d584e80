import { platformWords, type PlatformNames, type PlatformWord } from '../lib/platform-names.ts'
import type { AnyOperation } from './define.ts'

/** The names a deployment gives to operations. */
export interface NamedOperations {
  operations: AnyOperation[]
  /** A text with these names; undefined when every operation keeps its declared name. */
  translate: ((text: string) => string) | undefined
}

/**
 * Replaces the placeholder of a platform with its name in ids and paths that begin with it, and in texts that mention such
 * an operation.
 */
export function withPlatformNames(declared: readonly AnyOperation[], names: PlatformNames): NamedOperations {
  const renamed = platformWords.filter((word) => names[word] !== word)
  const ids = new Map<string, string>()
  const paths = new Map<string, string>()
  for (const { id, path } of declared) {
    const word = renamed.find((each) => isNamedBy(each, id, path))
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
    declaredId: operation.id,
    path: paths.get(operation.id) ?? operation.path,
    describe: translate(operation.describe),
    summary: translate(operation.summary),
    ...(operation.follows === undefined ? {} : { follows: translate(operation.follows) }),
  }))
  return { operations, translate }
}

/** `photoUserPosts` at `/v1/photo/user-posts`, `codehostLookupPoll` at `/v1/codehost-lookup/poll`. */
const isNamedBy = (word: PlatformWord, id: string, path: string): boolean =>
  new RegExp(`^${word}[A-Z]`).test(id) && new RegExp(`^/v1/${word}[/-]`).test(path)
