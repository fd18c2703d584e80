import { memo } from '../../../lib/memo.ts'

/** Written in capitals, or in lower case within a text. */
const capitals = new Set(
  'ai api b2b b2c bi ceo cfo cio cmo coo cpa cpo cro cso cto cvp crm css devops emea erp evp fp&a gm hr html ii iii iv it it/ot llc llp ltd md mba ml nlp nyc php phd pr qa r&d rn roi saas sap seo sql svp ui uk us usa ux vp'.split(
    ' ',
  ),
)
const small = new Set(
  'a an and at by da das de del della den der des di do dos du e el en et for from i in la las le les of on or the to und van vom von y zu zur'.split(
    ' ',
  ),
)
const special: Record<string, string> = { devops: 'DevOps', phd: 'PhD', saas: 'SaaS', ltd: 'Ltd', llc: 'LLC' }

/**
 * A text that a source keeps in lower case as people write it: `vp of sales` -> `VP of Sales`, `jean-luc o'neil` ->
 * `Jean-Luc O'Neil`. Texts with a capital are left as they are.
 */
export const capitalized = memo((text: string): string => {
  if (text !== text.toLowerCase()) return text
  return text
    .split(/(\s+)/)
    .map((word, place) => wordOf(word, place === 0))
    .join('')
})

function wordOf(word: string, isFirst: boolean): string {
  const bare = word.replace(/^[("']+|[)"',.;:]+$/g, '')
  if (special[bare] !== undefined) return word.replace(bare, special[bare])
  if (capitals.has(bare)) return word.toUpperCase()
  if (!isFirst && small.has(bare)) return word
  return word
    .split('-')
    .map((part, place) => (place > 0 && small.has(part) ? part : withCapitals(part)))
    .join('-')
}

function withCapitals(part: string): string {
  return part.replace(/(\b[odl]['’]|^|[/("&.])(\p{Ll})/gu, (_, before: string, letter: string) => {
    return before.toUpperCase() + letter.toUpperCase()
  })
}
