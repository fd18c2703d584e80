/** Longer names are cut: a path is for people, and one name may be a megabyte. */
export const maxNameLength = 80

interface Frame {
  isArray: boolean
  /** Number of elements or members before the current one. */
  index: number
  /** Name of the current member; undefined in arrays and before a name. */
  name: string | undefined
}

/**
 * Path of the member that a byte of a JSON text belongs to, written like the paths of issues. It serves bodies that are
 * refused before they are parsed. `container` is the path of the array or object around it.
 */
export function memberAt(body: Uint8Array, end: number, which: 'member' | 'container'): string {
  const frames: Frame[] = []
  for (let offset = 0; offset < end; offset++) {
    const byte = body[offset]
    const frame = frames.at(-1)
    if (byte === 0x22) {
      const close = endOfString(body, offset)
      if (close >= end) break
      if (frame !== undefined && !frame.isArray && frame.name === undefined)
        frame.name = nameIn(body.subarray(offset, close + 1))
      offset = close
    } else if (byte === 0x7b || byte === 0x5b) {
      frames.push({ isArray: byte === 0x5b, index: 0, name: undefined })
    } else if (byte === 0x7d || byte === 0x5d) frames.pop()
    else if (byte === 0x2c && frame !== undefined) {
      frame.index++
      frame.name = undefined
    }
  }
  if (which === 'container') frames.pop()
  return frames.reduce(joined, '')
}

function joined(path: string, { isArray, index, name }: Frame): string {
  if (isArray) return `${path}[${index}]`
  if (name === undefined) return path
  return path === '' ? name : `${path}.${name}`
}

/** Where the string that opens at `start` closes; past the end of the text when it does not. */
function endOfString(body: Uint8Array, start: number): number {
  for (let next = start + 1; next < body.length; next++) {
    if (body[next] === 0x5c) next++
    else if (body[next] === 0x22) return next
  }
  return body.length
}

function nameIn(quoted: Uint8Array): string {
  try {
    return String(JSON.parse(new TextDecoder().decode(quoted))).slice(0, maxNameLength)
  } catch {
    return '?'
  }
}
