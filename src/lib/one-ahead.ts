/**
 * The same values; the next one is prepared while the caller works on one, and no further. A caller that leaves early
 * waits until what is being prepared has ended.
 */
export async function* oneAhead<T>(values: AsyncIterable<T>): AsyncGenerator<T> {
  const source = values[Symbol.asyncIterator]()
  let next = source.next()
  try {
    for (;;) {
      const { done, value } = await next
      if (done === true) return
      next = source.next()
      // The caller hears of it with the next value.
      next.catch(() => undefined)
      yield value
    }
  } finally {
    await next.catch(() => undefined)
    await source.return?.()
  }
}
