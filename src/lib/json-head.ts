/**
 * Parses the JSON of an object up to the member `end` if all of `members` come before it, and else the whole. Nothing in a
 * text looks like the key, since a quotation mark in a text is escaped; before the key of a nested object stands an
 * open brace, and such a head does not parse.
 */
export function readHead<R extends object>(body: string, end: string, members: readonly (keyof R)[]): R {
  const length = body.indexOf(`,"${end}":`)
  if (length > 0)
    try {
      const head = JSON.parse(`${body.slice(0, length)}}`) as R
      if (members.every((member) => member in head)) return head
    } catch (cause) {
      if (!(cause instanceof SyntaxError)) throw cause
    }
  return JSON.parse(body) as R
}
