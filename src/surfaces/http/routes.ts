import type { AnyOperation, Registry } from '../../operation/index.ts'

/** Sorts operations so that a fixed path wins over one with parameters, because the router takes the first match. */
export function inMatchOrder(registry: Registry): AnyOperation[] {
  return registry.operations.toSorted((one, other) => one.pathParameters.length - other.pathParameters.length)
}

/** `/v1/lists/{listId}` in the router's spelling, `/v1/lists/:listId`. */
export function routerPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}

/** Methods a path answers, for `Allow`; empty for an unknown path. It runs for errors only, so it need not be fast. */
export function allowedMethods(routes: Iterable<{ method: string; path: string }>) {
  const byPattern = new Map<string, { pattern: RegExp; methods: Set<string> }>()
  for (const { method, path } of routes) {
    const source = `^${path
      .replaceAll('.', '\\.')
      .replaceAll(/\{\w+\}/g, '[^/]+')
      .replace(/\/\*$/, '(/.*)?')}$`
    const entry = byPattern.get(source) ?? { pattern: new RegExp(source), methods: new Set() }
    entry.methods.add(method)
    if (method === 'GET') entry.methods.add('HEAD')
    byPattern.set(source, entry)
  }
  return (path: string): string[] => {
    const methods = new Set<string>()
    for (const entry of byPattern.values()) {
      if (entry.pattern.test(path)) for (const method of entry.methods) methods.add(method)
    }
    return [...methods].toSorted()
  }
}

/** The decoded path without a slash at its end, or undefined when it cannot name anything: bad percent-encoding, not UTF-8, or a NUL. */
export function decodedPath(url: string): string | undefined {
  const end = url.search(/[?#]/)
  const path = withoutSlash(end === -1 ? url : url.slice(0, end))
  if (!path.includes('%')) return path
  try {
    const decoded = decodeURIComponent(path)
    return decoded.includes('\u0000') ? undefined : decoded
  } catch {
    return undefined
  }
}

/** `/v1/company-count/` is `/v1/company-count`, here as in the router. */
const withoutSlash = (path: string) => (path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path)
