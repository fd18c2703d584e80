import { settle } from './answer.ts'
import { ask } from './client.ts'

/** Who is signed in, and as what. */
export interface Session {
  organization: { organizationId: string; name: string }
  /** null where an API key was exchanged for the session. */
  person: { email: string | null; name: string | null; role: string } | null
  /** `isReadOnly`: it changes nothing in the organization. */
  key: { name: string; isReadOnly: boolean } | null
  mode: 'live' | 'test'
}

/** Requests about sessions: they are no operations, and answer without an envelope. */
export async function send<T = void>(method: string, path: string, body?: object): Promise<T> {
  const { output } = await settle(ask(method, path, body && { body }))
  return output as T
}

/** What this installation offers to whoever is not signed in. */
export interface Offers {
  mail: boolean
  /** Whether there is a token of the operator. */
  operator: boolean
  provider: { name: string; startUrl: string } | null
  /** Whether credits can be bought. */
  purchases: boolean
}

export interface SignInState {
  /** null where nobody is signed in. */
  session: Session | null
  offers: Offers
}

export const readSession = () => send<SignInState>('get', '/console/session')

export type SignInWay =
  | { code: string }
  | { invitation: string }
  | { apiKey: string }
  | { email: string; otp: string }

export const openSession = (way: SignInWay) => send('post', '/console/session', way)
export const endSession = () => send('delete', '/console/session')
export const setMode = (mode: Session['mode']) => send('put', '/console/session/mode', { mode })

/** Takes the single-use code or invitation out of the address, so that neither history nor a copied link has it. */
export function takeLink(): SignInWay | undefined {
  const [, name, value = ''] = /[#&](code|invitation)=([\w-]+)/.exec(location.hash) ?? []
  if (name === undefined) return undefined
  history.replaceState(null, '', location.pathname)
  return name === 'code' ? { code: value } : { invitation: value }
}
