import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Participles that say nothing of what they hold; a name says the noun. */
const bare = new Set(
  'found asked told given known kept said shown held gone seen taken'
    .split(' ')
    .flatMap((word) => [word, word.charAt(0).toUpperCase() + word.slice(1)]),
)

/** Names that may still be bare: members of stored rows, of answers and of vendors' files. Only ever lower it. */
const budget = 59

interface Node {
  type: string
  [member: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

const declaring = new Set([
  'VariableDeclarator',
  'FunctionDeclaration',
  'ClassDeclaration',
  'TSInterfaceDeclaration',
  'TSTypeAliasDeclaration',
])
const members = new Set(['TSPropertySignature', 'TSMethodSignature', 'PropertyDefinition'])

/** The names that a pattern binds. */
function boundNames(pattern: unknown): string[] {
  if (!isNode(pattern)) return []
  const inner = pattern['left'] ?? pattern['argument'] ?? pattern['parameter'] ?? pattern['value']
  if (pattern.type === 'Identifier') return [pattern['name'] as string]
  if (pattern.type === 'ObjectPattern') return (pattern['properties'] as unknown[]).flatMap(boundNames)
  if (pattern.type === 'ArrayPattern') return (pattern['elements'] as unknown[]).flatMap(boundNames)
  return boundNames(inner)
}

/** Every name that a piece of syntax declares. */
function declaredNames(node: Node): string[] {
  const own = declaring.has(node.type)
    ? boundNames(node['id'])
    : members.has(node.type)
      ? boundNames(node['key'])
      : []
  const parameters = Array.isArray(node['params']) ? node['params'].flatMap(boundNames) : []
  const below = Object.values(node).flatMap((value) =>
    (Array.isArray(value) ? value : [value]).filter(isNode).flatMap(declaredNames),
  )
  return [...own, ...parameters, ...below]
}

const bareNames = (file: string, text: string): string[] =>
  declaredNames(parseSync(file, text).program as unknown as Node).filter((name) => bare.has(name))

test('declarations are found in every form', () => {
  const text = `const found = 1
    function told({ known, of: [given] }: { asked: number }, ...kept: string[]): void {}
    type Seen = { held(): void }
    class Gone { taken = 1 }
    const { shown: view } = { shown: found }`
  expect(bareNames('example.ts', text).toSorted()).toEqual(
    ['Gone', 'Seen', 'asked', 'found', 'given', 'held', 'kept', 'known', 'taken', 'told'].toSorted(),
  )
})

test('names say what they hold', async () => {
  const files = ['src', 'console', 'client/src'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.ts$|^generated/.test(file))
      .map((file) => `${folder}/${file}`),
  )
  const named: string[] = []
  for (const file of files) {
    const text = await readFile(join(root, file), 'utf8')
    if ([...bare].some((word) => text.includes(word)))
      named.push(...bareNames(file, text).map((name) => `${file}: ${name}`))
  }
  expect(named.length, named.join('\n')).toBeLessThanOrEqual(budget)
})
