import { invalidMember } from '../../operation/index.ts'
import { isMalformed, type Malformed } from './malformed.ts'

/** What was read; throws a 400 at `path` for what cannot be an identifier. */
export function accepted<T extends object>(read: T | Malformed, path: string): T {
  if (isMalformed(read)) throw invalidMember(path, read.expected, read.code)
  return read
}
