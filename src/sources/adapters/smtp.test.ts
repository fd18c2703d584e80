import { describe, expect, test } from 'vitest'
import { openKind, vendorCall } from '../../../test/support/vendor.ts'
import { mailServer, oddServer } from '../../../test/support/mail-servers.ts'
import { nameServer } from '../../../test/support/name-server.ts'
import { smtp } from './smtp.ts'

const zone = { 'acme.example': { MX: [[10, 'localhost']] as [number, string][] } }
const name = 'probe.example'

describe('smtp', () => {
  test('finds what DNS and the mail server there say', async () => {
    const [dns, mail] = [await nameServer(zone), await mailServer()]
    const opened = await openKind(smtp, {
      askServers: true,
      helo: name,
      port: mail.port,
      gapMs: 0,
      nameServers: [dns],
    })
    const verify = (email: string) => opened['email.verify']!.fetch({ email }, vendorCall())
    expect(await verify('ann@acme.example')).toMatchObject({
      found: true,
      answer: { status: 'valid', isCatchAll: false },
    })
    expect(await verify('nobody@acme.example')).toMatchObject({ found: true, answer: { status: 'invalid' } })
    expect(await verify('ann@nowhere.example')).toMatchObject({ answer: { reasons: ['no_domain'] } })
  })

  test('asks no mail server unless it may, and then says nothing of what it does not know', async () => {
    const [dns, mail] = [await nameServer(zone), await mailServer()]
    const opened = await openKind(smtp, { port: mail.port, nameServers: [dns] })
    const verify = (email: string) => opened['email.verify']!.fetch({ email }, vendorCall())
    expect(await verify('ann@acme.example')).toEqual({ found: false })
    expect(await verify('ann@nowhere.example')).toMatchObject({ found: true, answer: { status: 'invalid' } })
    expect(mail.connections.total).toBe(0)
  })

  test('a domain whose server hangs is not found, and no failure of the source', async () => {
    const [dns, mail] = [await nameServer(zone), await oddServer(() => {})]
    const settings = {
      askServers: true,
      helo: name,
      port: mail.port,
      gapMs: 0,
      patienceMs: 150,
      nameServers: [dns],
    }
    const opened = await openKind(smtp, settings)
    const verify = () => opened['email.verify']!.fetch({ email: 'ann@acme.example' }, vendorCall())
    expect(await Promise.all([verify(), verify(), verify(), verify()])).toEqual(
      Array(4).fill({ found: false }),
    )
  })

  test('asking servers needs a name to greet with; settings are checked', async () => {
    await expect(async () => openKind(smtp, { askServers: true })).rejects.toThrow('helo')
    for (const wrong of [
      { helo: 'a b' },
      { helo: 'x\r\ny' },
      { mailFrom: 'a@b\r\nc' },
      { port: 0 },
      { nameServers: ['dns.example'] },
    ])
      expect(smtp.settings.safeParse(wrong).success).toBe(false)
  })
})
