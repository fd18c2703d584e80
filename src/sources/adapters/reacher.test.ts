import { describe, expect, test } from 'vitest'
import { openKind, vendorCall, vendorServer, type VendorAnswer } from '../../../test/support/vendor.ts'
import { SourceRateLimited, SourceRefused, SourceUnavailable } from '../failures.ts'
import { reacher } from './reacher.ts'

/** The answer as its documentation gives it. */
const documented = {
  input: 'ada@acme.example',
  is_reachable: 'safe',
  misc: { is_disposable: false, is_role_account: false, gravatar_url: null, haveibeenpwned: null },
  mx: { accepts_mail: true, records: ['mx.acme.example.'] },
  smtp: {
    can_connect_smtp: true,
    has_full_inbox: false,
    is_catch_all: false,
    is_deliverable: true,
    is_disabled: false,
  },
  syntax: { domain: 'acme.example', is_valid_syntax: true, username: 'ada' },
  debug: { server_name: 'x' },
}

async function verify(answer: VendorAnswer, settings: object = {}) {
  const vendor = await vendorServer(() => answer)
  const opened = await openKind(reacher, { baseUrl: vendor.url, ...settings })
  const asked = opened['email.verify']!.fetch({ email: 'ada@acme.example' }, vendorCall())
  return { asked, vendor }
}

describe('an address', () => {
  test('that the mail server takes is valid', async () => {
    const { asked, vendor } = await verify({ json: documented }, { key: 'k', fromEmail: 'me@own.example' })
    expect(await asked).toEqual({
      found: true,
      answer: {
        status: 'valid',
        reasons: ['mailbox_accepted'],
        isCatchAll: false,
        isDisposable: false,
        isRole: false,
        isFree: undefined,
      },
    })
    expect(vendor.requests).toMatchObject([
      {
        method: 'POST',
        url: '/v1/check_email',
        headers: { authorization: 'k' },
        json: {
          to_email: 'ada@acme.example',
          from_email: 'me@own.example',
        },
      },
    ])
  })

  test('of the older interface and a server of one’s own is asked for there', async () => {
    const { asked, vendor } = await verify({ json: documented }, { version: 'v0', headerSecret: 's' })
    await asked
    expect(vendor.requests[0]).toMatchObject({ url: '/v0/check_email', headers: { 'x-reacher-secret': 's' } })
    expect(vendor.requests[0]?.headers['authorization']).toBeUndefined()
  })

  test.each([
    [
      'risky',
      { smtp: { is_catch_all: true, is_deliverable: true, can_connect_smtp: true } },
      'risky',
      ['catch_all'],
    ],
    ['invalid', { smtp: { can_connect_smtp: true, is_deliverable: false } }, 'invalid', ['mailbox_unknown']],
    ['invalid', { mx: { accepts_mail: false, records: [] } }, 'invalid', ['no_mx', 'mailbox_accepted']],
    ['unknown', { smtp: { error: { type: 'SmtpError', message: 'x' } } }, 'unknown', []],
    // Said to be safe, but without a mail server that took it.
    ['safe', { smtp: { error: { type: 'SmtpError', message: 'x' } } }, 'unknown', []],
    ['safe', { smtp: null, misc: null, mx: null }, 'unknown', []],
    [
      'risky',
      { misc: { is_disposable: true, is_role_account: true } },
      'risky',
      ['mailbox_accepted', 'disposable', 'role'],
    ],
  ])('%s with %j is %s', async (is_reachable, parts, status, reasons) => {
    const { asked } = await verify({ json: { ...documented, ...parts, is_reachable } })
    expect(await asked).toMatchObject({ found: true, answer: { status, reasons } })
  })
})

describe('failures', () => {
  test.each([
    [{ status: 401, json: { error: 'no' } }, SourceRefused],
    [{ status: 402, json: {} }, SourceRefused],
    [{ status: 429, headers: { 'retry-after': '30' } }, SourceRateLimited],
    [{ status: 500, text: 'oops' }, SourceUnavailable],
    [{ status: 503, json: { error: 'no worker' } }, SourceUnavailable],
    [{ status: 301, headers: { location: 'http://127.0.0.1:1/' } }, SourceUnavailable],
    [{ text: '<html>' }, SourceUnavailable],
    [{ json: [] }, SourceUnavailable],
    [{ json: { ...documented, is_reachable: 'surely' } }, SourceUnavailable],
    [{ json: { ...documented, input: 'somebody@else.example' } }, SourceUnavailable],
    [{ json: { ...documented, smtp: { is_deliverable: 'yes' } } }, SourceUnavailable],
  ])('%j', async (answer, failure) => {
    await expect((await verify(answer)).asked).rejects.toThrow(failure)
  })

  test('say how long to wait', async () => {
    const { asked } = await verify({ status: 429, headers: { 'retry-after': '30' } })
    await expect(asked).rejects.toMatchObject({ retryAfterMs: 30_000 })
  })
})

test('a misspelt setting is refused', () => {
  expect(reacher.settings.safeParse({ baseUrl: 'not an address' }).success).toBe(false)
  expect(reacher.settings.safeParse({ baseUrl: 'https://r.example', version: 'v2' }).success).toBe(false)
})
