/**
 * Beginnings that make a spreadsheet run a cell, also after apostrophes: a break or a tab, or the beginning of a
 * formula, also after characters that a reader may strip: byte order marks, zero-width characters, spaces and quotes.
 */
const dangerous =
  /^('*)(?:[\t\n\v\f\r\u0085\u2028\u2029]|[\p{Cc}\uFEFF\u200B-\u200F\u2060-\u2064\s"]*[=+\-@＝＋－＠])/u
/** Numbers, amounts and telephone numbers, several of them and with their extensions, run nothing. */
const harmless = /^[+-]?[\d .,()/-]+(?: ext\. \d{1,6})?(?:; \+\d+(?: ext\. \d{1,6})?)*$/

/** Digits and letters begin most cells and nothing dangerous. This test saves half a second for a million cells. */
const isPlain = (code: number) =>
  (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122)

/**
 * A cell that no spreadsheet takes for a formula. One that could be gets an apostrophe in front, and so does one that
 * already has apostrophes before such a beginning, so that `unguardFormula` gives every text back.
 */
export function guardFormula(cell: string): string {
  const first = cell.charCodeAt(0)
  if (isPlain(first === 34 ? cell.charCodeAt(1) : first)) return cell
  return dangerous.test(cell) && !harmless.test(cell) ? `'${cell}` : cell
}

/** The cell without the apostrophe that a guard, ours or another program's, put in front. */
export function unguardFormula(cell: string): string {
  return (dangerous.exec(cell)?.[1] ?? '') === '' ? cell : cell.slice(1)
}
