import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
  type InfiniteData,
} from '@tanstack/react-query'
import { settle, type Answer } from '../../call/answer.ts'
import { api, type Schemas } from '../../call/client.ts'
import { renewCredits } from '../../call/queries.ts'

/** Rows of the list that are looked up by the same cells. */
export type Row = Schemas['EnrichRow']
export type State = Row['state']
type Page = Answer<{ rows: Row[]; counts: Record<string, number>; nextCursor: string | null }>

const pageSize = 200
const keyOf = (runId: string) => ['list-rows', runId]

/** The rows of one outcome, or all of them, as far as somebody scrolled. */
export function useRows(runId: string, state: State | undefined, isDone: boolean) {
  const read = useInfiniteQuery({
    queryKey: [...keyOf(runId), state ?? 'all'],
    enabled: isDone,
    staleTime: Infinity,
    placeholderData: keepPreviousData,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) =>
      settle(
        api.POST('/v1/enrich/rows', {
          body: {
            runId,
            pageSize,
            ...(state !== undefined && { state }),
            ...(pageParam !== null && { cursor: pageParam }),
          },
        }),
      ),
    getNextPageParam: ({ output }) => output.nextCursor,
  })
  return { ...read, rows: (read.data?.pages ?? []).flatMap(({ output }) => output.rows) }
}

export type Decision =
  | { rowId: string; answer: 'likeliest' | 'none' }
  | { rowId: string; answer: 'candidate'; candidateId: string }
  | { rowId: string; answer: 'undo' }

/** Decides rows, or takes that back; what is decided stays where it stands, so that nobody loses the place. */
export function useDecide(runId: string, price: number | undefined) {
  const client = useQueryClient()
  return useMutation({
    mutationFn({ answer, ...row }: Decision) {
      if (answer === 'undo') return settle(api.POST('/v1/enrich/undo-decision', { body: { runId, ...row } }))
      const maxCredits = answer === 'none' ? 0 : (price ?? 0)
      return settle(
        api.POST('/v1/enrich/decide', {
          params: { header: { 'X-Max-Credits': maxCredits } },
          body: { runId, answer, ...row },
        }),
      )
    },
    onSuccess({ output: { row } }) {
      const put = (data: InfiniteData<Page> | undefined) =>
        data && { ...data, pages: data.pages.map((page) => putRow(page, row)) }
      client.setQueriesData<InfiniteData<Page>>({ queryKey: keyOf(runId) }, put)
      void client.invalidateQueries({ queryKey: ['run', runId] })
      void client.invalidateQueries({ queryKey: ['runs'] })
      void renewCredits()
    },
  })
}

const putRow = (page: Page, row: Row): Page => {
  const rows = page.output.rows.map((old) => (old.rowId === row.rowId ? row : old))
  return { ...page, output: { ...page.output, rows } }
}

/** Up to five records that the row may mean, free. */
export const readCandidates = (runId: string, rowId: string) =>
  settle(api.POST('/v1/enrich/candidates', { body: { runId, rowId } }))
