/** What went wrong by the words of a chat, in an answer with 2xx. */
export interface ChatFault {
  /** A code or a status, never the text: it may be about people. */
  detail: string
  /** Whether it wants to be sent less. */
  asksForTime: boolean
}

/** Words of an answer that says no. */
const refusing =
  /\b(?:fail|error|invalid|denied|expired|disabled|removed|forbidden|exceed|unauthori[sz]ed|not found|bad)/i
const codes = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)+$/

/**
 * What a chat that answered 2xx says went wrong; undefined where it took the message. Slack says `ok`, or a code as
 * `channel_not_found`. Teams says `1` or nothing, and puts the status of what lies behind it into a sentence: `Webhook message
 * delivery failed with error: Microsoft Teams endpoint returned HTTP error 429`.
 */
export function chatFault(text: string): ChatFault | undefined {
  const answer = text.trim()
  if (/^(?:|ok|1|true)$/i.test(answer)) return undefined
  if (/^[{[]/.test(answer)) return jsonFault(answer)
  if (/^<(?:!doctype|html)/i.test(answer)) return { detail: 'a page', asksForTime: false }
  const status = /\bHTTP (?:error|status)(?: code)?:? (\d{3})\b/i.exec(answer)?.[1]
  if (status !== undefined) return { detail: `HTTP ${status}`, asksForTime: status === '429' }
  if (codes.test(answer)) return codeFault(answer)
  return refusing.test(answer) ? { detail: 'delivery failed', asksForTime: false } : undefined
}

function jsonFault(text: string): ChatFault | undefined {
  let answer: unknown
  try {
    answer = JSON.parse(text)
  } catch {
    return refusing.test(text) ? { detail: 'delivery failed', asksForTime: false } : undefined
  }
  const { ok, success, error, result } = answer as Record<string, unknown>
  const isRefused = ok === false || success === false || result === 'error' || Boolean(error)
  return isRefused ? codeFault(typeof error === 'string' ? error : 'delivery failed') : undefined
}

const codeFault = (code: string): ChatFault => ({
  detail: codes.test(code) && code.length <= 60 ? code : 'delivery failed',
  asksForTime: /^rate_?limit|^message_limit/.test(code),
})
