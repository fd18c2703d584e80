import { memberOf, type ContractOperation, type Direction, type Member } from './notation.ts'

interface Reference {
  operation: ContractOperation
  direction: Direction
  path: string
  /** As the file writes it: `companyCount request.searchParams.foundedOn`. */
  target: string
}

/**
 * The operations of a file in the notation of clients' contracts. Members "as in" another place stand under both.
 *
 * @throws where a line is not understood, or refers to a place that is not there
 */
export function parseContract(text: string): ContractOperation[] {
  const operations: ContractOperation[] = []
  const references: Reference[] = []
  let direction: Direction = 'request'
  for (const line of text.split('\n')) {
    const operation = operations.at(-1)
    const title = /^## (\w+)\s*$/.exec(line)
    if (title?.[1]) operations.push({ id: title[1], request: new Map(), output: new Map() })
    else if (line === ' request' || line === ' output') direction = line.trim() as Direction
    else if (operation && line.startsWith(' query/path: ')) addParameters(operation, line.slice(13))
    else if (operation && line.startsWith('  ')) {
      const reference = addMember({ operation, direction, path: '', target: '' }, line.slice(2))
      if (reference) references.push(reference)
    } else if (line.trim() !== '' && !line.startsWith('#')) throw new Error(`Not understood: "${line}"`)
  }
  return withReferred(operations, references)
}

/** `pageSize? integer, cursor? null/string, audienceId string` */
function addParameters(operation: ContractOperation, text: string): void {
  for (const part of text.split(', ')) {
    const [, name = '', optional = '', types = ''] = /^(\w+)(\??) (.+)$/.exec(part.trim()) ?? []
    operation.request.set(`.${name}`, memberOf(optional ? `${types} ?` : types))
  }
}

function addMember(place: Reference, line: string): Reference | undefined {
  const [, before = '', target] = /^(.*?)(?:\s+\(members as in (.+)\))?$/.exec(line) ?? []
  const colon = before.indexOf(': ')
  if (colon === -1) throw new Error(`No path in "${line}"`)
  const path = before.slice(0, colon)
  place.operation[place.direction].set(path, memberOf(before.slice(colon + 2).trimEnd()))
  return target === undefined ? undefined : { ...place, path, target }
}

/** References may lead to members that refer further, so each place is resolved when it is asked for. */
function withReferred(operations: ContractOperation[], references: Reference[]): ContractOperation[] {
  const byId = new Map(operations.map((operation) => [operation.id, operation]))
  const open = new Set(references)
  function resolve(reference: Reference): void {
    if (!open.delete(reference)) return
    const [, id = '', direction = '', path = ''] = /^(\w+) (request|output)(.*)$/.exec(reference.target) ?? []
    const source = byId.get(id)?.[direction as Direction]
    if (!source?.has(path)) throw new Error(`Members as in ${reference.target}: there are none`)
    for (const inner of references)
      if (inner.operation.id === id && inner.direction === direction && isBelow(inner.path, path))
        resolve(inner)
    const members = [...source].filter(([below]) => below !== path && isBelow(below, path))
    for (const [below, member] of members)
      reference.operation[reference.direction].set(reference.path + below.slice(path.length), member)
  }
  for (const reference of references) resolve(reference)
  return operations
}

const isBelow = (path: string, parent: string): boolean =>
  path === parent || (path.startsWith(parent) && /^[.[{<]/.test(path.slice(parent.length)))

export type { ContractOperation, Direction, Member }
