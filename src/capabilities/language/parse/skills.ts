import { skillsBody } from '../../../corpus/reference/index.ts'
import type { Mention } from './mention.ts'
import { buildPhrases, type Phrases } from './phrases.ts'
import { markCovered } from './coverage.ts'
import { isJoined, type Word } from './words.ts'

/** Makers that are left out when their products are named. */
const makers = /^(Adobe|Microsoft|Autodesk|Apache|Google|Amazon|Oracle|Apple) (?=\p{Lu})/u

let table: Phrases<string> | undefined
const openSkills = () =>
  (table ??= buildPhrases(
    skillsBody().skills.flatMap((name): [string, string][] => [
      [name, name],
      ...(makers.test(name) ? [[name.replace(makers, ''), name] as [string, string]] : []),
    ]),
  ))

const note = 'is searched as a word of the profile.'
/** Cues after which something else than the person is described. */
const ofOthers = new Set(['at', 'of', 'uses', 'studied', 'former', 'joined', 'left', 'called', 'backed'])

/**
 * Skills that come after a title as they are, or behind `with`: `UI designer Barcelona Figma`, `engineers with Revit`.
 * What a table has explained is that, but for the trades that tools are called like, in a list of tools.
 */
export function findSkills(mentions: readonly Mention[], words: readonly Word[]): Mention[] {
  const isTitled = (at: number) => isOfTitle(mentions, at)
  const explained = markCovered(
    mentions.filter(({ is }) => is.kind !== 'person-name'),
    words.length,
  )
  const skills: Mention[] = []
  for (let from = 1; from < words.length; from++) {
    const isListed = skills.at(-1)?.to === from && isJoined(words[from]!)
    const match = openSkills().at(words, from)
    const isName = /^\p{Lu}/u.test(words[from]!.text) || isBehindWith(words, from)
    const isCertificate = isBehindWith(words, from) && /^[A-Z][A-Z\d]{2,7}$/.test(words[from]!.text)
    if ((match === undefined || !isName) && !isCertificate) continue
    const to = match?.to ?? from + 1
    if ((!isListed && explained.slice(from, to).includes(true)) || !isTitled(from)) continue
    const name = words
      .slice(from, to)
      .map(({ text, gap }, at) => (at === 0 ? text : gap + text))
      .join('')
    skills.push({
      from,
      to,
      is: { kind: 'technology', name, isListed: false },
      confidence: 0.75,
      weight: 1,
      note,
    })
    from = to - 1
  }
  return skills
}

/** Without names of people that are a town and tools after a title: `graphic designer Milan Photoshop`. */
export const withoutNamesOfTools = (mentions: readonly Mention[], skills: readonly Mention[]): Mention[] =>
  mentions.filter(
    (name) =>
      name.is.kind !== 'person-name' ||
      !skills.some(({ from, to }) => from > name.from && to <= name.to) ||
      !mentions.some(({ is, to }) => is.kind === 'title' && to === name.from),
  )

const isBehindWith = (words: readonly Word[], at: number): boolean =>
  /^(with|w|mit|avec|con|com|met)$/.test(words[at - 1]?.normal ?? '')

/** Whether a title comes before, and nothing between that something else is said of. */
function isOfTitle(mentions: readonly Mention[], at: number): boolean {
  const title = mentions.findLast(({ is, to }) => is.kind === 'title' && to <= at)
  return (
    title !== undefined &&
    !mentions.some(
      ({ is, from, to }) =>
        from >= title.to &&
        to <= at &&
        (is.kind === 'companies' ||
          (is.kind === 'industry' && is.isNoun) ||
          (is.kind === 'cue' && ofOthers.has(is.cue))),
    )
  )
}
