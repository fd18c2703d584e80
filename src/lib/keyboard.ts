/** Rows of letters on the keyboards of most Latin scripts. */
const layouts = [
  ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'],
  ['qwertzuiop', 'asdfghjkl', 'yxcvbnm'],
  ['azertyuiop', 'qsdfghjklm', 'wxcvbn'],
]

const neighbours = new Set(layouts.flatMap(listPairs))

/** Keys beside each other in a row, and those that touch in the row below, which is shifted by half a key. */
function listPairs(rows: readonly string[]): string[] {
  return rows.flatMap((row, line) =>
    [...row].flatMap((letter, place) => {
      const below = rows[line + 1] ?? ''
      const touching = [row[place + 1], below[place - 1], below[place]]
      return touching.flatMap((other) => (other === undefined ? [] : [letter + other, other + letter]))
    }),
  )
}

/** Whether a letter is easily typed for another. */
export const areNeighbours = (a: string, b: string): boolean => neighbours.has(a + b)
