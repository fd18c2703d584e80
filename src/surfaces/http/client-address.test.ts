import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isInRanges } from '../../lib/network-address.ts'
import { clientAddress } from './client-address.ts'

const trusted = ['10.0.0.0/8', '127.0.0.1', '2001:db8:aa::/48']

describe('clientAddress', () => {
  test.each([
    ['nobody is trusted', '10.0.0.1', '203.0.113.5', [], '10.0.0.1'],
    ['the connection is no proxy', '198.51.100.9', '203.0.113.5', trusted, '198.51.100.9'],
    ['no header', '10.0.0.1', undefined, trusted, '10.0.0.1'],
    ['an empty header', '10.0.0.1', '', trusted, '10.0.0.1'],
    ['one hop', '10.0.0.1', '203.0.113.5', trusted, '203.0.113.5'],
    ['several proxies', '127.0.0.1', '203.0.113.5, 10.2.0.1,10.3.0.1', trusted, '203.0.113.5'],
    ['a spoofed start', '10.0.0.1', '192.0.2.1, 203.0.113.5, 10.3.0.1', trusted, '203.0.113.5'],
    ['a spoofed proxy', '10.0.0.1', '192.0.2.1, 10.9.9.9, 203.0.113.5', trusted, '203.0.113.5'],
    ['only proxies', '10.0.0.1', '10.0.0.7, 10.0.0.6', trusted, '10.0.0.7'],
    ['IPv6 through IPv6', '2001:db8:aa::1', '2001:DB8:BB:0::5', trusted, '2001:db8:bb::5'],
    ['an IPv4-mapped proxy', '::ffff:10.0.0.1', '203.0.113.5', trusted, '203.0.113.5'],
    ['an IPv4-mapped client', '10.0.0.1', '::ffff:203.0.113.5', trusted, '203.0.113.5'],
    ['an IPv4-mapped connection', '::ffff:203.0.113.5', undefined, [], '203.0.113.5'],
    ['ports', '10.0.0.1', '203.0.113.5:4711, 10.0.0.2:80', trusted, '203.0.113.5'],
    ['an IPv6 port', '10.0.0.1', '[2001:db8:bb::5]:4711', trusted, '2001:db8:bb::5'],
    ['brackets', '10.0.0.1', '[2001:db8:bb::5]', trusted, '2001:db8:bb::5'],
    ['garbage', '10.0.0.1', 'unknown', trusted, '10.0.0.1'],
    ['garbage before an address', '10.0.0.1', 'x\u0000, 203.0.113.5', trusted, '203.0.113.5'],
    ['garbage after a proxy', '10.0.0.1', '203.0.113.5, <script>, 10.0.0.2', trusted, '10.0.0.2'],
    ['an empty entry', '10.0.0.1', '203.0.113.5,', trusted, '10.0.0.1'],
    ['a range', '10.0.0.1', '203.0.113.0/24', trusted, '10.0.0.1'],
    ['a zone', '10.0.0.1', 'fe80::1%eth0', trusted, '10.0.0.1'],
    ['octal', '10.0.0.1', '0313.0.113.5', trusted, '10.0.0.1'],
    ['a gone connection', '', '203.0.113.5', trusted, ''],
  ])('%s', (...[, peer, header, proxies, address]) => {
    expect(clientAddress(peer, header, proxies)).toBe(address)
  })

  test('what a client writes itself never counts, however it looks', () => {
    const entry = fc.oneof(fc.ipV4(), fc.ipV6(), fc.string(), fc.constant('10.1.1.1'))
    fc.assert(
      fc.property(fc.array(entry), fc.ipV4(), (written, client) => {
        fc.pre(!isInRanges(client, trusted))
        const header = [...written, client, '10.0.0.9'].join(',')
        expect(clientAddress('10.0.0.1', header, trusted)).toBe(client)
      }),
    )
  })
})
