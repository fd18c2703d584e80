import { Failure } from '../failure.ts'
import { bodyLimitBytes } from '../body-limit.ts'
import { maxNameLength } from './member-at.ts'
import { depthLimit, excessive, widthLimit, type ExcessCode } from './receive.ts'
import { pathText } from './validate.ts'

/** Applies the caps of a body (`receive.ts`) to members that a surface has parsed, with the same refusals. */
export function receiveMembers(
  members: Record<string, unknown>,
  mostBytes = bodyLimitBytes,
): Record<string, unknown> {
  const path: (string | number)[] = []
  const code = excessIn(members, path)
  if (code !== undefined) throw excessive(code, pathText(path))
  if (Buffer.byteLength(JSON.stringify(members)) > mostBytes) throw new Failure('too-large')
  return members
}

/** The first excess in the order the members would be written; `path` says where it is. */
function excessIn(value: unknown, path: (string | number)[]): ExcessCode | undefined {
  if (typeof value === 'string') return value.includes('\u0000') ? 'nul-character' : undefined
  if (typeof value !== 'object' || value === null) return undefined
  // The value itself adds one level to the parts of its path.
  if (path.length >= depthLimit) return 'too-deep'
  let index = 0
  for (const [name, member] of Object.entries(value)) {
    if (index >= widthLimit) return 'too-wide'
    if (name.includes('\u0000')) return 'nul-character'
    path.push(Array.isArray(value) ? index : name.slice(0, maxNameLength))
    const code = excessIn(member, path)
    if (code !== undefined) return code
    path.pop()
    index++
  }
  return undefined
}
