import { QueryCache, QueryClient, useQuery } from '@tanstack/react-query'
import { Refused, settle, Unreachable } from './answer.ts'
import { api, type Schemas } from './client.ts'
import { readSession, type SignInState } from './session.ts'

const sessionKey = ['session']
const balanceKey = ['balance']

/** Faults of the service and too many requests are tried again twice, what it refuses is not. */
const isWorthAnother = (failures: number, error: Error) =>
  (error instanceof Unreachable ||
    (error instanceof Refused && (error.status === 429 || error.status >= 500))) &&
  failures < 2

/** As long as the service asks for; else a second, then two. */
const waitMs = (failures: number, error: Error) =>
  1_000 * ((error instanceof Refused ? error.retryAfterSeconds : undefined) ?? 2 ** failures)

export const queryDefaults = {
  staleTime: 30_000,
  retry: isWorthAnother,
  retryDelay: waitMs,
  refetchOnWindowFocus: false,
}

export const queries = new QueryClient({
  queryCache: new QueryCache({
    onError(error) {
      // A session that ended leads to the sign-in from wherever the page is.
      if (!(error instanceof Refused) || error.status !== 401) return
      queries.setQueryData<SignInState>(sessionKey, (state) => state && { ...state, session: null })
    },
  }),
  defaultOptions: { queries: queryDefaults },
})

const useSignIn = <T>(select: (state: SignInState) => T) =>
  useQuery({ queryKey: sessionKey, queryFn: readSession, staleTime: Infinity, select })

/** `data` is null where nobody is signed in. */
export const useSession = () => useSignIn(({ session }) => session)

/** Ways to sign in beside a link and a key. */
export const useOffers = () => useSignIn(({ offers }) => offers).data

export const renewSession = () => queries.invalidateQueries({ queryKey: sessionKey })

/**
 * After another mode or person: nothing that was read is of them, paid rows neither. Pages that stay open begin from
 * nothing, once the session says who is there now.
 */
export async function leaveAll(): Promise<void> {
  const isRead = {
    predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== sessionKey[0],
  }
  await queries.cancelQueries(isRead)
  await renewSession()
  await queries.resetQueries(isRead)
}

/** `look`: read companies, people and what is made of them; `spend`: read what costs; `work`: change any of it. */
export type Act = 'look' | 'spend' | 'work' | 'manage' | 'pay' | 'audit'

/** Whether the role of whoever is signed in may do it. A key that only reads changes nothing; what else it may, the service says. */
export function useMay(act: Act): boolean {
  const session = useSession().data
  const role = session?.person?.role
  if (role !== undefined) return mayDo[act].includes(role)
  return session?.key?.isReadOnly !== true || !changes.includes(act)
}

const changes: readonly Act[] = ['work', 'manage', 'pay']
const mayDo: Record<Act, readonly string[]> = {
  look: ['owner', 'admin', 'member', 'read-only'],
  spend: ['owner', 'admin', 'member'],
  audit: ['owner', 'admin'],
  work: ['owner', 'admin', 'member'],
  manage: ['owner', 'admin'],
  pay: ['owner', 'admin', 'billing'],
}

const useBalances = <T>(select: (balances: Schemas['CreditBalance'][]) => T) => {
  const queryFn = () => settle(api.GET('/v1/get-org-credits', {}))
  return useQuery({ queryKey: balanceKey, queryFn, select: ({ output }) => select(output.balances) })
}

/** Credits that can be spent. */
export const useCredits = () =>
  useBalances((balances) => balances.reduce((sum, { available }) => sum + available, 0))

/** After whatever was charged. */
export const renewCredits = () => queries.invalidateQueries({ queryKey: balanceKey })

/** Credits for one unit, at the organization's prices. Undefined until it is read. */
export function usePrice(name: string): number | undefined {
  const read = useBalances(([first]) => first?.creditsPerOperation[name]?.levels[0]?.centiCreditCost)
  return read.data === undefined ? undefined : read.data / 100
}

/** In the sandbox nothing is charged to the organization. */
export const useIsSandbox = () => useSession().data?.mode === 'test'
