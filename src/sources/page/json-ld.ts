/** A node of linked data, as pages describe what they are about (schema.org). */
export interface LinkedNode {
  [member: string]: unknown
}

/** Nodes of one page, and how deep they may lie in each other. */
const maxNodes = 5_000
const maxDepth = 12

/** The nodes in the scripts of a page: those at the top, of graphs and lists, and those within them. */
export function linkedNodes(scripts: readonly string[]): LinkedNode[] {
  const nodes: LinkedNode[] = []
  const waiting = scripts.map((text) => ({ value: parseScript(text), depth: 0 }))
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { value, depth } = next
    if (typeof value !== 'object' || value === null || depth > maxDepth) continue
    if (nodes.length + waiting.length > maxNodes) break
    if (!Array.isArray(value) && '@type' in value) nodes.push(value as LinkedNode)
    for (const member of Object.values(value)) waiting.push({ value: member, depth: depth + 1 })
  }
  return nodes
}

/** Undefined for a script that is not JSON, of which the rest of the page takes no harm. */
function parseScript(text: string): unknown {
  const bare = text
    .trim()
    .replace(/^(?:\/\/\s*)?<!(?:\[CDATA\[|--)/, '')
    .replace(/(?:\/\/\s*)?(?:\]\]|--)>$/, '')
  try {
    return JSON.parse(bare)
  } catch {
    return parseJson(bare.replaceAll(/\p{Cc}+/gu, ' '))
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether a node is of one of some types, which pages write with or without their vocabulary. */
export function isOfType(node: LinkedNode, types: ReadonlySet<string>): boolean {
  return listOf(node['@type']).some(
    (type) => typeof type === 'string' && types.has(type.replace(/^.*[/#:]/, '')),
  )
}

/** One value or several, as a list. */
export function listOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value as unknown[]
  return value === undefined || value === null ? [] : [value]
}

/** The first node that a member has. */
export const nodeIn = (value: unknown): LinkedNode | undefined =>
  listOf(value).find(
    (each): each is LinkedNode => typeof each === 'object' && each !== null && !Array.isArray(each),
  )

/** The first text that a member has; of a node its name. Numbers are texts. */
export function textIn(value: unknown): string | undefined {
  for (const each of listOf(value)) {
    if (typeof each === 'number') return String(each)
    const text =
      typeof each === 'object' && each !== null
        ? ((each as LinkedNode)['name'] ?? (each as LinkedNode)['@value'])
        : each
    if (typeof text === 'string' && text.trim() !== '') return text.trim()
  }
  return undefined
}

/** The first number that a member has. */
export function numberIn(value: unknown): number | undefined {
  const text = textIn(value)
  const number = text === undefined ? Number.NaN : Number(text.replaceAll(/[,\s]/g, ''))
  return Number.isFinite(number) ? number : undefined
}
