/** Two entities that may be one and were not joined. */
export interface PossibleJoin {
  /** The first is known to the network, if any of the two is. */
  ids: [string, string]
  /** 0..1 */
  score: number
  evidence: string[]
  /** Enough speaks for it: it was not made because others are as alike, or one was known only later. */
  isConvincing: boolean
}
