import { expect, test } from 'vitest'
import { mailboxClass } from './mailbox-class.ts'

test.each([
  ['info@acme.example', 'role'],
  ['press@acme.example', 'role'],
  ['sales2@acme.example', 'role'],
  ['district7@town.example', 'numbered'],
  ['ward-12@town.example', 'numbered'],
  ['hd45@state.example', 'numbered'],
  ['rep12@state.example', 'numbered'],
  ['councillor.3@town.example', 'numbered'],
  ['x123456@acme.example', 'numbered'],
  ['20231@acme.example', 'numbered'],
  ['ann.lee@acme.example', 'person'],
  ['alee2@acme.example', 'person'],
  ['sunny@acme.example', 'person'],
])('%s is of the class %s', (address, kind) => {
  expect(mailboxClass(address)).toBe(kind)
})
