import type { Param, Query } from './contract.ts'

export const ask = (sql: string, params?: Record<string, Param>): Query => ({
  sql,
  tag: 'suite',
  ...(params ? { params } : {}),
})
export const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

/** Strings that broke something somewhere. */
export const hostile = [
  "a'b",
  '\\',
  "\\'; DROP TABLE t; --",
  '\0',
  'line\nfeed\r\ttab',
  '🎉 ünïcode',
  '{x:String}',
  '`"',
  '\\N',
  '',
]
