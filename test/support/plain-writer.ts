import type { CorpusWriter } from '../../src/corpus/write/index.ts'

/** A corpus writer of what a test does with the records of a batch; it has met no line before. */
export function plainWriter(write: CorpusWriter['write']): CorpusWriter {
  return {
    write,
    async writeLines(kind, lines, options) {
      const whole = await lines.whole([...lines.summaries.keys()])
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
