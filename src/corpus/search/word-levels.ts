import { normalText } from '../../lib/text-normal.ts'
import { and, or, type Condition } from './condition.ts'
import { titleContains } from './text.ts'

/** Levels that a title names literally; `except` are phrases in which the word is no level. */
const words = {
  senior: { says: ['senior', 'sr', 'snr'] },
  staff: { says: ['staff'], except: ['chief of staff'] },
  principal: { says: ['principal'] },
  lead: { says: ['lead', 'leader', 'teamlead', 'leiter', 'leiterin'] },
  manager: { says: ['manager', 'gerente', 'managerin'] },
  head: { says: ['head', 'leiter', 'leiterin'] },
  svp: { says: ['svp', 'senior vice president'] },
} as const satisfies Record<string, { says: readonly string[]; except?: readonly string[] }>

export type WordLevel = keyof typeof words
export const wordLevels = Object.keys(words) as [WordLevel, ...WordLevel[]]

export const isWordLevel = (level: string): level is WordLevel => Object.hasOwn(words, level)

/** One current title names the level and holds one of the keywords, if there are any. */
export function titleOfLevel(level: WordLevel, keywords: readonly string[] | undefined): Condition {
  const { says, except = [] }: { says: readonly string[]; except?: readonly string[] } = words[level]
  const normal = keywords?.map(normalText).filter((keyword) => keyword !== '')
  const matchOne = (phrases: readonly string[]) => or(phrases.map((phrase) => titleContains(phrase)))
  const padded = (phrases: readonly string[]) => phrases.map((phrase) => ` ${phrase} `)
  return and([
    matchOne(says),
    ...(normal === undefined ? [] : [matchOne(normal)]),
    {
      kind: 'sql',
      text: (bind) => {
        const holds = (phrases: readonly string[]) =>
          `arrayExists(phrase -> position(title, phrase) > 0, ${bind.value('Array(String)', padded(phrases))})`
        const tests = [holds(says)]
        if (normal !== undefined) tests.push(holds(normal))
        if (except.length > 0) tests.push(`NOT ${holds(except)}`)
        return `arrayExists(title -> ${tests.join(' AND ')}, splitByChar('|', titles))`
      },
    },
  ])
}
