import type { CorpusWriter } from '../../src/corpus/write/index.ts'

/** A corpus writer of what a test does with the records of a batch; it has met no line before. */
export function plainWriter(write: CorpusWriter['write']): CorpusWriter {
  let number = 0
  return {
    write,
    async writeLines(kind, lines, options) {
      const whole = await lines.whole([...lines.summaries.keys()])
      // As that of the corpus, it holds the batch and its options as long as somebody holds it.
      const batch = { whole, options }
      const writtenAmong = (tokens: readonly string[]) =>
        new Set(tokens).intersection(new Set(batch.whole.flatMap(({ identifiers }) => identifiers)))
      options.onStoring?.({ number: (number += 1), firstEntityId: 1, writtenAmong })
      return write(
        kind,
        whole.map(({ item }) => item),
        options,
      )
    },
    buildAhead: async () => {},
    settle: async () => {},
    endRun: async () => {},
    knownLines: async () => ({ published: 0, lines: new Map() }),
  }
}
