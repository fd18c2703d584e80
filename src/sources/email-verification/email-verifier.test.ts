import { describe, expect, test } from 'vitest'
import { frozenClock } from '../../lib/clock.ts'
import type { Outbound } from '../../platform/outbound/index.ts'
import { openEmailVerifier, type Verification } from './email-verifier.ts'
import type { MailResolver } from './mail-routes.ts'
import {
  dnsFailure,
  failure,
  known,
  mailServer,
  oddServer,
  openTestVerifier,
  script,
  toLoopback,
  type VerifierWay,
} from '../../../test/support/mail-servers.ts'

describe('mail servers are asked', () => {
  test('valid: this address is taken and not just any; nothing is ever sent', async () => {
    const server = await mailServer()
    const { verify } = openTestVerifier({ port: server.port })
    expect(await verify('Ann@ACME.example')).toEqual({
      status: 'valid',
      reasons: ['mailbox_accepted'],
      isCatchAll: false,
      isDisposable: false,
      isRole: false,
      isFree: false,
    })
    expect(server.asked[0]).toBe('ann@acme.example')
    expect(server.asked[1]).toMatch(/^q[0-9a-f]{20}@acme\.example$/)
    expect(server.senders).toEqual([''])
    expect(server.delivered).toBe(0)
  })

  test('invalid: the mailbox is unknown there', async () => {
    const server = await mailServer()
    expect(await openTestVerifier({ port: server.port }).verify('nobody@acme.example')).toMatchObject({
      status: 'invalid',
      reasons: ['mailbox_unknown'],
      isCatchAll: false,
    })
    expect(server.asked).toEqual(['nobody@acme.example'])
  })

  test('a catch-all domain is risky, for every address of it, and asked once', async () => {
    const server = await mailServer({ onRcptTo: (_address, _session, done) => done() })
    const { verify } = openTestVerifier({ port: server.port })
    expect(await verify('ann@acme.example')).toMatchObject({
      status: 'risky',
      reasons: ['catch_all'],
      isCatchAll: true,
    })
    expect(await verify('anything@acme.example')).toMatchObject({ status: 'risky', isCatchAll: true })
    expect(server.connections.total).toBe(1)
  })

  test('accepted, and the second question refused: unknown, since nothing tells it from a catch-all', async () => {
    let count = 0
    const server = await mailServer({
      onRcptTo: (_address, _session, done) =>
        done(++count > 1 ? failure(452, '4.5.3 Too many recipients') : null),
    })
    expect(await openTestVerifier({ port: server.port }).verify('ann@acme.example')).toMatchObject({
      status: 'unknown',
      reasons: ['catch_all_unclear'],
      isCatchAll: null,
    })
  })

  test('a role mailbox that exists is valid and said to be one', async () => {
    const server = await mailServer({
      onRcptTo: ({ address }, _session, done) =>
        done(address.startsWith('info@') ? null : failure(550, '5.1.1 no such user')),
    })
    expect(await openTestVerifier({ port: server.port }).verify('info@acme.example')).toMatchObject({
      status: 'valid',
      isRole: true,
    })
  })

  test.each([
    ['550 by policy', failure(550, '5.7.1 blocked by policy'), 'unknown', 'refused'],
    ['550 by a blocklist', failure(550, 'Your IP is listed at Spamhaus'), 'unknown', 'refused'],
    ['550 for no said reason', failure(550, 'Requested action not taken'), 'unknown', 'unclear_reply'],
    ['greylisted', failure(450, '4.2.0 Greylisted'), 'unknown', 'greylisted'],
    ['full', failure(552, '5.2.2 Mailbox full'), 'risky', 'mailbox_full'],
  ])('%s is not invalid', async (_, error, status, reason) => {
    const server = await mailServer({ onRcptTo: (_address, _session, done) => done(error) })
    expect(await openTestVerifier({ port: server.port }).verify('ann@acme.example')).toMatchObject({
      status,
      reasons: [reason],
    })
  })

  test('a greylisted address is asked again once its time has come, and not before', async () => {
    let count = 0
    const server = await mailServer({
      onRcptTo({ address }, _session, done) {
        if (++count === 1) return done(failure(451, '4.7.1 Greylisted, try again'))
        return done(known.has(address) ? null : failure(550, '5.1.1 User unknown'))
      },
    })
    const clock = frozenClock()
    const { verify } = openTestVerifier({ port: server.port, clock })
    expect(await verify('ann@acme.example')).toMatchObject({ status: 'unknown', reasons: ['greylisted'] })
    clock.advance(299_000)
    expect(await verify('ann@acme.example')).toMatchObject({ status: 'unknown' })
    expect(server.connections.total).toBe(1)
    clock.advance(2_000)
    expect(await verify('ann@acme.example')).toMatchObject({ status: 'valid' })
  })

  test('answers are remembered for a day; that the domain is no catch-all for a week', async () => {
    const server = await mailServer()
    const clock = frozenClock()
    const { verify } = openTestVerifier({ port: server.port, clock })
    await verify('ann@acme.example')
    await verify('ann@acme.example')
    expect(server.connections.total).toBe(1)
    expect(await verify('bob@acme.example')).toMatchObject({ status: 'valid', isCatchAll: false })
    expect(server.asked.filter((address) => address.startsWith('q'))).toHaveLength(1)
    clock.advance(25 * 3_600_000)
    await verify('ann@acme.example')
    expect(server.connections.total).toBe(3)
    expect(server.asked.filter((address) => address.startsWith('q'))).toHaveLength(1)
    clock.advance(8 * 86_400_000)
    await verify('ann@acme.example')
    expect(server.asked.filter((address) => address.startsWith('q'))).toHaveLength(2)
  })

  test('one connection to a domain at a time', async () => {
    const server = await mailServer()
    const { verify } = openTestVerifier({ port: server.port })
    const addresses = ['ann', 'bob', 'cid', 'dan', 'eve', 'fay'].map((name) => `${name}@acme.example`)
    const found = await Promise.all(addresses.map((address) => verify(address)))
    expect(found.map(({ status }) => status)).toEqual(['valid', 'valid', ...Array<string>(4).fill('invalid')])
    expect(server.connections).toEqual({ total: 6, most: 1 })
  })

  test('HELO where EHLO is not known, and replies of several lines', async () => {
    const server = await oddServer(
      script(
        '220-welcome\r\n220 to us',
        '502 what',
        '250 hello',
        '250 ok',
        '250-yes\r\n250 indeed',
        '550 No such user',
        '221 bye',
      ),
    )
    expect(await openTestVerifier({ port: server.port }).verify('ann@acme.example')).toMatchObject({
      status: 'valid',
    })
  })

  test('an address in other letters needs a server that takes them', async () => {
    const without = await oddServer(script('220 mx', '250 mx', '221 bye'))
    expect(await openTestVerifier({ port: without.port }).verify('añn@acme.example')).toMatchObject({
      reasons: ['smtputf8_missing'],
    })
    const withThem = await oddServer(
      script('220 mx', '250-mx\r\n250 SMTPUTF8', '250 ok', '250 ok', '550 unknown user', '221'),
    )
    expect(await openTestVerifier({ port: withThem.port }).verify('añn@acme.example')).toMatchObject({
      status: 'valid',
    })
  })

  test('the next server is asked when the preferred one cannot be spoken with', async () => {
    const server = await mailServer()
    const resolver: MailResolver = {
      ...toLoopback,
      mx: async () => [
        { exchange: '127.0.0.1', priority: 20 },
        { exchange: 'mx.unresolvable.invalid', priority: 10 },
      ],
    }
    expect(await openTestVerifier({ port: server.port, resolver }).verify('ann@acme.example')).toMatchObject({
      status: 'valid',
    })
  })
})

describe('before any mail server', () => {
  const unasked: VerifierWay = {
    resolver: { ...toLoopback, mx: () => dnsFailure('ESERVFAIL'), addresses: () => dnsFailure('ESERVFAIL') },
  }

  test.each([
    '',
    'ann',
    '@acme.example',
    'ann@',
    'ann@acme',
    'a b@acme.example',
    `${'a'.repeat(65)}@acme.example`,
    'ann@[127.0.0.1]',
    'ann@acme.example\r\nRCPT TO:<x@y.example>',
  ])('%j is no address', async (email) => {
    expect(await openTestVerifier(unasked).verify(email)).toMatchObject({
      status: 'invalid',
      reasons: ['syntax'],
    })
  })

  test('an international domain is asked for in ASCII', async () => {
    const asked: string[] = []
    const resolver: MailResolver = {
      ...toLoopback,
      mx: async (domain) => {
        asked.push(domain)
        return [{ exchange: '', priority: 0 }]
      },
      addresses: async () => [],
    }
    expect(await openTestVerifier({ resolver }).verify('ann@bücher.example')).toMatchObject({
      reasons: ['null_mx'],
    })
    expect(asked).toEqual(['xn--bcher-kva.example'])
  })

  test.each<[string, MailResolver, Partial<Verification>]>([
    [
      'no such domain',
      { ...toLoopback, mx: () => dnsFailure('ENOTFOUND'), addresses: () => dnsFailure('ENOTFOUND') },
      { status: 'invalid', reasons: ['no_domain'] },
    ],
    [
      'null MX',
      {
        ...toLoopback,
        mx: async () => [{ exchange: '.', priority: 0 }],
        addresses: async () => ['192.0.2.1'],
      },
      { status: 'invalid', reasons: ['null_mx'] },
    ],
    [
      'neither MX nor address',
      { ...toLoopback, mx: () => dnsFailure('ENODATA'), addresses: async () => [] },
      { status: 'invalid', reasons: ['no_mail_server'] },
    ],
    [
      'no answer for MX',
      { ...toLoopback, mx: () => dnsFailure('ETIMEOUT'), addresses: async () => ['192.0.2.1'] },
      { status: 'unknown', reasons: ['dns_unanswered'] },
    ],
    [
      'no answer for the address',
      { ...toLoopback, mx: () => dnsFailure('ENODATA'), addresses: () => dnsFailure('ESERVFAIL') },
      { status: 'unknown', reasons: ['dns_unanswered'] },
    ],
  ])('%s', async (_, resolver, expected) => {
    expect(await openTestVerifier({ resolver }).verify('ann@acme.example')).toMatchObject(expected)
  })

  test('without an MX record the host of the domain is asked', async () => {
    const server = await mailServer({
      onRcptTo: ({ address }, _session, done) =>
        done(address === 'ann@localhost.example' ? null : failure(550, '5.1.1 no')),
    })
    const resolver: MailResolver = {
      ...toLoopback,
      mx: () => dnsFailure('ENODATA'),
      addresses: async () => ['127.0.0.1'],
    }
    const { outbound } = openTestVerifier({})
    const verifier = openEmailVerifier({
      resolver,
      clock: frozenClock(),
      smtp: {
        helo: 'probe.example',
        mailFrom: '',
        port: server.port,
        gapMs: 0,
        greylistMs: 0,
        patienceMs: 2e4,
      },
    })
    // The name resolves nowhere but here.
    const here: Outbound = {
      ...outbound,
      connect: (order) => outbound.connect({ ...order, host: '127.0.0.1' }),
    }
    const way = { outbound: here, signal: AbortSignal.timeout(20_000) }
    expect(await verifier.verify('ann@localhost.example', way)).toMatchObject({ status: 'valid' })
  })

  test('without permission to ask mail servers nothing is ever valid', async () => {
    const server = await mailServer()
    const found = await openTestVerifier({ port: server.port, withoutSmtp: true }).verify('ann@acme.example')
    expect(found).toMatchObject({ status: 'unknown', reasons: ['smtp_off'], isCatchAll: null })
    expect(server.connections.total).toBe(0)
  })

  test('throw-away domains are risky and their servers are left alone', async () => {
    const server = await mailServer()
    expect(await openTestVerifier({ port: server.port }).verify('ann@mailinator.com')).toMatchObject({
      status: 'risky',
      reasons: ['disposable'],
      isDisposable: true,
    })
    expect(server.connections.total).toBe(0)
  })

  test('free mailboxes are said to be', async () => {
    expect(await openTestVerifier({ withoutSmtp: true }).verify('ann.lee@gmail.com')).toMatchObject({
      isFree: true,
      status: 'unknown',
    })
  })
})
