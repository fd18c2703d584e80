import { expect, test } from 'vitest'
import { parsePlatformHosts, parsePlatformNames } from './platform-names.ts'

test('names stand in the place of those they are given for, the others stay', () => {
  expect(parsePlatformNames('')).toMatchObject({ photo: 'photo', maps: 'maps' })
  expect(parsePlatformNames(' photo = pictures, forum=boards')).toMatchObject({
    photo: 'pictures',
    forum: 'boards',
    video: 'video',
  })
})

test.each([
  ['pictures=photo', /is not maps, codehost/],
  ['photo', /is not maps, codehost/],
  ['photo=Pictures', /lower-case letters/],
  ['photo=my-pictures', /lower-case letters/],
  ['photo=x/y', /lower-case letters/],
  ['photo=video', /two platforms are called video/],
])('the names %s are refused', (text, message) => {
  expect(() => parsePlatformNames(text)).toThrow(message)
})

test('hosts are listed by platform', () => {
  expect(parsePlatformHosts('photo=a.example,photo=B.example,video=v.example')).toEqual({
    photo: ['a.example', 'b.example'],
    video: ['v.example'],
  })
  for (const text of ['photo=https://a.example', 'photo=localhost', 'photo=']) {
    expect(() => parsePlatformHosts(text)).toThrow()
  }
})
