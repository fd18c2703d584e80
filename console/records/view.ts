/** What is shown of a record: in a drawer, on its page, in a file. */
export interface RecordView {
  headline: string | null
  /** Those without a value are left out. */
  facts: readonly (readonly [label: string, value: string | null | undefined])[]
  /** Parts that are lists: positions, rounds. */
  lists: readonly { title: string; items: readonly { over: string; under: string }[] }[]
  tags: readonly string[]
  text: string | null
}

/** `pre_seed` and `has-website` in words. */
export const plainText = (value: string) => {
  const text = value.replaceAll(/[_-]/g, ' ')
  const named = text
    .replace(/^phd$/i, 'PhD')
    .replace(/^series ([a-z])$/i, (_all, round: string) => `series ${round.toUpperCase()}`)
  return named.charAt(0).toUpperCase() + named.slice(1)
}
