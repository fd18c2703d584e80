/**
 * Chance the answer must have of holding the one that is meant, unless the request says otherwise. An answer below it
 * is not a match, and free.
 */
const defaultLeast = 0.5
/**
 * Share of the chance that the answer must hold of companies of one name which nothing else tells apart. With less than three to
 * one, real companies asked for one by one are the less prominent one about as often.
 */
export const minAmongNamesakes = 0.75

/**
 * The matches that may be answered, best first. `least`, when the request gives one, is what every single match must
 * reach; without it the matches returned must together be likely enough to hold the one meant (each is one chance, so
 * their confidences add up) and hold `share` of what all hold.
 */
export function sureEnough<T extends { confidence: number }>(
  matches: readonly T[],
  { most, least, share = 0 }: { most: number; least: number | undefined; share?: number },
): T[] {
  if (least !== undefined) return matches.filter(({ confidence }) => confidence >= least).slice(0, most)
  const returned = matches.slice(0, most)
  const together = sumConfidence(returned)
  return together >= defaultLeast && together >= share * sumConfidence(matches) ? returned : []
}

/** People of one mailbox or number that are answered unasked: a family has one, and the two of a practice. */
const maxSharers = 4

/**
 * The `matches` to return, among people who share the identifier they were found by; of a switchboard's number nobody is meant, so
 * that nobody is answered unless the request says how sure is enough.
 */
export function ofSharers<T extends { confidence: number }>(
  matches: readonly T[],
  { most, least }: { most: number; least: number | undefined },
): { matches: T[]; message?: string } {
  const enough = sureEnough(matches, { most, least })
  const isShared = matches.length > maxSharers
  if (enough.length > 0 && (!isShared || least !== undefined)) return { matches: enough }
  if (!isShared) return { matches: [], ...(matches.length > 0 ? { message: tooUnsure(matches) } : {}) }
  const count = matches.length > most ? `More than ${most}` : String(matches.length)
  const message = `${count} people share it, like a switchboard or a shared mailbox, so it identifies nobody. minConfidence returns those who reach it; each has ${matches[0]?.confidence}.`
  return { matches: [], message }
}

/** Why people were found and none is answered. */
export const tooUnsure = (matches: readonly { confidence: number }[]): string =>
  `Nobody matches well enough: the likeliest of ${matches.length} has a confidence of ${Math.max(...matches.map(({ confidence }) => confidence))}.`

const sumConfidence = (matches: readonly { confidence: number }[]) =>
  matches.reduce((sum, { confidence }) => sum + confidence, 0)

/** Three decimals: more would claim what nobody knows. */
export const rounded = (confidence: number) => Math.round(confidence * 1000) / 1000

/** Largest rank; see `toRank` of corpus/search-index. */
const lowestRank = 4_000_000_000
/** How much likelier the more prominent is meant: with 10, a company of 500 staff is three times as likely as one of 40. */
const steepness = 10
/** How fast those that fit less well give way: one of 0.8 beside one of 1 is 1 in 7,000. */
const likenessPower = 40

/**
 * How likely each of several is the one meant, beside the others: by how well it fits, then by prominence. Adds up
 * to 1.
 */
export function measureShares(rivals: readonly { likeness: number; rank: number }[]): number[] {
  const best = Math.max(...rivals.map(({ likeness }) => likeness))
  const weights = rivals.map(
    ({ likeness, rank }) =>
      (likeness / best) ** likenessPower * Math.exp(steepness * (1 - rank / lowestRank)),
  )
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return weights.map((weight) => weight / sum)
}
