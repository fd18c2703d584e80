import type { Caller } from '../../operation/index.ts'

/** What a browser signs in with. */
export type SignInWay =
  | { code: string }
  | { apiKey: string }
  | { invitation: string }
  | { email: string; otp: string; organizationId?: string | undefined }

export interface SignInOrigin {
  address: string
  browser: string | undefined
  requestId: string
}

/** A session as its page sees it. */
export interface SessionView {
  sessionId: string
  /** As the audit writes it. */
  actor: string
  organization: { organizationId: string; name: string }
  /** null for a session that an API key was exchanged for. */
  person: { memberId: string; email: string | null; name: string | null; role: string } | null
  key: { keyId: string; name: string; isReadOnly: boolean } | null
  mode: 'live' | 'test'
  createdAt: string
  expiresAt: string
}

export interface OpenSession {
  caller: Caller
  view: SessionView
}

/** A sign-in; `token` goes into the cookie. */
export interface NewSession {
  token: string
  seconds: number
  view: SessionView
  /** Where else the address belongs, after a sign-in by mail. */
  organizations?: { organizationId: string; name: string; role: string }[]
}

export interface OperatorView {
  actor: string
  createdAt: string
  expiresAt: string
}

/** The sessions of browsers, as their paths need them. */
export interface ConsoleDoor {
  /** Throws a Failure for a way that leads nowhere. */
  signIn(way: SignInWay, origin: SignInOrigin): Promise<NewSession>
  find(token: string): Promise<OpenSession | undefined>
  /** Undefined where the session reaches the sandbox alone. */
  setMode(token: string, mode: 'live' | 'test'): Promise<SessionView | undefined>
  end(token: string, origin: SignInOrigin): Promise<void>
  /** All of the person or key of a session, newest first. */
  list(
    token: string,
  ): Promise<(SessionView & { isThis: boolean; address: string; browser: string | null; seenAt: string })[]>
  endAll(token: string, origin: SignInOrigin): Promise<number>
  signInOperator(
    way: { code: string } | { token: string },
    origin: SignInOrigin,
  ): Promise<{ token: string; seconds: number; view: OperatorView }>
  findOperator(token: string): Promise<OperatorView | undefined>
  endOperator(token: string, origin: SignInOrigin): Promise<void>
  /** What a page may offer to whoever is not signed in. */
  readonly offers: {
    mail: boolean
    operator: boolean
    provider: { name: string; startUrl: string } | null
    /** Whether credits can be bought, beside those of the sandbox. */
    purchases: boolean
  }
}
