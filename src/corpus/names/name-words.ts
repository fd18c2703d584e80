/** Spellings of a family name that count as the same: `mueller` and `muller`, `obrien` aside. */
export function lastNameForms(last: string): string[] {
  const forms = new Set([last, last.replace(/([aou])e/g, '$1')])
  for (const umlaut of last.matchAll(/[aou](?!e)/g)) {
    const after = umlaut.index + 1
    forms.add(`${last.slice(0, after)}e${last.slice(after)}`)
  }
  return [...forms]
}

const letters = 'abcdefghijklmnopqrstuvwxyz'

/** Everything one slip of the keyboard away from a word in Latin letters; short words only as they are. */
export function misspellings(word: string): string[] {
  if (!/^[a-z]{4,20}$/.test(word)) return [word]
  const forms = new Set([word])
  for (let offset = 0; offset <= word.length; offset++) {
    const [before, after] = [word.slice(0, offset), word.slice(offset)]
    if (after !== '') forms.add(before + after.slice(1))
    if (after.length > 1) forms.add(before + after.charAt(1) + after.charAt(0) + after.slice(2))
    for (const letter of letters) {
      forms.add(before + letter + after)
      if (after !== '') forms.add(before + letter + after.slice(1))
    }
  }
  return [...forms]
}

/** A word of three letters and all that have one letter more: `Ark` may be meant for `Mark`. Any other word alone. */
export function withLetterMissing(word: string): string[] {
  if (!/^[a-z]{3}$/.test(word)) return [word]
  const forms = new Set([word])
  for (let offset = 0; offset <= word.length; offset++)
    for (const letter of letters) forms.add(word.slice(0, offset) + letter + word.slice(offset))
  return [...forms]
}
