import type { CorpusSearch } from '../../corpus/search/index.ts'

/**
 * The same search, but it delivers one answer per turn of the event loop. Joint look-ups answer hundreds of rows at
 * once, and processing all of them in one stretch would keep the process from serving other requests.
 */
export function ownTurns(search: CorpusSearch): CorpusSearch {
  const waiting: (() => void)[] = []
  const next = () => {
    waiting.shift()?.()
    if (waiting.length > 0) setImmediate(next)
  }
  const turn = () =>
    new Promise<void>((resolve) => {
      waiting.push(resolve)
      if (waiting.length === 1) setImmediate(next)
    })
  const paced = async <T>(answer: Promise<T>): Promise<T> => {
    const value = await answer
    await turn()
    return value
  }
  return {
    ...search,
    lookup: (kind, request) => paced(search.lookup(kind, request)),
    page: (kind, request) => paced(search.page(kind, request)),
    alike: (kind, request) => paced(search.alike(kind, request)),
  }
}
