const small = new Set(
  'a an and at by da das de del della den der des di do dos du e el et for from i in la las le les of on or the to und van vom von y zu zum zur'.split(
    ' ',
  ),
)

/** Written in capitals whatever is around them. */
const capitals = new Set(
  'ai api b2b b2c bi bv ceo cfo cio cmo coo cpo cro cto cvp crm erp evp gm hr ii iii iv it ibm kg llc llp lp md nv plc pr qa roi sap sas sa se sem seo sl spa srl svp ui uk usa us ux vp'.split(
    ' ',
  ),
)
const special: Record<string, string> = {
  gmbh: 'GmbH',
  mbh: 'mbH',
  ggmbh: 'gGmbH',
  ag: 'AG',
  inc: 'Inc',
  ltd: 'Ltd',
  corp: 'Corp',
  co: 'Co',
  sarl: 'SARL',
  kgaa: 'KGaA',
  ohg: 'OHG',
  devops: 'DevOps',
  phd: 'PhD',
  saas: 'SaaS',
}

/** Whether a text is in one case throughout, so that its case says nothing. */
export function isOneCase(text: string): 'upper' | 'lower' | undefined {
  if (!/\p{L}{2,}/u.test(text)) return undefined
  if (text === text.toLowerCase() && text !== text.toUpperCase()) return 'lower'
  // `WEIß`: ß has stood among capitals for as long as there was no capital of it, and would become two letters.
  const capitals = text.replaceAll('ß', 'ẞ')
  return capitals === capitals.toUpperCase() && text !== text.toLowerCase() ? 'upper' : undefined
}

/** `ACME ROBOTICS GMBH` -> `Acme Robotics GmbH`, `vp of sales` -> `VP of Sales`. For texts in one case. */
export function properCase(text: string): string {
  return text
    .toLowerCase()
    .split(/(\s+)/)
    .map((word, place) => healWord(word, place === 0))
    .join('')
}

function healWord(word: string, isFirst: boolean): string {
  const bare = word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
  const exact = special[bare]
  if (exact !== undefined) return word.replace(bare, exact)
  if (capitals.has(bare)) return word.toUpperCase()
  if (!isFirst && small.has(bare)) return word
  return withCapitals(word)
}

/** `o'neil` -> `O'Neil`, `jean-luc` -> `Jean-Luc`, `mcdonald` -> `McDonald`. */
export function withCapitals(word: string): string {
  return word
    .replace(
      /(^|[-/("&.]|\b[odl]['’])(\p{L})/giu,
      (_, before: string, letter: string) => before + letter.toUpperCase(),
    )
    .replace(
      /^([ODL])(['’])(\p{L})/u,
      (_, first: string, mark: string, letter: string) => first + mark + letter.toUpperCase(),
    )
    .replace(/\bMc(\p{Ll})/gu, (_, letter: string) => `Mc${letter.toUpperCase()}`)
}
