/** Scales by their words in the languages of files; `mil` is a thousand in Spanish and a million in English, so none. */
export const scaleWords: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries({
    1e3: 'k thousand thousands tsd tausend mille tys tysięcy tysiące tis tisíc ezer bin tusen tusind tuhatta duizend mila mii тыс тысяч тысячи тисяч nghìn ribu rb ألف אלף 千 천',
    1e4: '万 萬 만',
    1e5: 'lakh lakhs lac lacs लाख',
    1e6:
      'm mn mm mi mln mio mill million millón millions millionen millones milioni milione milhoes milhões milhão miljoner miljon miljoen ' +
      'millioner milj miljoonaa miljoona milion miliony milionów milionů milionov millió milioane milyon млн миллион миллиона миллионов ' +
      'мільйон мільйонів милиона juta triệu ล้าน مليون מיליון εκατ 百万 백만',
    1e7: 'cr crore crores करोड़ 千万 천만',
    1e8: '億 亿 억',
    1e9:
      'b bn bi mld mlrd billion billions mrd mrds mia milliard milliards milliarde milliarden miliardi miliardo miliardo miljard miljarder ' +
      'md mds mdr mdrd milliarder miljardia miliard miliardy miliardów miliardů miliarde milliárd milyar млрд миллиард миллиарда миллиардов ' +
      'мільярд мільярдів miliar tỷ مليار מיליארד δισ bilhões bilhão 十億 十亿',
    1e12: 't tn trillion trillions billionen biljoen billón billones трлн 兆 조',
  }).flatMap(([scale, words]) => words.split(' ').map((word) => [word, Number(scale)])),
)
/** Scales that are written in front of a currency, as one word: `T€` and `TEUR` are thousands, `mkr` millions. */
export const joinedScale =
  /^(t|k|m|mm|mn|mio|mrd|mds?|mdr?|bn|b)(\p{Sc}|eur|usd|chf|gbp|sek|nok|dkk|pln|czk|kr)$/u
export const joinedScales: Readonly<Record<string, number>> = { ...scaleWords, t: 1e3, md: 1e9, mds: 1e9 }
/** Signs that begin with a letter of their own. */
export const letteredSigns = new Set(
  'us$ c$ ca$ a$ au$ hk$ s$ nz$ r$ nt$ mx$ mex$ col$ cop$ clp$ us'.split(' '),
)

/** Words written without a space, or as several: each as the one that is read. */
const asOneWord: readonly [RegExp, string][] = [
  // `15 mil millones` are 15 thousand millions.
  [/(?<!\p{L})mil\s+(?:millones|millón|mill|milhões|milhoes|m(?=\s*(?:\p{Sc}|eur|$)))\.?/giu, ' mrd '],
  [/人民币|人民幣/g, ' 元 '],
  [/日元|日圓|日円/g, ' jpy '],
  [/美元|美金|美國?元|米ドル|ドル|달러/g, ' usd '],
  [/欧元|歐元|ユーロ|유로/g, ' eur '],
  [/港元|港币|港幣/g, ' hkd '],
  [/新台幣|台幣|台币/g, ' twd '],
  [/英镑|英鎊|ポンド/g, ' gbp '],
  [/원(?:화)?/g, ' 원 '],
  [/百万|千万|十億|十亿|백만|천만|[만억조]/g, ' $& '],
  // `d'euros`, `de euros`, `of dollars`.
  [/(?<=\s)(?:d['’]|(?:de|di|of|van|af|av)\s)(?=\s*\p{L})/giu, ''],
  // `4'500.-`, `500,-`.
  [/(?<=\d)[.,][-–—]+(?=$|\s)/g, ''],
]

/** A text whose scales and currencies are words of their own. */
export const withMoneyWords = (text: string): string =>
  asOneWord.reduce((rest, [pattern, word]) => rest.replace(pattern, word), text)
