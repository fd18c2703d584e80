import { useInfiniteQuery } from '@tanstack/react-query'
import type { Answer } from './answer.ts'

/** Rows that are read a page at a time, more of them as somebody scrolls. `read` is given the cursor, null for the first page. */
export function usePages<Output extends { nextCursor: string | null }, Row>(
  key: readonly unknown[],
  read: (cursor: string | null) => Promise<Answer<Output>>,
  rowsOf: (output: Output) => readonly Row[],
) {
  const pages = useInfiniteQuery({
    queryKey: key,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) => read(pageParam),
    getNextPageParam: ({ output }) => output.nextCursor,
    staleTime: 0,
  })
  const { data, error, isPending, isFetching, hasNextPage, isFetchNextPageError, fetchNextPage, refetch } =
    pages
  return {
    rows: (data?.pages ?? []).flatMap(({ output }) => [...rowsOf(output)]),
    error,
    isPending,
    hasMore: hasNextPage,
    /** Of the first page, for what it says beside its rows. */
    first: data?.pages[0]?.output,
    readMore() {
      if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage()
    },
    refetch,
  }
}
