/** Forms of settings that are more than a text or a number: each reads what stands in a variable, or says what is wrong. */
import { z } from 'zod'
import { normalizeRange } from './lib/network-address.ts'

/** Parts of the work that a process may take on, separated by commas. */
export const roleList = z
  .string()
  .transform((text) => text.split(',').map((role) => role.trim()))
  .pipe(z.array(z.enum(['api', 'worker', 'scheduler'])).min(1))

/** A range of all addresses would let every client write its own. */
export const rangeList = z.string().transform((text, context) => {
  const entries = text.split(',').map((entry) => entry.trim())
  return entries.flatMap((entry) => {
    const range = normalizeRange(entry)
    if (range !== undefined && !range.endsWith('/0') && !range.includes('%')) return [range]
    context.addIssue({
      code: 'custom',
      message: `${JSON.stringify(entry)} is neither an address nor a CIDR range`,
    })
    return []
  })
})

/** Origins as browsers write them, or `*`. */
export const originList = z.string().transform((text, context) => {
  const origins = text.split(',').map((entry) => entry.trim().replace(/\/$/, ''))
  const bad = origins.find((entry) => entry !== '*' && URL.parse(entry)?.origin !== entry)
  if (bad === undefined) return origins
  context.addIssue({
    code: 'custom',
    message: `${JSON.stringify(bad)} is not an origin; expected https://app.example without a path, or *`,
  })
  return z.NEVER
})

/** Ports, separated by commas. */
export const portList = z.string().transform((text, context) => {
  const ports = text.split(',').map(Number)
  if (ports.every((port) => Number.isInteger(port) && port > 0 && port < 65_536)) return ports
  context.addIssue({ code: 'custom', message: 'Expected port numbers, separated by commas.' })
  return z.NEVER
})

/** Refuses a text its parser refuses, with the parser's message; a valid text stays unchanged. */
export const readableBy =
  (read: (text: string) => unknown) =>
  (text: string, context: z.RefinementCtx): void => {
    try {
      read(text)
    } catch (cause) {
      context.addIssue({ code: 'custom', message: cause instanceof Error ? cause.message : String(cause) })
    }
  }

/** Hours of a day in UTC: `01:00-05:00`. */
export const hours = z.string().transform((text, context) => {
  const match = /^([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)$/.exec(text.trim())
  if (match !== null) {
    const [fromHour, from, toHour, to] = match.slice(1).map(Number) as [number, number, number, number]
    return { fromMinute: fromHour * 60 + from, toMinute: toHour * 60 + to }
  }
  context.addIssue({ code: 'custom', message: 'Expected hours in UTC, such as 01:00-05:00.' })
  return z.NEVER
})

/** An address of one of these protocols, or nothing. */
export const url = (protocol: RegExp) => z.url({ protocol }).optional()
