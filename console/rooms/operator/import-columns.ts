import { useQuery } from '@tanstack/react-query'
import { settle } from '../../call/answer.ts'
import { api, type Schemas } from '../../call/client.ts'

type Reject = Schemas['ListImportRejectsResponse']['output']['rejects'][number]

/** Rows come without their empty cells, so the first rows of the file say which columns it has besides. */
export function useColumnNames(importId: string, rejects: readonly Reject[]): string[] {
  const tables = rejects.filter(({ isCells }) => isCells)
  const read = useQuery({
    queryKey: ['columns', importId],
    queryFn: () =>
      settle(
        api.POST('/operator/v1/imports/{importId}/preview', {
          params: { path: { importId } },
          body: { pageSize: 20 },
        }),
      ),
    enabled: tables.length > 0,
  })
  const first = tables.length > 0 ? (read.data?.output.rows ?? []) : []
  return [...new Set([...first, ...tables].flatMap(({ row }) => Object.keys(row ?? {})))]
}
