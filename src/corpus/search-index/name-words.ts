/**
 * The name by which `indexChanges` speaks of the words of names. They are stored beside the rows; no row has such a
 * column.
 */
export const nameWordsColumn = 'name_words'

/** Bits of a word's number. Of ten million words one in thirteen shares its number with another word that occurs. */
export const nameWordBits = 27

/** Number of a word of a name, as a token (`nm:…`). Words share numbers, so a number proves no single word. */
export function nameWordNumber(token: string): number {
  // FNV-1a with the finish of MurmurHash3, which spreads the last letters over all bits.
  let hash = 0x811c9dc5
  for (let at = 0; at < token.length; at++) hash = Math.imul(hash ^ token.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> (32 - nameWordBits)
}
