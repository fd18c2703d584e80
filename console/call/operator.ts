import {
  MutationCache,
  QueryCache,
  QueryClient,
  useMutation,
  useQuery,
  type QueryKey,
} from '@tanstack/react-query'
import { Refused, settle, type Answer } from './answer.ts'
import { api } from './client.ts'
import { usePages } from './pages.ts'
import { queryDefaults } from './queries.ts'
import { send } from './session.ts'

/** Whoever looks after the installation, signed in beside any session of an organization. */
export interface OperatorSession {
  /** As the audit writes it. */
  actor: string
  expiresAt: string
}

const path = '/console/operator-session'
const sessionKey = ['operator-session']

/** A session ends after thirty minutes without use; whatever is asked then leads to the sign-in. */
const leave = (error: Error) => {
  if (error instanceof Refused && error.status === 401) operatorQueries.setQueryData(sessionKey, null)
}

/** What the pages of the operator read is kept apart: it is gone when the operator leaves. */
export const operatorQueries: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: leave }),
  mutationCache: new MutationCache({ onError: leave }),
  defaultOptions: { queries: queryDefaults },
})

/** `data` is null where nobody is signed in as operator. */
export const useOperator = () =>
  useQuery({
    queryKey: sessionKey,
    async queryFn() {
      return (await send<{ session: OperatorSession | null }>('get', path)).session
    },
    staleTime: Infinity,
  })

const isOfPages = { predicate: ({ queryKey }: { queryKey: QueryKey }) => queryKey[0] !== sessionKey[0] }

/** What somebody else read is gone. */
function enter(session: OperatorSession | null): void {
  operatorQueries.removeQueries(isOfPages)
  operatorQueries.setQueryData(sessionKey, session)
}

export type OperatorWay = { token: string } | { code: string }

export async function openOperator(way: OperatorWay): Promise<void> {
  const { session } = await send<{ session: OperatorSession }>('post', path, way)
  enter(session)
}

export async function closeOperator(): Promise<void> {
  await send('delete', path)
  enter(null)
}

/** Takes the single-use code of `almanac console --operator` out of the address. */
export function takeOperatorCode(): string | undefined {
  const code = /[#&]operator-code=([\w-]+)/.exec(location.hash)?.[1]
  if (code !== undefined) history.replaceState(null, '', location.pathname)
  return code
}

/** Something the operator does; afterwards everything that is shown is read again. */
export const useAct = <Input, T>(act: (input: Input) => Promise<T>, onDone?: (done: T) => unknown) =>
  useMutation({
    mutationFn: act,
    async onSuccess(done) {
      await onDone?.(done)
      await operatorQueries.invalidateQueries(isOfPages)
    },
  })

/** Rows of an operation of the operator, a page at a time. */
export const useOperatorPages = <Output extends { nextCursor?: string | null }, Row>(
  key: QueryKey,
  read: (cursor: { cursor?: string }) => Promise<Answer<Output>>,
  rowsOf: (output: Output) => readonly Row[],
) =>
  usePages(
    key,
    async (cursor) => {
      const answer = await read(cursor === null ? {} : { cursor })
      return { ...answer, output: { ...answer.output, nextCursor: answer.output.nextCursor ?? null } }
    },
    (output) => rowsOf(output),
  )

/** How the service is doing; it answers everybody. */
export const readStatus = async () => (await settle(api.GET('/status', {}))).output

/** A name for a movement of credits that is sent once: a second click moves nothing. */
export function freshReference(): string {
  const parts = crypto.getRandomValues(new Uint32Array(3))
  return `console-${[...parts].map((part) => part.toString(36)).join('')}`
}
