import type { Difference, ValueLists } from './compare.ts'
import type { MemberTree } from './member-tree.ts'
import type { Member } from './notation.ts'

/** What a client of the contract does not understand of an answer, each thing once, in the words of the comparison. */
export function unreadable(tree: MemberTree, answer: unknown, lists: ValueLists): Difference[] {
  const found = new Map<string, Difference>()
  const tell = (at: string, what: string) => found.set(`${at} ${what}`, { at, what })
  read(tree, answer, { lists, tell })
  return [...found.values()]
}

interface Reading {
  lists: ValueLists
  tell(at: string, what: string): void
}

function read(tree: MemberTree, value: unknown, reading: Reading): void {
  const { member, path } = tree
  if (member) {
    for (const what of wrongOf(member, value, reading.lists)) reading.tell(path, what)
    if (value === null) return
  }
  if (Array.isArray(value)) {
    if (tree.item) for (const item of value) read(tree.item, item, reading)
    return
  }
  if (typeof value !== 'object' || value === null) return
  const members = value as Record<string, unknown>
  readMembers(tree, members, reading)
  if (tree.key) for (const each of Object.values(members)) read(tree.key, each, reading)
  if (tree.branches.length === 0) return
  const branch = tree.branches.find(({ tag, value: tagged }) => members[tag] === tagged)
  if (branch) read(branch.tree, value, reading)
  else reading.tell(path, 'answers no branch')
}

function readMembers(tree: MemberTree, value: Record<string, unknown>, reading: Reading): void {
  for (const [name, below] of tree.members) {
    const isThere = Object.hasOwn(value, name)
    const { isOptional = true, default: otherwise } = below.member ?? {}
    if (isThere) read(below, value[name], reading)
    else if (!isOptional && otherwise === undefined) reading.tell(below.path, 'may be absent')
  }
}

function wrongOf(member: Member, value: unknown, lists: ValueLists): string[] {
  const type = typeOf(value)
  const isKnown =
    member.types.some((known) => known === type || known === 'any') ||
    (type === 'integer' && member.types.includes('number'))
  if (!isKnown) return [`answers ${type}`]
  if (value === null) return []
  const values = member.values ?? lists.get(member.valueCount ?? -1)
  // Booleans are written as Python does.
  const text = typeof value === 'boolean' ? (value ? 'True' : 'False') : String(value)
  const isUnlisted = values !== undefined && !Array.isArray(value) && !values.includes(text)
  return [
    ...(isUnlisted ? [`answers the values ${text}`] : []),
    ...(typeof value === 'number' && value < (member.minimum ?? -Infinity)
      ? [`minimum beyond ${member.minimum}`]
      : []),
    ...(typeof value === 'number' && value > (member.maximum ?? Infinity)
      ? [`maximum beyond ${member.maximum}`]
      : []),
    ...(typeof value === 'string' && !isOfFormat(value, member.format)
      ? [`answers no ${member.format}`]
      : []),
  ]
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return Number.isInteger(value) ? 'integer' : typeof value
}

function isOfFormat(value: string, format: string | undefined): boolean {
  if (format === 'uri') return URL.canParse(value)
  if (format === 'email') return /^[^@\s]+@[^@\s]+$/.test(value)
  if (format === 'date') return /^\d{4}-\d{2}-\d{2}$/.test(value)
  if (format === 'date-time') return /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(value)
  return true
}
