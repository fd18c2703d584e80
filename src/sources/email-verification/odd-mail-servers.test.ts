import type { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { oddServer, openTestVerifier, script } from '../../../test/support/mail-servers.ts'

describe('odd servers never make an address valid or invalid', () => {
  test.each<[string, (socket: Socket) => void, string]>([
    ['hangs up at once', (socket) => socket.destroy(), 'unreachable'],
    ['speaks HTTP', (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'), 'unreachable'],
    ['sends bytes', (socket) => socket.end(Buffer.from([0, 1, 2, 255, 10, 13, 10])), 'unreachable'],
    ['greets without end', (socket) => void socket.write('220-hello\r\n'.repeat(100_000)), 'unreachable'],
    [
      'greets in one endless line',
      (socket) => void socket.write(`220 ${'x'.repeat(1_000_000)}`),
      'unreachable',
    ],
    ['hangs up after MAIL FROM', script('220 mx', '250 mx', '250 ok'), 'unreachable'],
    ['hangs up after EHLO', script('220 mx'), 'unreachable'],
    ['refuses at the greeting', script('554 5.7.1 go away'), 'refused'],
    ['is busy at the greeting', script('421 busy'), 'greylisted'],
    ['refuses EHLO and HELO', script('220 mx', '550 no', '550 no'), 'refused'],
    ['refuses the sender', script('220 mx', '250 mx', '550 5.7.1 sender rejected'), 'refused'],
    ['wants TLS', script('220 mx', '250 mx', '530 5.7.0 Must issue a STARTTLS command first'), 'refused'],
    [
      'answers before it is asked',
      (socket) => void socket.write('220 mx\r\n250 mx\r\n250 ok\r\n250 ok\r\n550 no user\r\n'),
      'unreachable',
    ],
    ['mixes codes', script('220 mx', '250-mx\r\n550 no'), 'unreachable'],
    ['will try', script('220 mx', '250 mx', '250 ok', '252 will try'), 'unclear_reply'],
  ])('one that %s', async (_, talk, reason) => {
    const server = await oddServer(talk)
    const found = await openTestVerifier({ port: server.port }).verify('ann@acme.example')
    expect(found).toMatchObject({ status: 'unknown', reasons: [reason] })
  })

  test.each<[string, (socket: Socket) => void]>([
    ['says nothing', () => {}],
    ['stops after the greeting', (socket) => void socket.write('220 mx\r\n')],
    [
      'drips',
      (socket) => {
        const drip = setInterval(() => socket.write('2'), 20)
        socket.on('close', () => clearInterval(drip))
      },
    ],
  ])('one that %s takes no longer than there is time, and is hung up on', async (_, talk) => {
    const server = await oddServer(talk)
    await expect(openTestVerifier({ port: server.port }).verify('ann@acme.example', 300)).rejects.toThrow()
    await expect.poll(() => server.connections.every((socket) => socket.destroyed)).toBe(true)
    const { verify } = openTestVerifier({ port: server.port, patienceMs: 200 })
    expect(await verify('ann@acme.example')).toMatchObject({ status: 'unknown', reasons: ['unreachable'] })
    const before = server.connections.length
    await verify('ann@acme.example')
    expect(server.connections).toHaveLength(before)
  })

  test('after one that hangs the next question of the domain has its turn', async () => {
    let isFirst = true
    const server = await oddServer((socket) => {
      if (isFirst) isFirst = false
      else script('220 mx', '250 mx', '250 ok', '250 ok', '550 user unknown', '221')(socket)
    })
    const { verify } = openTestVerifier({ port: server.port })
    const [hung, next] = await Promise.allSettled([
      verify('ann@acme.example', 300),
      verify('bob@acme.example'),
    ])
    expect(hung.status).toBe('rejected')
    expect(next).toMatchObject({ value: { status: 'valid' } })
  })

  test('a private address of a mail server is not connected to', async () => {
    const server = await oddServer(() => {})
    const found = await openTestVerifier({ port: server.port, loopback: false }).verify('ann@acme.example')
    expect(found).toMatchObject({ status: 'unknown', reasons: ['unreachable'] })
    expect(server.connections).toEqual([])
  })
})
