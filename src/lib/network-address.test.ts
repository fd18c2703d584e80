import { describe, expect, test } from 'vitest'
import { isInRanges, normalizeAddress, normalizeRange } from './network-address.ts'

describe('normalizeRange', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['192.0.2.7/24', '192.0.2.0/24'],
    ['2001:DB8:0::1', '2001:db8::1'],
    ['2001:db8::1/32', '2001:db8::/32'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['0.0.0.0/0', '0.0.0.0/0'],
  ])('%s is %s', (text, normal) => {
    expect(normalizeRange(text)).toBe(normal)
    expect(normalizeRange(normal)).toBe(normal)
  })

  test.each([
    '',
    'localhost',
    '10.1',
    '0300.0.2.1',
    '192.0.2.7/33',
    '192.0.2.7/',
    '192.0.2.0/24/8',
    '1.2.3.4 ',
  ])('%j is none', (text) => {
    expect(normalizeRange(text)).toBeUndefined()
  })
})

describe('normalizeAddress', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['2001:DB8:0::1', '2001:db8::1'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::ffff:c000:207', '192.0.2.7'],
    ['192.0.2.0/24', undefined],
    ['fe80::1%eth0', undefined],
    ['0300.0.2.1', undefined],
    ['10.1', undefined],
    ['unknown', undefined],
    ['', undefined],
  ])('%j is %j', (text, normal) => {
    expect(normalizeAddress(text)).toBe(normal)
  })
})

describe('isInRanges', () => {
  test.each([
    ['192.0.2.7', ['192.0.2.7'], true],
    ['192.0.2.8', ['192.0.2.7'], false],
    ['192.0.2.255', ['198.51.100.0/24', '192.0.2.0/24'], true],
    ['192.0.3.0', ['192.0.2.0/24'], false],
    ['::ffff:192.0.2.7', ['192.0.2.0/24'], true],
    ['2001:db8:1::1', ['2001:db8::/32'], true],
    ['2001:db9::1', ['2001:db8::/32'], false],
    ['192.0.2.7', ['::/0'], false],
    ['', ['0.0.0.0/0'], false],
    ['192.0.2.7', [], false],
  ])('%s in %j: %s', (address, ranges, inside) => {
    expect(isInRanges(address, ranges)).toBe(inside)
  })
})
