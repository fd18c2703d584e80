/** Letters beyond ASCII of the languages that the Western page of Windows is for. */
const alphabets = [
  'äöüßé', // German
  'àâæçèéêëîïôœùûüÿ', // French
  'áéíóúñüïçàèò', // Spanish, Catalan
  'áâãàçéêíóôõúü', // Portuguese
  'àèéìîòóù', // Italian
  'æøåéäöüóèêô', // Danish, Norwegian
  'åäöéüàšž', // Swedish, Finnish
  'áéíóúýþæöð', // Icelandic
  'ëïéèöüêçáó', // Dutch
  'õäöüšž', // Estonian
].map((letters) => new Set(letters))

/** Places where a Western letter does not stand, and one of Central Europe of the same byte does: `Gdañsk`, `Nìmec`, `Kuèera`. */
const misplaced = /õ(?!e)|ã(?![oes]|$)|ì.|ù.|ñ(?![aeiouáéíóú])|è[aeiouáéíóúý]|iæ$/u

/** Signs about words: `¿Quién?`, `50 m³`, `£20`. Before a small letter, `£` is no sign but a letter of another page. */
const edges = /^[¡¿«°§·µ]+|^[£©®¥±¶](?!\p{Ll})|[»®™°ºª¹²³·]+$/gu

/** How many of its words with letters beyond ASCII a text read in windows-1252 has that are some Western word, and are none. */
export function countWestern(text: string): { fitting: number; odd: number } {
  const count = { fitting: 0, odd: 0 }
  for (const [token] of text.matchAll(/[A-Za-z\u00a1-\u024f]+/g)) {
    const word = token.replaceAll(edges, '')
    const letters = Array.from(word.toLowerCase()).filter((letter) => letter > '\u007f')
    if (letters.length === 0 || !/\p{L}/u.test(word)) continue
    count[isWestern(word.toLowerCase(), letters) ? 'fitting' : 'odd'] += 1
  }
  return count
}

const isWestern = (word: string, letters: readonly string[]) =>
  (word.length < 4 || letters.length * 2 <= word.length) &&
  !misplaced.test(word) &&
  alphabets.some((alphabet) => letters.every((letter) => alphabet.has(letter)))
