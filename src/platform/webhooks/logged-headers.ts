import type { Heads } from './delivery-rows.ts'

/** Only these headers of an answer are kept: others may be about people, or let somebody in. */
const answered = new Set([
  'allow',
  'content-length',
  'content-type',
  'date',
  'request-id',
  'retry-after',
  'server',
  'via',
  'x-request-id',
])
const maxCharacters = 200

/** The head of a request as the log shows it: without the signatures, which would let a reader send it again. */
export function requestHeads({ 'webhook-signature': _signature, ...headers }: Record<string, string>): Heads {
  return headers
}

/** The head of an answer as the log shows it. Of where it points to, the host. */
export function answerHeads(headers: Record<string, string>): Heads {
  const pairs = Object.entries(headers).flatMap(([name, value]): [string, string][] => {
    if (name === 'location') return [[name, readHost(value)]]
    return answered.has(name) ? [[name, value.slice(0, maxCharacters)]] : []
  })
  return Object.fromEntries(pairs)
}

function readHost(location: string): string {
  return URL.canParse(location) ? new URL(location).origin.slice(0, maxCharacters) : '…'
}
