/** What is handed over at a time: the other side takes it in at once, and holds everybody up while it does. */
const maxRows = 500
const maxChars = 512 * 1024

/** Rows that a child has read and that are asked for a few at a time; those taken last are let go. */
export class HandOver<R> {
  #rows: readonly R[] = []
  readonly #charsOf: (row: R) => number

  constructor(countChars: (row: R) => number) {
    this.#charsOf = countChars
  }

  hold(rows: readonly R[]): void {
    this.#rows = rows
  }

  take(from: number): R[] {
    let [to, chars] = [from, 0]
    for (; to < this.#rows.length && to - from < maxRows && chars < maxChars; to++)
      chars += this.#charsOf(this.#rows[to] as R)
    const part = this.#rows.slice(from, to)
    if (to >= this.#rows.length) this.#rows = []
    return part
  }
}

/** The other side: asks until it has all. */
export async function takeAll<R>(
  rowCount: number,
  ask: (from: number) => Promise<readonly R[] | undefined>,
): Promise<R[]> {
  const rows: R[] = []
  while (rows.length < rowCount) rows.push(...((await ask(rows.length)) ?? []))
  return rows
}

/** Characters of the cells of a row. */
export function countChars({ cells }: { cells: readonly string[] }): number {
  let chars = 0
  for (const cell of cells) chars += cell.length
  return chars
}
