/** The letters Windows-1252 has where Latin-1 has control characters, from byte 0x80 on; empty places are undefined. */
const upper = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'
const byteOf = new Map(Array.from(upper, (letter, index) => [letter, 0x80 + index] as const))
const decoder = new TextDecoder('utf-8', { fatal: true })

/** What the first byte of a UTF-8 letter looks like in Windows-1252, with something that may follow it. */
const suspicious = /[\u00c2-\u00f4][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/

/** Letters of phonetics and marks that stand alone; Romanian, Vietnamese and the like are not among them. */
const unusual = /[\u0180-\u019f\u01a2-\u01ae\u01b1-\u01cc\u01dd-\u0217\u021c-\u036f]/

/**
 * Undoes UTF-8 that was read as Windows-1252, once or twice: `CafÃ©` is `Café`, `â€™` is `’`. Text that reads as UTF-8 by
 * no chance is left alone.
 */
export function fixMojibake(text: string): string {
  let value = text
  for (let times = 0; times < 2 && suspicious.test(value); times++) {
    const next = reread(value)
    if (next === undefined) return byPart(value)
    value = next
  }
  return value
}

function reread(text: string): string | undefined {
  const bytes = new Uint8Array(text.length)
  for (let offset = 0; offset < text.length; offset++) {
    const code = text.charCodeAt(offset)
    const byte = code <= 0xff ? code : byteOf.get(text.charAt(offset))
    if (byte === undefined) return undefined
    bytes[offset] = byte
  }
  try {
    const read = decoder.decode(bytes)
    // A capital before a closing quote (`CAFÉ”`) reads as a letter nobody writes.
    return unusual.test(read) && !unusual.test(text) ? undefined : read
  } catch {
    return undefined
  }
}

/** A cell of which only a part was damaged: `Zoë CafÃ©`. */
function byPart(text: string): string {
  return text.replace(/[\u00c2-\u00f4][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]{1,3}/g, (part) => {
    for (let length = part.length; length > 1; length--) {
      const read = reread(part.slice(0, length))
      if (read !== undefined) return read + part.slice(length)
    }
    return part
  })
}
