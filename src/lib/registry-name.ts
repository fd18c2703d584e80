/**
 * What registers, exchanges and papers write around a company's name and is none of it: shares (`Class A`, `ADR`), the
 * mark of a jurisdiction (`/DE/`), remarks in brackets (`formerly Beta`). Something of the name always remains.
 */
export function withoutRegistryMarks(name: string): string {
  let text = name
  for (let changed = true; changed;) {
    const found = marks.reduce((rest, mark) => rest.replace(mark, ''), text).trim()
    changed = found !== text && /\p{L}|\p{N}/u.test(found)
    if (changed) text = found
  }
  return text
}

const shares =
  'class|cl|series|ser|common|ordinary|ord|registered|preferred|depositary|depository|sponsored|unsponsored|american|global'
const marks: readonly RegExp[] = [
  // `BANK OF AMERICA CORP /DE/`, `Toyota Motor Corp/ADR`
  /\s*[/\\](?:[A-Z]{2}|NEW|OLD|ADV|ADR|ADS|FI|TA|BD|CAN|UK|USA)\.?[/\\]?$/,
  /\s*\((?:formerly|previously|fka|f\/k\/a|f\.k\.a\.|aka|dba|d\/b\/a|trading as|t\/a|ex)\b[^()]*\)/i,
  new RegExp(`[\\s,(-]+(?:class|cl\\.?|series|ser\\.?)\\s+[a-d]\\)?$`, 'i'),
  new RegExp(
    `[\\s,(-]+(?:(?:${shares})\\.?\\s+(?:[a-d]\\s+)?){1,3}(?:shares?|shs|stock|stk|units?|receipts?|adrs?|ads|gdr)\\)?$`,
    'i',
  ),
  /[\s,(-]+(?:ADR|ADS|GDR|ORD SHS?|COM STK)\)?$/,
]

const innerForms: ReadonlySet<string> = new Set(
  'inc incorporated llc ltd limited gmbh plc corp corporation pvt pty pte llp sarl srl private'.split(' '),
)

/** The words of a name without legal forms that stand within it (`Acme Ltd UK`); all of them when none remains. */
export function withoutInnerForms(words: readonly string[]): readonly string[] {
  const rest = words.filter((word, index) => index === 0 || !innerForms.has(word))
  return rest.length === words.length ? words : rest
}

/** Single letters in a row are initials of one: `a o smith` is `ao smith`. */
export function joinedInitials(words: readonly string[]): string[] {
  const joined: string[] = []
  let isOpen = false
  for (const word of words) {
    const isLetter = word.length === 1 && /\p{L}/u.test(word)
    if (isLetter && isOpen) joined.push(`${joined.pop()}${word}`)
    else joined.push(word)
    isOpen = isLetter
  }
  return joined
}
