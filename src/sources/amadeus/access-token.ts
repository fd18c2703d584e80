import { z } from 'zod'
import { failureOfStatus, SourceRefused, SourceUnavailable } from '../failures.ts'
import { sendForJson } from '../http/index.ts'
import type { SourceCall } from '../source.ts'

/** An account of the vendor, whose adapters ask with a token that ends after half an hour. */
export interface AmadeusAccess {
  /** The token: asked for by the account's credentials, and kept until it ends. */
  token(call: SourceCall): Promise<string>
  /** Where the vendor took it back before: the next call asks for another. */
  forget(): void
}

/** Seconds before its end from which on a token is not used any more. */
const graceSeconds = 30

const granted = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() })

export function openAccess(of: { baseUrl: string; clientId: string; clientSecret: string }): AmadeusAccess {
  let cached: { token: string; untilMs: number } | undefined
  return {
    forget: () => (cached = undefined),
    async token(call) {
      if (cached !== undefined && call.nowMs < cached.untilMs) return cached.token
      const form = {
        grant_type: 'client_credentials',
        client_id: of.clientId,
        client_secret: of.clientSecret,
      }
      const { status, headers, body } = await sendForJson(call, {
        url: `${of.baseUrl.replace(/\/+$/, '')}/v1/security/oauth2/token`,
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(form).toString(),
      })
      // Wrong credentials are answered 400 or 401.
      if (status === 400) throw new SourceRefused('the credentials are refused')
      const failure = failureOfStatus({ status, headers: { ...headers } }, call.nowMs)
      if (failure !== undefined) throw failure
      const { data } = granted.safeParse(body)
      if (data === undefined) throw new SourceUnavailable('no token was given')
      cached = {
        token: data.access_token,
        untilMs: call.nowMs + Math.max(0, data.expires_in - graceSeconds) * 1_000,
      }
      return cached.token
    },
  }
}
