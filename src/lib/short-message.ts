/** Characters of the input that a message repeats. */
const maxRepeatedChars = 200

/**
 * A message that repeats at most 200 characters of its input: text in quotes and runs without a space are cut. Lists
 * of short words, such as expected values, stay whole.
 */
export function shortMessage(text: string): string {
  if (text.length <= maxRepeatedChars) return text
  const [start, end] = [text.indexOf('"') + 1, text.lastIndexOf('"')]
  const quoted = text.slice(start, Math.max(start, end))
  if (start > 0 && listed.test(quoted)) return text
  // From the first quote to the last, because the input may contain quotes itself.
  const short = start === 0 ? text : `${text.slice(0, start)}${cut(quoted)}${text.slice(end)}`
  return short.replaceAll(longRun, cut)
}

/** The path of a member, with names from the input cut. */
export function shortPath(path: string): string {
  if (path.length <= maxRepeatedChars || names.test(path)) return path
  return cut(path)
}

/** Paths as schemas write them. Long or strange names are from the input. */
const names = /^[A-Za-z_$][\w$-]{0,60}(?:\.[A-Za-z_$][\w$-]{0,60}|\[\d{1,6}\])*$/
const longRun = new RegExp(String.raw`\S{${maxRepeatedChars + 1},}`, 'gu')
/** Words in quotes, as in a list of values. */
const listed = /^[^"]{0,80}(?:"(?:\||, | or | and )"[^"]{0,80})+$/

/** Cuts between characters. */
function cut(text: string): string {
  if (text.length <= maxRepeatedChars) return text
  return `${text.slice(0, maxRepeatedChars - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}
