import { useQuery } from '@tanstack/react-query'
import { settle } from '../../call/answer.ts'
import { api, type Schemas } from '../../call/client.ts'
import { useAct } from '../../call/operator.ts'

type Order = Omit<NonNullable<Parameters<typeof order>[0]>, 'kind'>
type Listed = Schemas['ListOperatorTasksResponse']['output']['tasks'][number]
export type TaskKind = Listed['kind']

const order = (body: {
  kind: TaskKind
  backup?: string
  records?: 'companies' | 'people'
  leastScore?: number
}) => settle(api.POST('/operator/v1/tasks', { body }))

const pollMs = 1_500
const isOpen = (task: { state: string } | undefined) => task?.state === 'queued' || task?.state === 'running'

/** The newest task of a kind, with its result once it has one, and how to ask for another. */
export function useTask(kind: TaskKind) {
  const list = useQuery({
    queryKey: ['tasks'],
    queryFn: () => settle(api.GET('/operator/v1/tasks', { params: { query: { pageSize: 200 } } })),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.output.tasks.some(isOpen) === true ? pollMs : false),
  })
  const newest = list.data?.output.tasks.find((task) => task.kind === kind)
  const taskId = newest?.taskId ?? ''
  const read = useQuery({
    queryKey: ['task', taskId, newest?.state],
    queryFn: () => settle(api.GET('/operator/v1/tasks/{taskId}', { params: { path: { taskId } } })),
    enabled: newest !== undefined && !isOpen(newest),
  })
  const ask = useAct((choice: Order) => order({ kind, ...choice }))
  return {
    newest,
    result: read.data?.output.result ?? undefined,
    error: list.error ?? read.error ?? ask.error,
    isUnderway: isOpen(newest) || ask.isPending,
    ask: ask.mutate,
  }
}
