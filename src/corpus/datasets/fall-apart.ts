/**
 * Lines in groups that share an identifier, directly or through others of the group; the group of the first line first. What
 * a source alone held together is several groups without it.
 */
export function groupLines<Each>(
  lines: readonly Each[],
  identifiersOf: (line: Each) => readonly string[],
): Each[][] {
  const groups: { lines: Each[]; tokens: Set<string> }[] = []
  for (const line of lines) {
    const tokens = new Set(identifiersOf(line))
    const own = { lines: [line], tokens }
    const [first = own, ...rest] = groups.filter((group) => !group.tokens.isDisjointFrom(tokens))
    if (first === own) groups.push(own)
    else first.lines.push(line)
    for (const token of tokens) first.tokens.add(token)
    for (const group of rest) {
      first.lines.push(...group.lines)
      for (const token of group.tokens) first.tokens.add(token)
      groups.splice(groups.indexOf(group), 1)
    }
  }
  return groups.map((group) => group.lines)
}
