import { isMissing, MappingError, type Evaluate, type MappingPath, type Scope } from './scope.ts'

type Key = string | number

const bracket = /^\[(?:(-?\d+)|"([^"]*)"|'([^']*)')\]/

/**
 * Compiles `a.b[0].c`. It starts at the current entry; `$` is the whole row, `.` the entry itself, `$name` a
 * value of `define`, `$as_of` the date the file is true for, `$index` the position in `each`. Names may hold
 * spaces; with dots or brackets they are written `["a.b"]`. A name applied to a list is applied to each entry.
 */
export function compilePath(text: string, mappingPath: MappingPath): Evaluate {
  const { root, keys } = parsePath(text, mappingPath)
  const start = compileRoot(root)
  return (scope) => {
    let value = start(scope)
    for (const key of keys) {
      value = step(value, key, scope)
      if (value === undefined || value === null) return undefined
    }
    if (typeof value === 'string') value = value.trim()
    return isMissing(value) ? undefined : value
  }
}

/** Name of the `define` entry a path starts at, if it does. */
export function definedRoot(text: string): string | undefined {
  const name = /^\$([a-z_]\w*)/i.exec(text)?.[1]
  return name === 'as_of' || name === 'index' ? undefined : name
}

function parsePath(text: string, mappingPath: MappingPath): { root: string; keys: Key[] } {
  const root = /^(?:\$\w*|\.(?=$|\[))/.exec(text)?.[0] ?? ''
  const keys: Key[] = []
  let rest = text.slice(root.length)
  if (text.trim() === '')
    throw new MappingError('the path is empty; use `.` for the entry itself', mappingPath)
  while (rest !== '') {
    const indexed = bracket.exec(rest)
    if (indexed) {
      keys.push(indexed[1] === undefined ? (indexed[2] ?? indexed[3] ?? '') : Number(indexed[1]))
      rest = rest.slice(indexed[0].length)
      continue
    }
    const named = (keys.length > 0 || root !== '' ? /^\.([^.[\]]+)/ : /^([^.[\]]+)/).exec(rest)
    if (!named) throw new MappingError(`not a path: \`${text}\``, mappingPath)
    keys.push(named[1]!.trim())
    rest = rest.slice(named[0].length)
  }
  return { root, keys }
}

function compileRoot(root: string): Evaluate {
  if (root === '' || root === '.') return (scope) => scope.item
  if (root === '$') return (scope) => scope.row
  if (root === '$as_of') return (scope) => scope.asOf
  if (root === '$index') return (scope) => scope.index
  const name = root.slice(1)
  return (scope) => scope.defined(name)
}

function step(value: unknown, key: Key, scope: Scope): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  if (typeof key === 'number') return Array.isArray(value) ? value.at(key) : undefined
  if (Array.isArray(value)) {
    const values = value.flatMap((entry) => step(entry, key, scope) ?? [])
    return values.length > 0 ? values : undefined
  }
  scope.looked?.(value, key)
  return Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined
}
