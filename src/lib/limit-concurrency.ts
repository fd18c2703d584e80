/** Runs at most `most` tasks at once, in the order they were asked for. */
export function limitConcurrency(most: number): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (task) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await task()
    } finally {
      // The place goes straight to the next in line, so that nobody can slip in between.
      const next = waiting.shift()
      if (next === undefined) running--
      else next()
    }
  }
}
