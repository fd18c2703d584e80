import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashedEmail, hashedName, hashedPhone, hashedPlace, identifierHashes } from './hashed-identifier.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

test('the examples of the documentation of Meta', () => {
  const email = '62a14e44f765419d10fea99367361a727c12365e2520f32218d505ed9aa0f62f'
  const phone = 'e323ec626319ca94ee8bff2e4c87cf613be6ea19919ed1364124e16807ab3176'
  expect(hashedEmail(' John_Smith@gmail.com ', 'meta')).toBe(email)
  expect(hashedPhone('+1 (650) 555-1212', 'meta')).toBe(phone)
})

test('Google: no dots before gmail.com, and numbers with their plus', () => {
  expect(hashedEmail('J.Smith@GoogleMail.com', 'google')).toBe(sha256('jsmith@googlemail.com'))
  expect(hashedEmail('J.Smith@acme.com', 'google')).toBe(sha256('j.smith@acme.com'))
  expect(hashedPhone('+44 20 7031 3000', 'google')).toBe(sha256('+442070313000'))
})

test('what is no address or number has no hash', () => {
  expect(hashedEmail('nobody', 'google')).toBeUndefined()
  expect(hashedPhone('020 7031 3000', 'meta')).toBeUndefined()
})

test('all hashes of a person, each once', () => {
  const hashes = identifierHashes({ emails: ['j.smith@gmail.com'], phoneNumbers: ['+442070313000'] })
  expect(hashes.toSorted()).toEqual(
    ['j.smith@gmail.com', 'jsmith@gmail.com', '+442070313000', '442070313000'].map(sha256).toSorted(),
  )
})

test('names and places, and what is none', () => {
  expect(hashedName('  Mary  Ann ', 'google')).toBe(sha256('mary ann'))
  expect(hashedName("O'Brien-Smith", 'google')).toBe(sha256("o'brien-smith"))
  expect(hashedName("O'Brien-Smith", 'meta')).toBe(sha256('obriensmith'))
  // Composed and decomposed letters are the same name.
  expect(hashedName('Valéry', 'meta')).toBe(sha256('valéry'))
  expect(hashedName('Vale\u0301ry', 'meta')).toBe(sha256('val\u00e9ry'))
  expect(hashedPlace('St. John’s')).toBe(sha256('stjohns'))
  expect(hashedPlace('WC2H 8LG')).toBe(sha256('wc2h8lg'))
  expect(hashedName(' . ', 'meta')).toBeUndefined()
  expect(hashedPlace(' - ')).toBeUndefined()
})
