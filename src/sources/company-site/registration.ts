import { z } from 'zod'
import { failureOfStatus } from '../failures.ts'
import type { SourceCall } from '../source.ts'

const answer = z.object({
  events: z.array(z.object({ eventAction: z.string(), eventDate: z.string() })).nullish(),
})

const maxHops = 3

/**
 * The day a domain was registered, by RDAP: who is asked leads on to the registry. Undefined where nobody says. `url` has
 * `{domain}` for the domain.
 */
export async function registrationDay(
  url: string,
  domain: string,
  { outbound, signal, nowMs }: SourceCall,
): Promise<string | undefined> {
  let next = url.replaceAll('{domain}', encodeURIComponent(domain))
  try {
    for (let hop = 0; hop <= maxHops; hop++) {
      const headers = { accept: 'application/rdap+json, application/json' }
      const {
        status,
        headers: own,
        body,
      } = await outbound.request({ url: next, headers, deadlineMs: 5_000, signal })
      const location = own['location']
      if (status >= 300 && status < 400 && location !== undefined && URL.canParse(location, next)) {
        next = new URL(location, next).href
        continue
      }
      if (status !== 200 || failureOfStatus({ status, headers: own }, nowMs) !== undefined) return undefined
      return dayOf(JSON.parse(body.toString('utf8')))
    }
  } catch (error) {
    // What is known of the domain is worth no more than a try.
    if (signal.aborted) throw error
  }
  return undefined
}

function dayOf(body: unknown): string | undefined {
  const parsed = answer.safeParse(body)
  const date = parsed.data?.events?.find(({ eventAction: action }) => action === 'registration')?.eventDate
  const ms = Date.parse(date ?? '')
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString().slice(0, 10)
}
