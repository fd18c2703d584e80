import { expect, test } from 'vitest'
import { socialHandle } from './social-handle.ts'

test.each([
  ['@Ada_L', 'ada_l'],
  [' ada_l ', 'ada_l'],
  ['https://micro.example/Ada_L?lang=en', 'ada_l'],
  ['mobile.micro.example/@ada_l/', 'ada_l'],
  ['https://micro.example/#!/ada_l', 'ada_l'],
  ['not a handle', undefined],
  ['', undefined],
  ['@', undefined],
])('%s is %s', (text, handle) => {
  expect(socialHandle(text)).toBe(handle)
})
