/** A value that fits goes on one line: half the bytes and a third of the changed lines compared with one member per line. */
const lineWidth = 200

/** JSON for programs that people can still compare: it breaks over lines only when it does not fit one. */
export function jsonText(value: unknown, indent = ''): string {
  const line = JSON.stringify(value)
  if (indent.length + line.length <= lineWidth || typeof value !== 'object' || value === null) return line
  const deeper = `${indent} `
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const entries = Array.isArray(value)
    ? value.map((item) => jsonText(item, deeper))
    : Object.entries(value)
        .filter(([, member]) => member !== undefined)
        .map(([name, member]) => `${JSON.stringify(name)}:${jsonText(member, deeper)}`)
  return `${open}\n${entries.map((entry) => deeper + entry).join(',\n')}\n${indent}${close}`
}
