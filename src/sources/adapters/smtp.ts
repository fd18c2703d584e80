import { z } from 'zod'
import { asciiHost } from '../../lib/domain-name.ts'
import { normalizeEmail } from '../../lib/email.ts'
import { deadlineSignal } from '../../lib/deadline.ts'
import { openEmailVerifier, systemResolver, type Verification } from '../email-verification/index.ts'
import { sampleQuestions } from '../sample-questions.ts'
import { defineSource } from '../source.ts'

const settings = z.object({
  askServers: z
    .boolean()
    .default(false)
    .describe(
      'Ask mail servers whether they accept an address. Needs outgoing port 25, which many networks block.',
    ),
  helo: z
    .string()
    .refine((host) => asciiHost(host) === host, 'expected a host name in ASCII')
    .optional()
    .describe('Name to greet with: one that resolves to this machine. Needed to ask servers.'),
  mailFrom: z
    .string()
    .refine(
      (address) => address === '' || normalizeEmail(address) === address,
      'expected an address in lower case',
    )
    .default('')
    .describe('Sender address; empty by default, as in delivery reports.'),
  port: z.number().int().min(1).max(65_535).default(25),
  gapMs: z
    .number()
    .int()
    .min(0)
    .max(600_000)
    .default(1_000)
    .describe('Pause between conversations with one domain.'),
  greylistMs: z
    .number()
    .int()
    .min(0)
    .max(86_400_000)
    .default(300_000)
    .describe('Wait before a deferred address may be checked again.'),
  patienceMs: z
    .number()
    .int()
    .min(100)
    .max(100_000)
    .default(20_000)
    .describe('Longest conversation with a server.'),
  nameServers: z
    .array(z.string().regex(/^(?:[\d.]+|\[[\da-f:]+\])(?::\d+)?$/i, 'expected address or address:port'))
    .max(10)
    .default([])
    .describe('Name servers to ask; those of the system when empty.'),
})

/** Time for a domain's line, beyond one conversation. */
const lineFactor = 2

/** Checks addresses itself: where mail goes, and with permission whether the server there takes this one. */
export const smtp = defineSource({
  id: 'smtp',
  summary:
    'Checks e-mail addresses by DNS and, where allowed, by asking their mail servers without sending anything.',
  settings,
  secrets: [],
  perSecond: 20,
  timeoutMs: 60_000,
  open({ askServers, helo, nameServers, ...rest }, { clock }) {
    if (askServers && helo === undefined)
      throw new Error('askServers needs helo, a host name of this machine')
    const verifier = openEmailVerifier({
      resolver: systemResolver(nameServers),
      clock,
      smtp:
        askServers && helo !== undefined
          ? {
              helo,
              ...rest,
            }
          : undefined,
    })
    return {
      'email.verify': {
        // What nobody could say is asked for again, by the verifier's own memory.
        cacheDays: { found: 14, notFound: 0 },
        async fetch({ email }, { outbound, signal }) {
          const within = deadlineSignal(rest.patienceMs * lineFactor, signal)
          let verification: Verification
          try {
            verification = await verifier.verify(email, { outbound, signal: within })
          } catch (error) {
            // A domain that is slow is no failure of this source.
            if (signal.aborted || !within.aborted) throw error
            return { found: false }
          }
          return verification.status === 'unknown' ? { found: false } : { found: true, answer: verification }
        },
      },
    }
  },
  probe: () => sampleQuestions['email.verify'],
  isLocal: ({ askServers }) => !askServers,
})
