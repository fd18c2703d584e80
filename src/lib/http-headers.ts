const maxWaitMs = 24 * 3_600_000
/** The three forms of a date that HTTP knows: only the last names no zone, and means the same one. */
const httpDate =
  /^[A-Z][a-z]{2,8},? (?:\d{2}[ -][A-Z][a-z]{2}[ -](?:\d{4}|\d{2}) \d{2}:\d{2}:\d{2} GMT|[A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4})$/

/** Milliseconds of a Retry-After header, a day at most: seconds or a date of HTTP; undefined when it says neither. */
export function retryAfterMs(text: string | undefined, nowMs: number): number | undefined {
  const header = text?.trim() ?? ''
  if (/^\d{1,9}$/.test(header)) return Math.min(Number(header) * 1_000, maxWaitMs)
  if (!httpDate.test(header)) return undefined
  const ms = Date.parse(header.endsWith(' GMT') ? header : `${header} GMT`) - nowMs
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), maxWaitMs)
}

/** The token of an Authorization header, exactly as it stands there; undefined where it is no bearer token and nothing else. */
export function bearerToken(header: string | undefined): string | undefined {
  return /^Bearer +([^\s,]+)$/i.exec(header ?? '')?.[1]
}
