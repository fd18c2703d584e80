/** Words that name the kind of unit, in front of or behind the proper name. */
const kindBefore =
  /^(?:provincia d[ei]|departamento d[ei]|región d[ei]|region|comunidad (?:foral )?d[ei]|principado de|county|city of|grad|wilayah persekutuan|ilhas d[eo]|respublika|oblast|al mintaqah|ciudad autónoma de) +/iu
const kindBehind =
  / +(?:sheng|shi|shaary|sar|län|maakunta|kraj|krai|kray|oblast'?|oblysy|voblasts'?|oblasti|okrug|avtonomnyy okrug|avtonomnaya oblast'?|respublika|županija|apskritis|miestas|novads|kommunia|kommune|county|parish|district|region|province|prefecture|governorate|municipality|paḷāta|gewest|zizhiqu|zhuangzu zizhiqu|huizu zizhiqu|uygur zizhiqu|viloyati|velayat|city)$/iu
const koreanKind = /-(?:teukbyeolsi|gwangyeoksi|teukbyeoljachido|teukbyeoljachisi|si|do)$/u

/**
 * Other ways to write a subdivision's official name: without the word for its kind, with an inverted name
 * turned round ("Murcia, Región de"), and each half of a double name ("Bolama / Bijagós").
 */
export function derivedNames(name: string): string[] {
  const found = new Set<string>()
  const add = (text: string | undefined) => {
    const clean = text?.trim()
    if (clean && clean !== name) found.add(clean)
  }
  const inverted = /^([^,]+), +(.+(?: de| of|The|d'))$/u.exec(name)
  if (inverted) {
    add(inverted[1])
    add(`${inverted[2]} ${inverted[1]}`)
  }
  const bracket = /^(.+?) *\(([^)]+)\)$/u.exec(name)
  if (bracket) {
    add(bracket[1])
    // Two lower-case letters are language or country marks, not a name.
    if (bracket[2]!.length > 5) add(bracket[2])
  }
  if (name.includes(' / ')) for (const half of name.split(' / ')) add(half)
  const plain = name.replace(/, +(?:Respublika|Hlavní město)$/u, '')
  add(plain)
  for (const text of [plain, ...found]) {
    add(text.replace(kindBefore, ''))
    add(text.replace(kindBehind, ''))
    add(text.replace(koreanKind, ''))
  }
  return [...found]
}
