import { withoutDirections } from '../../lib/storable-text.ts'

/**
 * What registers, exchanges and papers write around a company's name and is none of it: shares (`Class A`, `ADR`), the
 * mark of a jurisdiction (`/DE/`), the ticker (`NYSE: ACM`), remarks in brackets (`formerly Beta`). Something of the name
 * always remains.
 */
export function withoutRegistryMarks(name: string): string {
  let text = withoutDirections(name)
  const bare = text.trim()
  if (!mayBeMarked.test(bare)) return isName.test(bare) ? bare : text
  for (let changed = true; changed;) {
    const unmarked = marks.reduce((rest, mark) => rest.replace(mark, ''), text).trim()
    changed = unmarked !== text && isName.test(unmarked)
    if (changed) text = unmarked
  }
  return text
}

const isName = /\p{L}|\p{N}/u
/** What one of the marks has in any case: nearly no name has it, and each of the marks takes as long as this. */
const mayBeMarked =
  /[/\\([{:$]|nyse|nasdaq|ticker|\s[a-d]\)?$|(?:shares?|shs?|stock|stk|units?|receipts?|adrs?|ads|gdr)\)?$/i
const shares =
  'class|cl|series|ser|common|ordinary|ord|registered|preferred|depositary|depository|sponsored|unsponsored|american|global'
const jurisdictions =
  'a[klrz]|c[aot]|d[ce]|fl|ga|hi|i[adln]|k[sy]|la|m[adeinost]|n[cdehjmvy]|o[hkr]|pa|ri|s[cd]|t[nx]|ut|v[ait]|w[aivy]|' +
  'pr|on|bc|ab|qc|mb|ns|uk|us|usa|can|new|old|adv|adr|ads|fi|ta|bd|gb|ie|be|nl|lux|cayman|bermuda'
/** Legal forms that registers write before such a mark without a space: `INC/TX`. */
const formsBefore = 'inc|incorporated|corp|corporation|co|company|ltd|limited|llc|lp|plc|trust|nv|sa|ag|se'
const exchanges =
  'nyse(?:[ -]?(?:arca|mkt|american))?|nasdaq(?:gs|gm|cm)?|amex|otc(?:mkts|qb|qx|pk)?|lse|aim|tsx(?:[- ]?v)?|asx|xetra|etr|fra|fwb|' +
  'euronext(?: \\p{L}+)?|epa|ams|bit|bme|six|swx|sto|hel|osl|cph|wse|gpw|nse|bse|hkg|hkex|sehk|tyo|tse|sgx|krx|bvmf|b3|jse|cse|neo|ticker|symbol'
const symbol = '[A-Z0-9]{1,6}(?:[.-][A-Z]{1,2})?'
const marks: readonly RegExp[] = [
  // `BANK OF AMERICA CORP /DE/`, `Toyota Motor Corp/ADR`
  /(?<=\s|[\p{L}\p{N}.]{3})\s*[/\\](?:[A-Z]{2}|NEW|OLD|ADV|ADR|ADS|FI|TA|BD|CAN|UK|USA)\.?[/\\]?$/u,
  // `Acme Inc /De/`, `ACME CORP \NEW\`; without the second stroke after a legal form alone: `Corp/Pa`.
  new RegExp(`(?<=\\S)\\s*[/\\\\](?:${jurisdictions})\\.?[/\\\\]$`, 'i'),
  new RegExp(`(?<=\\b(?:${formsBefore})\\.?)\\s*[/\\\\](?:${jurisdictions})\\.?$`, 'i'),
  // `Acme (NYSE: ACM)`, `Acme [NASDAQ:ACM]`, `Acme NYSE: ACM`, `Acme $ACM`
  new RegExp(
    `\\s*[([{]\\s*(?:${exchanges})\\s*[:|–-]\\s*\\$?${symbol}(?:\\s*[,;/][^()[\\]{}]*)?[)\\]}]`,
    'iu',
  ),
  /\s*[([{]?\b(?:NYSE|NASDAQ|Nasdaq|[Tt]icker|TICKER)\s+[A-Z]{1,5}(?:[)\]}]|$)/,
  new RegExp(`[\\s,–-]+(?:${exchanges})\\s*:\\s*\\$?${symbol}$`, 'iu'),
  /\s+\$[A-Z]{1,5}$/,
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
