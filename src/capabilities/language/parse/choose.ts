import type { Mention } from './mention.ts'

/**
 * The mentions that together explain the question best, none overlapping another: the sum of their scores is the highest
 * there is. A longer mention counts for more than the shorter ones it is made of.
 */
export function choose(mentions: readonly Mention[], length: number): Mention[] {
  const endingAt = Map.groupBy(mentions, ({ to }) => to)
  const best: { score: number; mention: Mention | undefined; before: number }[] = [
    { score: 0, mention: undefined, before: 0 },
  ]
  for (let to = 1; to <= length; to++) {
    let choice = { score: best[to - 1]!.score, mention: undefined as Mention | undefined, before: to - 1 }
    for (const mention of endingAt.get(to) ?? []) {
      const score = best[mention.from]!.score + scoreMention(mention)
      if (score > choice.score) choice = { score, mention, before: mention.from }
    }
    best.push(choice)
  }
  const chosen: Mention[] = []
  for (let at = length; at > 0; at = best[at]!.before) {
    const { mention } = best[at]!
    if (mention !== undefined) chosen.push(mention)
  }
  return chosen.reverse()
}

/** Points of a word, of each further word of a mention, and of a step of weight. */
const [ofWord, ofLength, ofWeight] = [10, 4, 2]

function scoreMention({ from, to, weight = 0, confidence }: Mention): number {
  const words = to - from
  return words * ofWord + (words - 1) * ofLength + weight * ofWeight + confidence
}
