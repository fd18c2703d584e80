import { readsQuery, type AnyOperation } from './define.ts'

/** A call that works unchanged once ALMANAC_API_KEY is set; it contains no key. */
export function curlCommand(
  operation: AnyOperation,
  { baseUrl, input }: { baseUrl: string; input: object },
): string {
  const rest = new Map<string, unknown>(Object.entries(input))
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = rest.get(name)
    rest.delete(name)
    return encodeURIComponent(String(value))
  })
  const query = new URLSearchParams()
  if (readsQuery(operation)) {
    for (const [name, value] of rest) {
      if (isFlat(value)) {
        for (const item of [value].flat()) query.append(name, String(item))
        rest.delete(name)
      }
    }
  }
  const search = query.size > 0 ? `?${query.toString()}` : ''
  const lines = [
    `curl -s${operation.method === 'GET' || operation.method === 'POST' ? '' : ` -X ${operation.method}`} ${quoteForShell(
      `${baseUrl}${path}${search}`,
    )}`,
  ]
  if (operation.access === 'key') lines.push('-H "x-api-key: $ALMANAC_API_KEY"')
  if (operation.access === 'operator') lines.push('-H "Authorization: Bearer $ALMANAC_OPERATOR_TOKEN"')
  if (operation.file !== undefined) lines.push('--data-binary @FILE')
  else if (rest.size > 0 || operation.method === 'POST') {
    lines.push(`-d ${quoteForShell(JSON.stringify(Object.fromEntries(rest)))}`)
  }
  return lines.join(' \\\n  ')
}

/** Scalars and lists of scalars go into a query. */
function isFlat(value: unknown): boolean {
  return [value].flat().every((item) => typeof item !== 'object' || item === null)
}

/** Quotes a text with single quotes, in which a POSIX shell reads everything literally. */
export function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
