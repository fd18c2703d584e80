import { expect, it } from 'vitest'
import { retryAfterMs } from './http-headers.ts'

const nowMs = Date.UTC(2026, 0, 15, 12)
const day = 86_400_000

it.each([
  ['120', 120_000],
  ['0', 0],
  ['999999999', day],
  ['Thu, 15 Jan 2026 12:10:00 GMT', 600_000],
  ['Thursday, 15-Jan-26 12:10:00 GMT', 600_000],
  ['Thu Jan 15 12:10:00 2026', 600_000],
  ['Thu, 15 Jan 2026 11:00:00 GMT', 0],
  ['Fri, 15 Jan 2027 12:00:00 GMT', day],
])('the time that %j asks for, a day at most', (text, ms) => expect(retryAfterMs(text, nowMs)).toBe(ms))

it.each([
  undefined,
  '',
  '-1',
  'soon',
  '1e9',

  '2026-01-15',
  '9'.repeat(400),
  'Thu, 99 Jan 2026 12:10:00 GMT',
])('%j asks for none', (text) => expect(retryAfterMs(text, nowMs)).toBe(undefined))
