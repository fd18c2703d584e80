import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'vitest/node'
import type { Citation } from './audit.ts'

/** A call of `verifies` that proves nothing, and why. */
export interface RefusedCitation {
  file: string
  line: number
  reason: 'argument is not a string literal' | 'outside a test or describe' | 'inside a skipped test'
}

export interface CitationScan {
  citations: Citation[]
  refused: RefusedCitation[]
}

interface Node {
  type: string
  start: number
  [member: string]: unknown
}

interface Surroundings {
  inTest: boolean
  skipped: boolean
}

const testFunctions = new Set(['test', 'it', 'describe'])
const skippingMembers = new Set(['skip', 'todo'])

/**
 * Citations of one TypeScript file, read from its syntax tree, so that a call in a comment or in a string does
 * not count. Throws on a file that does not parse.
 */
export function scanCitations(file: string, text: string): CitationScan {
  const scan: CitationScan = { citations: [], refused: [] }
  if (!text.includes('verifies(')) return scan
  visit(parseAst(text, { lang: 'ts' }), { inTest: false, skipped: false }, (call, around) => {
    const line = text.slice(0, call.start).split('\n').length
    const ids = (call['arguments'] as Node[]).map(({ type, value }) =>
      type === 'Literal' ? value : undefined,
    )
    const reason = refusal(ids, around)
    if (reason) scan.refused.push({ file, line, reason })
    else scan.citations.push(...ids.map((id) => ({ id: String(id), file, line })))
  })
  return scan
}

/** Citations of every test under `src/` and `test/` of a project, this folder aside: it only plants them. */
export function scanProject(root: string): CitationScan {
  const scans = ['src', 'test']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        join(folder, name),
      ),
    )
    .filter((file) => file.endsWith('.ts') && !file.startsWith(join('test', 'conformance')))
    .map((file) => scanCitations(file, readFileSync(join(root, file), 'utf8')))
  return {
    citations: scans.flatMap(({ citations }) => citations),
    refused: scans.flatMap(({ refused }) => refused),
  }
}

function refusal(ids: unknown[], around: Surroundings): RefusedCitation['reason'] | undefined {
  if (!ids.every((id) => typeof id === 'string')) return 'argument is not a string literal'
  if (!around.inTest) return 'outside a test or describe'
  return around.skipped ? 'inside a skipped test' : undefined
}

function visit(
  value: unknown,
  around: Surroundings,
  onCitation: (call: Node, around: Surroundings) => void,
): void {
  if (Array.isArray(value)) {
    for (const item of value) visit(item, around, onCitation)
    return
  }
  if (!isNode(value)) return
  let inside = around
  if (value.type === 'CallExpression') {
    const path = calleePath(value['callee'])
    if (path.length === 1 && path[0] === 'verifies') onCitation(value, around)
    else if (testFunctions.has(path[0] ?? '')) {
      const skipped = around.skipped || path.some((name) => skippingMembers.has(name))
      inside = { inTest: true, skipped }
    }
  }
  for (const member of Object.values(value)) visit(member, inside, onCitation)
}

/** `test.skipIf(x)('…')` gives ['test', 'skipIf']; an unnamed callee gives []. */
function calleePath(callee: unknown): string[] {
  if (!isNode(callee)) return []
  if (callee.type === 'Identifier') return [String(callee['name'])]
  if (callee.type === 'MemberExpression')
    return [...calleePath(callee['object']), ...calleePath(callee['property'])]
  if (callee.type === 'CallExpression') return calleePath(callee['callee'])
  return callee.type === 'TaggedTemplateExpression' ? calleePath(callee['tag']) : []
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}
