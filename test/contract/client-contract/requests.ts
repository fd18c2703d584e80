import type { ValueLists } from './compare.ts'
import type { MemberTree } from './member-tree.ts'
import type { Member } from './notation.ts'

/** What a text is where its name says more than the contract does; undefined where it does not. */
export type TextOf = (path: string) => string | undefined

interface Making {
  lists: ValueLists
  textOf: TextOf
}

/**
 * Requests in which every member stands once at least, with every value that it may have and every form of a union: each
 * of them as full as it can be.
 */
export function fullRequests(tree: MemberTree, making: Making): Record<string, unknown>[] {
  return variantsOf(tree, making) as Record<string, unknown>[]
}

/** With those members alone that must be there. */
export function leastRequest(tree: MemberTree, making: Making): Record<string, unknown> {
  return least(tree, making) as Record<string, unknown>
}

/** In which whatever may be null is null: from the first level on, from the second, and so on. */
export function nullRequests(tree: MemberTree, making: Making): Record<string, unknown>[] {
  const requests = [1, 2, 3, 4, 5].map((level) => nulled(tree, level, making))
  const texts = new Set(requests.map((request) => JSON.stringify(request)))
  return [...texts].map((text) => JSON.parse(text) as Record<string, unknown>)
}

function variantsOf(tree: MemberTree, making: Making): unknown[] {
  if (tree.item) return listsOf(variantsOf(tree.item, making)).map((items) => arrayOf(tree, items))
  const own = Object.entries(Object.fromEntries(tree.members)).map(
    ([name, below]) => [name, variantsOf(below, making)] as const,
  )
  if (tree.branches.length > 0)
    return tree.branches.flatMap(({ tag, value, tree: branch }) =>
      variantsOf(branch, making).map((variant) => ({ ...(variant as object), [tag]: value })),
    )
  if (own.length === 0) return valuesOf(tree, making)
  const count = Math.max(...own.map(([, variants]) => variants.length))
  // What stands next to each other takes turns: switches are never all off.
  return Array.from({ length: count }, (_, turn) =>
    Object.fromEntries(
      own.map(([name, variants], index) => [name, variants[(turn + (index % 2)) % variants.length]]),
    ),
  )
}

/** Lists as long as a client sends them. */
function listsOf(items: readonly unknown[]): unknown[][] {
  const most = 100
  return Array.from({ length: Math.ceil(items.length / most) }, (_, index) =>
    items.slice(index * most, (index + 1) * most),
  )
}

/** As many different items as the list takes and the contract has; the least that must be there otherwise. */
function arrayOf({ member }: MemberTree, items: readonly unknown[]): unknown[] {
  const { minItems = 0, maxItems = Infinity } = member ?? {}
  const all = items.slice(0, maxItems)
  while (all.length < minItems) all.push(items[0])
  return all
}

function valuesOf({ path, member }: MemberTree, { lists, textOf }: Making): unknown[] {
  if (!member) return [{}]
  const listed = member.values ?? lists.get(member.valueCount ?? -1)
  if (listed && member.types.includes('boolean')) return [true, false]
  if (listed && !member.types.includes('string')) return listed.map(Number)
  if (listed) return member.values ? [...listed] : someOf(listed)
  if (member.types.includes('string')) return [textOf(path) ?? textFor(member)]
  if (member.types.includes('integer') || member.types.includes('number')) return [numberFor(path, member)]
  if (member.types.includes('boolean')) return [true, false]
  return member.types.includes('array') ? [[]] : [{}]
}

/** Of long lists, which the comparison of schemas looks through. */
const someOf = (values: readonly string[]) =>
  [0, values.length >> 1, values.length - 1].map((index) => values[index])

const textFor = ({ format }: Member): string =>
  ({
    uri: 'https://example.com/page',
    email: 'ada@example.com',
    date: '2026-01-15',
    'date-time': '2026-01-15T12:00:00Z',
  })[format ?? ''] ?? 'example'

/** Upper bounds above lower ones; within those of the contract. */
function numberFor(path: string, member: Member): number {
  const least = member.minimum ?? (member.minimumExclusive ?? -1) + 1
  const name = path.split('.').at(-1) ?? ''
  if (name === 'year') return 2024
  const isUpper =
    /upper|max|high|eastward/i.test(name) || /northwestCorner\.lat|southeastCorner\.lon/.test(path)
  const wanted = isUpper ? 20 : 2
  return Math.max(least, Math.min(wanted, member.maximum ?? Infinity))
}

function least(tree: MemberTree, making: Making): unknown {
  const [branch] = tree.branches
  if (branch) return { ...(least(branch.tree, making) as object), [branch.tag]: branch.value }
  if (tree.item)
    return arrayOf(tree, [least(tree.item, making)]).slice(0, Math.max(1, tree.member?.minItems ?? 0))
  if (tree.members.size === 0) return valuesOf(tree, making)[0]
  const needed = [...tree.members].filter(([, { member }]) => member?.isOptional === false)
  return Object.fromEntries(needed.map(([name, below]) => [name, least(below, making)]))
}

function nulled(tree: MemberTree, level: number, making: Making): unknown {
  if (level <= 0 && tree.member?.types.includes('null')) return null
  const [branch] = tree.branches
  if (branch) return { ...(nulled(branch.tree, level, making) as object), [branch.tag]: branch.value }
  if (tree.item) return arrayOf(tree, [nulled(tree.item, level, making)])
  if (tree.members.size === 0) return valuesOf(tree, making)[0]
  return Object.fromEntries(
    [...tree.members].map(([name, below]) => [name, nulled(below, level - 1, making)]),
  )
}
