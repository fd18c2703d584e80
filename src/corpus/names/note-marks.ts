import { isNote } from './note-words.ts'

const opening = '([{<'
const closing = ')]}>'
const addressee =
  /[\s,;(–—-]+(?:(?:attn|attention|c\s?\/\s?o|care of|fao|f\.a\.o\.|z\.?\s?hd|z\.?\s?h)(?:[.:]|\b)|att[.:])(?=\s).*$/iu
const addresseeBefore =
  /^(?:(?:attn|attention|fao|f\.a\.o\.|z\.?\s?hd)(?:[.:]|\b)|att[.:])[^,;]*[,;]\s*(?=\S)/iu
const careBefore = /^(?:c\s?\/\s?o|care of|attn|attention|fao|for the attention of)(?:[.:]|\b)\s+(?=\S)/iu
/** `12. Acme`, `#7 Acme`, `No. 3 Acme`. */
const numberBefore = /^(?:\(?\d{1,4}[.)]\s+|#\s?\d+[.):]?\s+|no\.?\s?\d+[.:)]?\s+)(?=\p{L})/iu
const marked = /(\*{1,}|_{2,}|!{2,}|#{2,}|={2,}|~{2,}|\+{2,})\s*([^*_!#=~+]{1,40}?)\s*\1/gu
const ends = /^[\s*•·★☆✓✔✗►▶→⭐!?#=~_|>+.,:;–—-]+(?=\S)|(?<=\S)[\s*•·★☆✓✔✗◄←⭐!?#=~_|<,:;/–—-]+$/gu
const pictures = /(?:\p{Extended_Pictographic}|[\u{1f1e6}-\u{1f1ff}]|\ufe0f|\u200d)+/gu
const noteBehind =
  /\s+(?:do not (?:call|contact|e-?mail|use|mail)|dnc|duplicate|dupe?|inactive|inaktiv|inactif|inactivo|archived|deleted|no longer (?:active|a client|a customer|in business)|out of business)[\s.!]*$/iu
/** `Acme #4711`, `Acme Store 12`, `Acme 0012345`: the number of a shop or of a row. */
const NUMBER_BEHIND =
  /(?<=\p{L}.*)\s+(?:(?:store|shop|branch|location|site|unit|acct|account|cust|customer|client|id|ref|kd|kdnr|filiale|standort|agence|sucursal|tienda|loja)\.?[\s:-]*(?:(?:no|nr)\b\.?\s*)?#?\s?\d+|#\s?\d+|0\d{4,}|\d{6,})\s*$/iu
/** Words that lists mark rows with, in capitals behind a name that is not: `Acme OLD`, `Acme Ltd_INACTIVE`. */
const MARK_BEHIND =
  /(?<=\p{Ll}.*)(?:\s+|_|(?<=\S)\s*[-–—]\s*)(?:OLD|NEW|TEST|INACTIVE|ACTIVE|CLOSED|DELETED?|ARCHIVED?|DUP|DUPE|DUPLICATE|DNC|DNU|VIP|DEAD|COPY|MERGED?|LOST|EX|TBD|ALT|NEU|INAKTIV|GESPERRT|GELÖSCHT|DUBLETTE|DOPPELT|KOPIE|ANCIEN|NOUVEAU|INACTIF|DOUBLON|VIEJO|NUEVO|INACTIVO|DUPLICADO|INATTIVO|DUPLICATO|VECCHIO|OUD|INACTIEF)$/u
/** The same after a line of a file's name, in any letters; and what sorts a row to the end of a list. */
const FILE_MARKS =
  /(?<=\S)_+(?:old|new|test|inactive|closed|deleted?|archived?|dup|dupe|duplicate|copy|bak|alt|neu|kopie)$|^(?:z{3,}[\s_-]+|zz[_-]|xxx?[_-])(?=\p{L})/iu
const noteBefore = /^(?:do not (?:call|contact|e-?mail|use|mail)|dnc|duplicate|dupe?|vip)\s*[:–—-]\s*(?=\S)/iu

/** `Acme, a Beta company`, `Acme (a brand of Beta)`: whose it is. */
const ownerBehind =
  /\s*[,(–—-]\s*(?:an?|the)\s+(?:[^,()]{2,60}?\s+(?:company|brand|business|subsidiary|affiliate)|(?:company|brand|division|subsidiary|unit|affiliate|member) of\s[^,()]{2,60})\)?$/iu

const patterns = [
  ownerBehind,
  numberBefore,
  ends,
  addresseeBefore,
  careBefore,
  addressee,
  noteBefore,
  noteBehind,
  FILE_MARKS,
  MARK_BEHIND,
  NUMBER_BEHIND,
]

/**
 * A name of a list without what is around it: pictures, stars, numbers of rows, addressees, notes between stars, and
 * brackets with what `isLeftOut` takes. Something of a name is always left.
 */
export function withoutMarks(text: string, isLeftOut: (part: string) => boolean): string {
  let rest = shorter(text, text.replace(pictures, ' '))
  rest = shorter(
    rest,
    rest.replace(marked, (whole, _marks, inner: string) => (isNote(inner) ? ' ' : whole)),
  )
  for (const pattern of patterns) rest = shorter(rest, rest.replace(pattern, ''))
  return shorter(rest, withoutBrackets(rest, isLeftOut))
}

/** The shorter text where something of a name is left of it. */
export function shorter(before: string, after: string): string {
  const trimmed = after.replace(/\s{2,}/g, ' ').trim()
  return /[\p{L}\p{N}].*[\p{L}\p{N}]/u.test(trimmed) ? trimmed : before
}

/** Brackets of every kind, but for those that part a word (`Acme(UK)Ltd` is three words as well). */
function withoutBrackets(text: string, isLeftOut: (part: string) => boolean): string {
  let rest = ''
  for (let at = 0; at < text.length; at++) {
    const kind = opening.indexOf(text.charAt(at))
    const end = kind < 0 ? -1 : text.indexOf(closing.charAt(kind), at + 1)
    if (end < 0 || !isLeftOut(text.slice(at + 1, end))) rest += text.charAt(at)
    else {
      rest += ' '
      at = end
    }
  }
  return rest
}
