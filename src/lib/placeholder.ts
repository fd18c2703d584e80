import { memo } from './memo.ts'

const set = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .split(/[,\n]/)
      .map((each) => each.trim())
      .filter((each) => each !== ''),
  )

/** What people and programs write for a value that they do not have. No name is written so. */
const phrases = set(`
  n/a, n.a., n.a, n/d, n.d., n.d, n/v, n/c, s/d, s/o, k.a., k. a., n.v.t., н/д, #nv, \\n, [object object], undefined
  not available, not applicable, not provided, not known, not specified, not found, not set, not given, not defined
  not assigned, not listed, no data, no value, no info, no information, no email, no e-mail, no mail, no website, no url
  no phone, no linkedin, no profile, no id, no company, to be determined, to be confirmed, to be announced
  to be defined, unspecified, unassigned, information not available, data not available, unknown company, name unknown
  keine angabe, keine angaben, keine daten, keine e-mail, nicht vorhanden, nicht verfügbar, nicht bekannt
  nicht angegeben, unbekannt, entfällt
  non renseigné, non renseignée, non disponible, non applicable, non communiqué, pas de données, sans objet
  sin datos, sin dato, sin información, sin correo, sin especificar, no disponible, no aplica, no especificado, no tiene
  sem dados, sem informação, não disponível, não informado, não aplicável, não consta
  nessun dato, non disponibile, non applicabile, non specificato
  niet beschikbaar, niet bekend, niet van toepassing, onbekend, geen gegevens
  ikke oppgitt, ikke tilgjengelig, ikke angitt, ej angivet, ej angiven, uppgift saknas, ikke oplyst, okänd, okänt, ukjent
  ukendt, ei tiedossa, ei saatavilla, tuntematon
  brak danych, nie dotyczy, nie podano, nieznany, neuvedeno, není k dispozici, neznámý, nincs adat, ismeretlen
  fără date, necunoscut, bilinmiyor, belirtilmemiş, veri yok
  нет данных, не указано, не указан, неизвестно, немає даних, невідомо, не вказано
  該当なし, 未入力, 未設定, データなし, 不明, 暂无, 暂无数据, 不详, 未知, 未填写, 沒有資料, 해당없음, 해당 없음, 알 수 없음
  لا يوجد, غير معروف, غير متوفر`)

/** Words for nothing that are also names: Li Na, Nan Goldin, the family Null, a town called None. */
const words = set(`
  na, nan, nil, null, none, no name, empty, blank, unknown, tbd, tba, tbc, missing, unavailable, nd, nc, nv, ka, nvt, undef
  keine, keiner, keines, kein, leer, ohne, fehlt, aucun, aucune, néant, neant, inconnu, inconnue, vide, sans
  ninguno, ninguna, nada, desconocido, desconocida, vacío, vacio, nenhum, nenhuma, desconhecido, desconhecida, vazio
  nessuno, nessuna, sconosciuto, sconosciuta, vuoto, geen, leeg, ingen, inget, intet, ingenting, saknas, mangler, puuttuu
  brak, żaden, žádný, žádná, nincs, yok, boş, нет, пусто, немає, なし, 無し, 無, 无, 空, 没有, 沒有, 없음, 미정, 未定, لايوجد`)

/** Of these, what programs write: a page or an account is never called so on purpose. */
const programWords = set('na, nan, nil, null, none, unknown, undefined, unavailable')

/** Marks in front of and behind a word for nothing: `(blank)`, `<null>`, `"none"`, `*unknown*`. */
const wrapped = /^[([{<«‹"'“”‘’`*_~-]+|[)\]}>»›"'“”‘’`*_~.-]+$/gu
/** Nothing but marks that fill a cell. */
const marksAlone = /^[\s\-–—−‐‑_.·•…?¿*/\\#~,:;|"'`]+$/u
/** Errors of spreadsheets in any language: `#N/A`, `#REF!`, `#WERT!`, `#¿NOMBRE?`, `#DIV/0!`. */
const sheetError =
  /^#(?:[¡¿]?[\p{L}_]{2,20}[!?]|[\p{L}]\/[\p{L}]|[\p{L}]{2,8}\/0[!?]|getting_data|spill|calc)$/u
/** Characters that nobody sees, and letters that are blank. */
const unseen = /[\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}\p{Z}\u2800]+/gu

const longest = 40

/** In small letters, without what nobody sees. */
const seen = (text: string): string => text.replace(unseen, ' ').trim().toLowerCase()
const bareOf = (text: string): string => seen(text).replaceAll(wrapped, '').trim()

const isDigit = (code: number) => code >= 48 && code <= 57
const isLatin = (code: number) => (code | 32) >= 97 && (code | 32) <= 122
/** First letter and length of each phrase and word. */
const beginnings = new Set([...phrases, ...words].map((text) => beginningOf(text.charCodeAt(0), text.length)))

function beginningOf(letter: number, length: number): number {
  return (letter | 32) * 64 + length
}

/** Whether a text is surely a value, told from its ends and length: nearly all of a file are, and this costs least. */
function isPlainValue(text: string): boolean {
  const first = text.charCodeAt(0)
  const last = text.charCodeAt(text.length - 1)
  if (!isLatin(last) && !isDigit(last)) return false
  return isDigit(first) || (isLatin(first) && !beginnings.has(beginningOf(first, text.length)))
}

/**
 * Whether a text stands for no value, whatever it is of: empty, marks alone, an error of a spreadsheet, `n/a`, `\N`,
 * `(blank)`, `keine Angabe`. Words that are also names (`null`, `none`) do so only in brackets.
 */
export const standsForNothing = (text: string): boolean =>
  text === '' || (!isPlainValue(text) && looksEmpty(text))

const looksEmpty = memo((text) => {
  if (text.length > longest) return seen(text.slice(0, 4_096)) === ''
  const plain = seen(text)
  if (plain === '' || marksAlone.test(plain) || phrases.has(plain) || sheetError.test(plain)) return true
  const bare = plain.replaceAll(wrapped, '').trim()
  return phrases.has(bare) || (/^[([{<«]/u.test(plain) && words.has(bare))
})

/** The same of a value that is no name: words for nothing count wherever they stand alone. */
export const isNoValue = (text: string): boolean =>
  text === '' || (!isPlainValue(text) && (looksEmpty(text) || isWord(text)))

const isWord = memo((text) => text.length <= longest && words.has(bareOf(text)))

/** Whether an id stands for nothing: no value at all, or a number that fills a column. */
export const isNoId = (text: string): boolean => isBlankId(text) || isFillNumber(text.trim().toLowerCase())

/** The same where numbers are given out one by one, so that `999999` is one of them: nothing, marks alone, zeros. */
export const isBlankId = (text: string): boolean =>
  isNoValue(text) || zeros.test(text.trim()) || !/[\p{L}\p{N}]/u.test(text)

/** Whether a slug or the name of an account stands for nothing. People's words for it are names there: `@nada`. */
export const isNoAccountName = (text: string): boolean =>
  standsForNothing(text) || isProgramWord(text) || zeros.test(text)

/** Whether a text as a whole is a word that programs write for nothing: `null`, `NaN`, `None`. */
export const isProgramWord = (text: string): boolean =>
  text.length <= longest && !isPlainValue(text) && programWords.has(bareOf(text))

/** What a spreadsheet makes of a long number: many ids look the same afterwards. */
const scientific = /^[+-]?\d(?:[.,]\d+)?e\+\d{1,3}$|^[+-]?\d[.,]\d+e\d{1,3}$/
/** Zeros, however they are written. */
const zeros = /^[+-]?0+(?:[.,]0+)?$|^(?:0+[-_.\s])+0+$/
/** One digit all over: of nines six, of others eight, since counters pass 111111 once. */
const oneDigit = /^(?:9{6,}|([1-8])\1{7,})$/
const ascending = '12345678901234567890'

/** Whether digits fill a column rather than number something: zeros, `999999`, `123456789`, `1.23E+14`, `-1`. */
function isFillNumber(plain: string): boolean {
  const first = plain.charCodeAt(0)
  // A sign or a digit.
  if (!(first === 43 || first === 45 || (first >= 48 && first <= 57))) return false
  if (zeros.test(plain) || plain === '-1' || oneDigit.test(plain) || scientific.test(plain)) return true
  return plain.length >= 9 && ascending.startsWith(plain)
}
