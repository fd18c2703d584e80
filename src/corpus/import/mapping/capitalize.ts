import { memo } from '../../../lib/memo.ts'

/** Words that are written in capitals, or in lower case within a text. */
const capitals = new Set(
  'ai amer anz apac api b2b b2c bi ceo cfo cio cmo coo cpa cpo cro cso cto cvp crm css devops emea erp evp fp&a gm hr html ii iii iv it it/ot llc llp ltd md mba ml nlp nyc php phd pr qa r&d rn roi saas sap seo sql svp ui uk us usa ux vp'.split(
    ' ',
  ),
)
const small = new Set(
  'a an and at by da das de del della den der des di do dos du e el en et for from i in la las le les of on or the to und van vom von y zu zur'.split(
    ' ',
  ),
)
/** Legal forms among them: `acme gmbh` is `Acme GmbH`. */
const special: ReadonlyMap<string, string> = new Map(
  Object.entries({
    devops: 'DevOps',
    phd: 'PhD',
    saas: 'SaaS',
    ltd: 'Ltd',
    llc: 'LLC',
    gmbh: 'GmbH',
    ggmbh: 'gGmbH',
    mbh: 'mbH',
    kgaa: 'KGaA',
    ohg: 'OHG',
    kg: 'KG',
    ag: 'AG',
    ug: 'UG',
    plc: 'PLC',
    bv: 'BV',
    nv: 'NV',
    sarl: 'SARL',
    srl: 'SRL',
    aps: 'ApS',
    'a/s': 'A/S',
    's.a.': 'S.A.',
    's.p.a.': 'S.p.A.',
    's.r.l.': 'S.r.l.',
    's.l.': 'S.L.',
    'b.v.': 'B.V.',
    'n.v.': 'N.V.',
    'd.o.o.': 'd.o.o.',
  }),
)

/**
 * Writes a text that a source keeps in lower case as people write it: `vp of sales` -> `VP of Sales`, `jean-luc
 * o'neil` -> `Jean-Luc O'Neil`. Texts with a capital stay as they are.
 */
export const capitalized = memo((text: string): string => {
  if (text !== text.toLowerCase()) return text
  return text
    .split(/(\s+)/)
    .map((word, place) => capitalizeWord(word, place === 0))
    .join('')
})

function capitalizeWord(word: string, isFirst: boolean): string {
  const whole = special.get(word.replace(/^[("']+|[)"',;:]+$/g, '')) ?? special.get(stripMarks(word))
  if (whole !== undefined) return word.replace(new RegExp(escaped(whole), 'i'), whole)
  if (capitals.has(stripMarks(word))) return word.toUpperCase()
  if (!isFirst && small.has(stripMarks(word))) return word
  // `ux/ui` and `it-manager` are two words each.
  return word
    .split(/([-/])/)
    .map((part, place) => {
      if (capitals.has(stripMarks(part))) return part.toUpperCase()
      return place > 0 && small.has(part) ? part : withCapitals(part)
    })
    .join('')
}

const stripMarks = (word: string) => word.replace(/^[("']+|[)"',.;:]+$/g, '')
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

function withCapitals(part: string): string {
  return part.replace(/(\b[odl]['’]|^|[/("&.])(\p{Ll})/gu, (_, before: string, letter: string) => {
    return before.toUpperCase() + letter.toUpperCase()
  })
}
