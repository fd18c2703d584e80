import { z } from 'zod'
import { askJson } from '../http/index.ts'
import { SourceUnavailable } from '../failures.ts'
import { sampleQuestions } from '../sample-questions.ts'
import { defineSource, type SourceAnswer } from '../source.ts'

/** A part that was looked into, or why it could not be. */
const part = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.union([z.object({ error: z.unknown() }).transform(() => undefined), z.object(shape).partial()])
const flag = z.boolean().nullable()

/** What the documented parts of an answer are taken from (`CheckEmailOutput`). */
const checked = z.object({
  input: z.string(),
  is_reachable: z.enum(['safe', 'risky', 'invalid', 'unknown']),
  misc: part({ is_disposable: flag, is_role_account: flag, is_b2c: flag }).nullish(),
  mx: part({ accepts_mail: flag }).nullish(),
  smtp: part({
    can_connect_smtp: flag,
    has_full_inbox: flag,
    is_catch_all: flag,
    is_deliverable: flag,
    is_disabled: flag,
  }).nullish(),
  syntax: z.object({ is_valid_syntax: flag }).partial().nullish(),
})

type Checked = z.output<typeof checked>

/** Reacher, an e-mail verifier to host oneself: the HTTP interface of check-if-email-exists. */
export const reacher = defineSource({
  id: 'reacher',
  summary: 'E-mail verification by a Reacher server, hosted by yourself or by its makers.',
  settings: z.object({
    baseUrl: z.url({ protocol: /^https?$/ }).describe('Address of the server: https://reacher.example.org'),
    version: z
      .enum(['v0', 'v1'])
      .default('v1')
      .describe('v1 queues by the limits of the server, v0 does not.'),
    key: z.string().min(1).optional().describe('Key of the hosted service; sent as Authorization.'),
    headerSecret: z
      .string()
      .min(1)
      .optional()
      .describe('Secret of your own server; sent as x-reacher-secret.'),
    fromEmail: z.string().optional().describe('What the server says in MAIL FROM.'),
    helloName: z.string().optional().describe('Name the server uses in EHLO.'),
  }),
  secrets: ['key', 'headerSecret'],
  perSecond: 2,
  timeoutMs: 60_000,
  open({ baseUrl, version, key, headerSecret, fromEmail, helloName }) {
    const url = `${baseUrl.replace(/\/+$/, '')}/${version}/check_email`
    const headers = {
      ...(key === undefined ? {} : { authorization: key }),
      ...(headerSecret === undefined ? {} : { 'x-reacher-secret': headerSecret }),
    }
    return {
      'email.verify': {
        cost: { perCall: 1 },
        cacheDays: { found: 7, notFound: 0 },
        async fetch({ email }, call) {
          const json = { to_email: email, from_email: fromEmail, hello_name: helloName }
          const { body } = await askJson(call, { url, method: 'POST', headers, json })
          const parsed = checked.safeParse(body)
          // An answer about another address would be believed of this one.
          if (!parsed.success || parsed.data.input.toLowerCase() !== email.toLowerCase())
            throw new SourceUnavailable('not the documented answer')
          return { found: true, answer: readVerdict(parsed.data) }
        },
      },
    }
  },
  probe: () => sampleQuestions['email.verify'],
})

type Verdict = Extract<SourceAnswer<'email.verify'>, { found: true }>['answer']

export function readVerdict({ is_reachable, misc, mx, smtp, syntax }: Checked): Verdict {
  const isProven = smtp?.is_deliverable === true && smtp.is_catch_all !== true
  const status = {
    safe: isProven ? 'valid' : 'unknown',
    risky: 'risky',
    invalid: 'invalid',
    unknown: 'unknown',
  }
  const reasons: [said: boolean, reason: string][] = [
    [syntax?.is_valid_syntax === false, 'bad_syntax'],
    [mx?.accepts_mail === false, 'no_mx'],
    [smtp?.is_disabled === true, 'mailbox_disabled'],
    [smtp?.has_full_inbox === true, 'mailbox_full'],
    [smtp?.is_catch_all === true, 'catch_all'],
    [isProven, 'mailbox_accepted'],
    [smtp?.can_connect_smtp === true && smtp.is_deliverable === false, 'mailbox_unknown'],
    [smtp?.can_connect_smtp === false, 'no_connection'],
    [misc?.is_disposable === true, 'disposable'],
    [misc?.is_role_account === true, 'role'],
  ]
  return {
    status: status[is_reachable] as Verdict['status'],
    reasons: reasons.flatMap(([applies, reason]) => (applies ? [reason] : [])),
    isCatchAll: smtp?.is_catch_all,
    isDisposable: misc?.is_disposable,
    isRole: misc?.is_role_account,
    isFree: misc?.is_b2c,
  }
}
