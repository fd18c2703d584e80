import {
  companyQuestion,
  findCompanies,
  inBackground,
  type LookupDeps,
} from '../src/capabilities/resolve/index.ts'
import type { CompanyRecord } from '../src/corpus/records/index.ts'
import { heldOutWords, messyVariants, tunedWords } from './messy-names.ts'
import { seeded, type KnownCompany } from './resolution-sets.ts'
import { openTally } from './resolution-tally.ts'

/** Companies of one half, and the words they are written with. */
const halves = {
  tuned: { words: tunedWords, seed: 31, listed: 3, other: 3, leftOut: 9 },
  heldOut: { words: heldOutWords, seed: 77, listed: 11, other: 11, leftOut: 19 },
}

/** Those of one half: one listed company in sixteen, one other in sixty, and more of those that are left out. */
export function messyHalf(
  all: readonly KnownCompany[],
  half: keyof typeof halves,
): { company: KnownCompany; isKnown: boolean }[] {
  const { listed, other, leftOut } = halves[half]
  return all.flatMap((company, index) => {
    const isKnown = index % 10 !== 9
    const isListed = company.key.startsWith('sp-')
    const isAsked = isListed ? index % 16 === listed : index % 60 === other || index % 120 === leftOut
    return isAsked ? [{ company, isKnown }] : []
  })
}

/**
 * Company names as people write them in their lists, over a corpus that holds nine tenths of `all`. A company left out
 * whose name, written plainly, is another's is not asked for: no rule about names tells the two apart.
 */
export async function messyFigures(
  deps: LookupDeps,
  all: readonly KnownCompany[],
  half: keyof typeof halves,
): Promise<string> {
  const random = seeded(halves[half].seed)
  const measure = openTally()
  let namesakes = 0
  const answerTo = async (value: string, fuzzySearch: boolean) => {
    const question = companyQuestion.parse({ companyName: { value }, fuzzySearch })
    const { matches } = await findCompanies(deps, inBackground(new AbortController().signal), question)
    return matches[0] && (JSON.parse(matches[0].body) as CompanyRecord).external_ids?.['bench']
  }
  for (const { company, isKnown } of messyHalf(all, half)) {
    const variants = messyVariants(company, halves[half].words, random)
    if (!isKnown && (await answerTo(company.name, false)) !== undefined) {
      namesakes++
      continue
    }
    for (const [kind, value] of Object.entries(variants)) {
      const answered = await measure.timed(() => answerTo(value, true))
      measure.count(kind, { isKnown, answered, truth: company.key })
    }
  }
  return `${measure.body()} Not asked for: ${namesakes} left out whose very name another company has.`
}
