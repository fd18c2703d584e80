import type { lookup } from 'node:dns'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { guardedLookup, isPublic } from './address-guard.ts'
import { OutboundRefused } from './failures.ts'

const refused = [
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.254',
  '168.63.129.16',
  '::ffff:168.63.129.16',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.2.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:10.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::1',
  '100::1',
  '2001:db8::1',
  '2001::7f00:1',
  '2002:7f00:1::',
  'fc00::1',
  'fd12::1',
  'fe80::1',
  'fe80::1%eth0',
  'ff02::1',
  '4000::1',
  'not an address',
  '',
]

describe('addresses that may be reached', () => {
  it.each(refused)('do not include %s', (address) => {
    expect(isPublic(address)).toBe(false)
  })

  it.each(['1.1.1.1', '8.8.8.8', '172.32.0.1', '192.169.0.1', '::ffff:8.8.8.8', '2606:4700::1111'])(
    'include %s',
    (address) => {
      expect(isPublic(address)).toBe(true)
    },
  )

  it('never include an address of a private net, however the last octets are', () => {
    const octet = fc.integer({ min: 0, max: 255 })
    fc.assert(
      fc.property(fc.constantFrom('10', '127', '0', '240'), octet, octet, octet, (a, b, c, d) => {
        const v4 = `${a}.${b}.${c}.${d}`
        return !isPublic(v4) && !isPublic(`::ffff:${v4}`)
      }),
    )
  })
})

/** A resolver that answers the given addresses for every name. */
const answering = (...addresses: string[]): typeof lookup =>
  // The guard asks for all addresses and nothing else.
  ((_name: string, _options: object, done: (error: null, found: object[]) => void) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )) as never

function resolved(...addresses: string[]): Promise<unknown> {
  return new Promise((resolve, reject) => {
    guardedLookup({ allowLoopback: false }, answering(...addresses))(
      'example.org',
      { all: true },
      (error, found) => (error === null ? resolve(found) : reject(error)),
    )
  })
}

describe('a name', () => {
  it('resolves to what was judged', async () => {
    expect(await resolved('8.8.8.8', '2606:4700::1111')).toEqual([
      { address: '8.8.8.8', family: 4 },
      { address: '2606:4700::1111', family: 6 },
    ])
  })

  it.each([
    [['10.0.0.1']],
    [['8.8.8.8', '127.0.0.1']],
    [['2606:4700::1111', '::ffff:169.254.169.254']],
    [[]],
  ])(
    'is refused when it resolves to %j: one address that may not be reached is enough',
    async (addresses) => {
      await expect(resolved(...addresses)).rejects.toThrow(OutboundRefused)
    },
  )
})
