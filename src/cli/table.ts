/** Columns in the order of the first row's members, as wide as their longest cell; numbers are right-aligned. */
export function table(rows: readonly Record<string, string | number>[], whenEmpty: string): string {
  const [first] = rows
  if (first === undefined) return whenEmpty
  const columns = Object.keys(first).map((name) => {
    const cells = rows.map((row) => String(row[name] ?? ''))
    const width = Math.max(name.length, ...cells.map((cell) => cell.length))
    const right = rows.every((row) => typeof row[name] === 'number')
    return [name, ...cells].map((cell) => (right ? cell.padStart(width) : cell.padEnd(width)))
  })
  const lines = Array.from({ length: rows.length + 1 }, (_, line) =>
    columns
      .map((cells) => cells[line])
      .join('  ')
      .trimEnd(),
  )
  return lines.join('\n')
}

/** Instants as operators read them: to the second, in UTC. */
export function instant(date: Date | null): string {
  return date === null ? '-' : date.toISOString().replace(/\.\d{3}Z$/, 'Z')
}
