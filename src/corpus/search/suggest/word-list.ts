/** Words in order, found by how they begin. */
export interface WordList {
  /**
   * Sees the ranges of words that begin with a text, or with one that differs from it by at most some slips of the
   * keyboard (a letter left out, added, replaced, or swapped with its neighbour). Ranges do not overlap.
   */
  eachBeginning(text: string, maxSlips: number, see: (from: number, to: number) => void): void
}

/** `words` are distinct, and those that share a beginning stand together, as they do once sorted. */
export function openWordList(words: readonly string[]): WordList {
  const maxLetters = 64
  const rows = Array.from({ length: maxLetters }, () => new Uint8Array(maxLetters))

  /** The end of the words from `from` on that have the same letter at `depth`. */
  function findEnd(from: number, to: number, depth: number): number {
    const letter = words[from]!.charCodeAt(depth)
    let [low, high] = [from + 1, to]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (words[middle]!.charCodeAt(depth) === letter) low = middle + 1
      else high = middle
    }
    return low
  }

  return {
    eachBeginning(text, maxSlips, see) {
      const wanted = text.slice(0, maxLetters - maxSlips - 2)
      for (let at = 0; at <= wanted.length; at++) rows[0]![at] = at
      walk(0, words.length, 0)

      // Row d holds the slips between the first d letters of these words and each beginning of the text.
      function walk(from: number, to: number, depth: number): void {
        if (rows[depth]![wanted.length]! <= maxSlips) return see(from, to)
        if (depth + 1 >= maxLetters) return
        let start = from
        while (start < to && words[start]!.length === depth) start++
        while (start < to) {
          const end = findEnd(start, to, depth)
          if (fillRow(words[start]!, depth + 1) <= maxSlips) walk(start, end, depth + 1)
          start = end
        }
      }

      /** Fills the row of a word's first letters; answers the fewest slips in it. A swap looks one row further back. */
      function fillRow(word: string, depth: number): number {
        const [row, above] = [rows[depth]!, rows[depth - 1]!]
        const letter = word.charCodeAt(depth - 1)
        row[0] = depth
        let fewest = depth
        for (let at = 1; at <= wanted.length; at++) {
          const typed = wanted.charCodeAt(at - 1)
          let slips = Math.min(above[at]! + 1, row[at - 1]! + 1, above[at - 1]! + (typed === letter ? 0 : 1))
          const isSwap =
            at > 1 &&
            depth > 1 &&
            typed === word.charCodeAt(depth - 2) &&
            wanted.charCodeAt(at - 2) === letter
          if (isSwap) slips = Math.min(slips, rows[depth - 2]![at - 2]! + 1)
          row[at] = slips
          if (slips < fewest) fewest = slips
        }
        return fewest
      }
    },
  }
}
