import { useQuery } from '@tanstack/react-query'
import { settle } from '../../call/answer.ts'
import { api, type Schemas } from '../../call/client.ts'
import { readLedger } from '../../call/ledger.ts'
import { usePages } from '../../call/pages.ts'
import { instantsOf } from '../../days.ts'

export type Logged = Schemas['ApiRequest']

/** Members of the address; each narrows what is listed. */
export interface Filters {
  from?: string
  to?: string
  status?: string
  /**
   * `programs` (with agents), `api`, `agent`, `console` or `all`. Without it what programs and agents sent, or all that a key or
   * person did where one is named.
   */
  source?: string
  charged?: string
  key?: string
  operation?: string
  /** Id of a person, for what they did in the console. */
  member?: string
  error?: string
  /** `shown`: free calls of the console, too, which its pages send by themselves. */
  console?: string
  /** Id of the request that is opened. */
  open?: string
}

const isSource = (text: string | undefined): text is Logged['source'] =>
  text === 'api' || text === 'console' || text === 'agent'

/** A person works in the console alone; whoever asks for a key means all that it did. */
export const isOfAll = ({ source, key, member }: Filters) =>
  source === 'all' || Boolean(!source && (key || member))

/** Whether free calls of the console are left out unless somebody wants them: whoever names an operation or a person does. */
export const mayHideFree = (filters: Filters) => isOfAll(filters) && !filters.operation && !filters.member

function questionOf(filters: Filters) {
  const { from, to, status, source, charged, key, operation, member, error } = filters
  const isHidden = mayHideFree(filters) && filters.console !== 'shown'
  return {
    ...instantsOf({ from, to }),
    ...(status && { statusClass: status as '2xx' | '4xx' | '5xx' }),
    ...(isSource(source)
      ? { source: [source] }
      : { origin: isOfAll(filters) ? ('all' as const) : ('api' as const) }),
    ...(charged && { isCharged: charged === 'yes' }),
    ...(key && { keyId: key }),
    ...(member && { memberId: [member] }),
    ...(operation && { operationId: operation }),
    ...(error && { errorCode: error }),
    ...(isHidden && { freeOfConsole: 'hidden' as const }),
  }
}

/** Newest first, more of them as somebody scrolls. */
export function useLog(filters: Filters) {
  const question = questionOf(filters)
  return usePages(
    ['requests', question],
    (cursor) =>
      settle(
        api.POST('/v1/api-requests', {
          body: { ...question, pageSize: 100, ...(cursor !== null && { cursor }) },
        }),
      ),
    ({ apiRequests }) => apiRequests,
  )
}

/** One that a link names but the list does not hold. */
export function useLogged(requestId: string | undefined, listed: Logged | undefined) {
  return useQuery({
    queryKey: ['request', requestId],
    queryFn: () =>
      settle(api.GET('/v1/api-requests/{requestId}', { params: { path: { requestId: requestId ?? '' } } })),
    enabled: requestId !== undefined && listed === undefined,
    select: ({ output }) => output,
  })
}

/** What the ledger says of a request. */
export const useCharges = (requestId: string) =>
  useQuery({
    queryKey: ['ledger', 'request', requestId],
    queryFn: () => readLedger({ requestId }),
    select: ({ output }) => output.entries.filter(({ kind }) => kind === 'capture' || kind === 'refund'),
  })
