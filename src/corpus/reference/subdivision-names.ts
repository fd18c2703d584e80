/** Words for the kind of unit, before or after the proper name. */
const kindBefore =
  /^(?:provincia d[ei]|departamento d[ei]|región d[ei]|region|comunidad (?:foral )?d[ei]|principado de|county|city of|grad|wilayah persekutuan|ilhas d[eo]|respublika|oblast|al mintaqah|ciudad autónoma de) +/iu
const kindBehind =
  / +(?:sheng|shi|shaary|sar|län|maakunta|kraj|krai|kray|oblast'?|oblysy|voblasts'?|oblasti|okrug|avtonomnyy okrug|avtonomnaya oblast'?|respublika|županija|apskritis|miestas|novads|kommunia|kommune|county|parish|district|region|province|prefecture|governorate|municipality|paḷāta|gewest|zizhiqu|zhuangzu zizhiqu|huizu zizhiqu|uygur zizhiqu|viloyati|velayat|city)$/iu
const koreanKind = /-(?:teukbyeolsi|gwangyeoksi|teukbyeoljachido|teukbyeoljachisi|si|do)$/u

/**
 * Other forms of a subdivision's official name: without the word for its kind, with an inverted name turned round
 * ("Murcia, Región de"), and each half of a double name ("Bolama / Bijagós").
 */
export function derivedNames(name: string): string[] {
  const names = new Set<string>()
  const add = (text: string | undefined) => {
    const clean = text?.trim()
    if (clean && clean !== name) names.add(clean)
  }
  const inverted = /^([^,]+), +(.+(?: de| of|The|d'))$/u.exec(name)
  if (inverted) {
    add(inverted[1])
    add(`${inverted[2]} ${inverted[1]}`)
  }
  const bracket = /^(.+?) *\(([^)]+)\)$/u.exec(name)
  if (bracket) {
    add(bracket[1])
    // Two lower-case letters are language or country marks and no name.
    if (bracket[2]!.length > 5) add(bracket[2])
  }
  if (name.includes(' / ')) for (const half of name.split(' / ')) add(half)
  const plain = name.replace(/, +(?:Respublika|Hlavní město)$/u, '')
  add(plain)
  for (const text of [plain, ...names]) {
    add(text.replace(kindBefore, ''))
    add(text.replace(kindBehind, ''))
    add(text.replace(koreanKind, ''))
  }
  return [...names]
}

/** Words that mean a kind of unit only with `of` after them: `State of California`. */
const englishKinds =
  'state province region canton county republic department prefecture district governorate emirate commonwealth territory'
/** Words of other languages, which come before a name with or without a word between. */
const kindsBefore = [
  'freistaat freie_und_hansestadt freie_hansestadt land bundesland bundesstaat kanton provinz autonome_gemeinschaft oblast woiwodschaft gouvernement prafektur departement region',
  'provincia estado comunidad_autonoma comunidad_foral comunidad comunitat principado canton condado departamento distrito voivodato prefectura gobernacion gobernorado emirato',
  'province etat canton comte wilaya gouvernorat voivodie oblys prefecture communaute_autonome communaute_forale emirat',
  'regione provincia_autonoma citta_metropolitana cantone contea stato distretto prefettura dipartimento governatorato emirato comunita_autonoma libero_consorzio_comunale',
  'regiao cantao distrito emirado provincie deelstaat vrijstaat regio staat',
  'wojewodztwo prowincja obwod kraj stan emirat judetul provinsi negeri tinh thanh_pho judet',
  'республика провинция земля штат регион область край кантон воєводство провінція',
  'ولاية محافظة منطقة مقاطعة امارة إمارة',
]
/** Between such a word and the name. */
const links =
  'of de del della dello dell delle degli dei di do da das dos du des d la le les el los las l von van'
const kindsBehind =
  'state province region canton county republic krai kray oblast okrug voivodeship department division prefecture district governorate ' +
  'municipality city emirate si shi sheng do to fu ken lan maakunta fylke kraj megye varmegye zupanija viloyati oblysy ili eyaleti kantonu ' +
  'область край республика облысы вобласць жупанија'
/** Written without a space after names in Chinese, Japanese and Korean. */
const joinedKinds =
  /(?<=[\p{Script=Han}\p{Script=Katakana}ー]{2})(?:壮族自治区|回族自治区|维吾尔自治区|自治区|自治州|特別市|自由州|省|市|州|県|縣|府|都|邦)$|(?<=\p{Script=Hangul}{2}) ?(?:특별자치도|특별자치시|특별시|광역시|자치구|지방|도|시|주|현|부)$/u

const joinWords = (words: string) => words.split(/ +/).join('|').replaceAll('_', ' ')
const kindsInFront = new RegExp(
  `^(?:(?:the )?(?:free state|(?:free and )?hanseatic city|free hanseatic city|principality|${joinWords(englishKinds)}) of (?:the )?|` +
    `(?:${joinWords(kindsBefore.join(' '))}) (?:(?:${joinWords(links)}) ){0,2})`,
  'u',
)
const kindsAtEnd = new RegExp(
  ` (?:${joinWords(kindsBehind)}|autonomous [a-z]+|автономный округ|автономная область)$`,
  'u',
)

/**
 * A name in normal form, without the words for the kind of unit that sources put around it in any language:
 * `freistaat bayern`, `province of ontario`, `tokyo to`, `московская область`. The same text where there are none.
 */
export function withoutKind(normal: string): string {
  return normal.replace(kindsInFront, '').replace(kindsAtEnd, '').replace(joinedKinds, '')
}
