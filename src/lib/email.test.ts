import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toMailbox, normalizeEmail } from './email.ts'

describe('normalizeEmail', () => {
  test.each([
    ['  Bob.Smith@ACME.com ', 'bob.smith@acme.com'],
    ['mailto:bob@acme.com', 'bob@acme.com'],
    ['MAILTO: bob@acme.com?subject=Hi', 'bob@acme.com'],
    ['bob+news@acme.co.uk', 'bob+news@acme.co.uk'],
    ['BOB@Bücher.de', 'bob@xn--bcher-kva.de'],
    ["o'brien@acme.com", "o'brien@acme.com"],
    ['bob@www.acme.com', 'bob@www.acme.com'],
    ['bob@acme.example', 'bob@acme.example'],
    ['JOSÉ@acme.com', 'josé@acme.com'],
    ['jose\u0301@acme.com', 'josé@acme.com'],
    ['x@a.github.io', 'x@a.github.io'],
  ])('%s is %s', (input, address) => expect(normalizeEmail(input)).toBe(address))

  test.each([
    '',
    'bob',
    '@acme.com',
    'bob@',
    'bob@acme',
    'bob@acme.com.',
    'bob@@acme.com',
    'a@b@acme.com',
    '.bob@acme.com',
    'bob.@acme.com',
    'bo..b@acme.com',
    'bo b@acme.com',
    'bob@ac me.com',
    'bob@127.0.0.1',
    'bob@[127.0.0.1]',
    'bob@acme.com/x',
    'bob@acme.com?subject=Hi',
    'bob@acme.com:25',
    'bob@https://acme.com',
    '"bob"@acme.com',
    'Bob <bob@acme.com>',
    'bob@acme.com,al@acme.com',
    'bob@acme.notatld',
    'bob@co.uk',
    `${'b'.repeat(65)}@acme.com`,
    `b@${'a.'.repeat(124)}acme.com`,
    'b\u0000ob@acme.com',
  ])('%j is no address', (input) => expect(normalizeEmail(input)).toBeUndefined())

  test('is idempotent, never throws, and its result has one @ and no capital or space', () => {
    fc.assert(
      fc.property(fc.oneof(fc.emailAddress(), fc.string({ unit: 'binary' })), (input) => {
        const once = normalizeEmail(input)
        if (once === undefined) return
        expect(once).toMatch(/^[^@\s]+@[a-z0-9.-]+$/)
        expect(normalizeEmail(once)).toBe(once)
      }),
      { numRuns: 1000 },
    )
  })

  test('case and surrounding white space never matter', () => {
    const local = fc
      .stringMatching(/^[a-z0-9](?:[a-z0-9._-]{0,20}[a-z0-9])?$/)
      .filter((text) => !text.includes('..'))
    fc.assert(
      fc.property(local, (name) => {
        expect(normalizeEmail(` ${name.toUpperCase()}@ACME.COM\n`)).toBe(`${name}@acme.com`)
      }),
    )
  })
})

test.each([
  ['ada@acme.example', 'ada@acme.example'],
  ['ada+news@acme.example', 'ada@acme.example'],
  ['a.d.a@acme.example', 'a.d.a@acme.example'],
  ['a.d.a+x+y@gmail.com', 'ada@gmail.com'],
  ['a.d.a@googlemail.com', 'ada@gmail.com'],
  ['+ada@acme.example', '+ada@acme.example'],
])('mail to %s arrives in %s', (address, mailbox) => {
  expect(toMailbox(address)).toBe(mailbox)
})

test.each([
  ['\u200enoa@acme.com\u200e', 'marks of writing directions'],
  ['ｎｏａ＠ａｃｍｅ.com', 'letters of full width'],
  ["'noa@acme.com", 'the apostrophe of a spreadsheet'],
  ['\u00a0noa@acme.com\u00a0', 'spaces that do not break'],
])('%j is read without %s', (text) => expect(normalizeEmail(text)).toBe('noa@acme.com'))
