import { useMutation, useQuery } from '@tanstack/react-query'
import { settle } from '../../call/answer.ts'
import { api } from '../../call/client.ts'
import { usePages } from '../../call/pages.ts'
import { renewCredits } from '../../call/queries.ts'
import type { Upload } from './uploads.ts'

const pollMs = 2_500

/** Sends the file once more, to those who clean it, and starts: only rows that match somebody are paid. */
export const useClean = (onStart: (runId: string) => void) =>
  useMutation({
    async mutationFn({ read, maxCredits }: { read: Upload; maxCredits: number }) {
      const uploaded = await settle(
        api.PUT('/v1/mosaic/upload', {
          params: { query: { fileName: read.fileName } },
          // The type of a body is a text here, and a file is sent like one.
          body: read.file as unknown as string,
          bodySerializer: (body) => body,
          headers: { 'content-type': 'text/csv' },
        }),
      )
      const { uploadId } = uploaded.output
      return settle(
        api.POST('/v1/mosaic/start', {
          params: { header: { 'X-Max-Credits': maxCredits } },
          body: { uploadId, fileName: read.fileName, options: { runRedline: true } },
        }),
      )
    },
    onSuccess({ output }) {
      void renewCredits()
      onStart(output.runId)
    },
  })

const isOver = (run: { status: string } | undefined) =>
  run !== undefined && !['pending', 'running'].includes(run.status)

/** How far it is; once it has ended, what it found and what it cost. */
export function useCleaned(runId: string) {
  const read = useQuery({
    queryKey: ['cleaned', runId],
    queryFn: () => settle(api.POST('/v1/mosaic/poll', { body: { runId } })),
    refetchInterval: ({ state }) => (isOver(state.data?.output.run) ? false : pollMs),
  })
  const run = read.data?.output.run
  return {
    run,
    isDone: isOver(run),
    charged: read.data?.charged ?? 0,
    error: read.error,
    refetch: read.refetch,
  }
}

export const cancelClean = (runId: string) => settle(api.POST('/v1/mosaic/cancel', { body: { runId } }))

/** Links work for a day, so one is asked for when somebody clicks. */
export async function readLinks(runId: string) {
  const { output } = await settle(api.POST('/v1/mosaic/poll', { body: { runId } }))
  return output.run
}

export const useCleanedLists = () =>
  usePages(
    ['cleaned-lists'],
    (cursor) =>
      settle(api.GET('/v1/mosaic/runs', { params: { query: { ...(cursor !== null && { cursor }) } } })),
    (output) => output.runs,
  )
