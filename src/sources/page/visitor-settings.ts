import { z } from 'zod'

/** Documents that people read. */
export const htmlTypes = /^(?:text\/html|application\/xhtml\+xml)\b/i

/** How a source that visits sites behaves there. */
export const visitorSettings = {
  contact: z
    .string()
    .regex(/^[\x21-\x7e]{3,200}$/)
    .optional()
    .describe('Address of a page or mailbox, told to every site in the name of the robot.'),
  pauseMs: z
    .int()
    .min(0)
    .max(60_000)
    .default(1_000)
    .describe('Milliseconds between two questions to a host.'),
}
