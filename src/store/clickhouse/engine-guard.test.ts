import { describe, expect, test } from 'vitest'
import { refusedRead } from './engine-guard.ts'

describe('the guard of reads', () => {
  test.each([
    'SELECT 1;',
    `SELECT 'a;b', "x;y", \`z;\` FROM t -- ; drop`,
    `SELECT 'it''s; kill', '\\'; file(' FROM t`,
    'SELECT file, url FROM t WHERE kill = 1',
    'SELECT profile(x), curl FROM t',
    '/* ; INTO OUTFILE */ SELECT 1',
  ])('lets %s through', (sql) => {
    expect(refusedRead(sql)).toBeUndefined()
  })

  test.each([
    `SELECT 1; SELECT 2`,
    `SELECT ''''; DROP TABLE t`,
    `SELECT 1 INTO/**/OUTFILE 'x'`,
    `SELECT FILE ('/etc/passwd')`,
    'SELECT "file"(\'/etc/passwd\')',
    `SELECT file--\n('/etc/passwd')`,
    `/* x */ KILL QUERY WHERE 1`,
    `SELECT * FROM s3Cluster('a', 'b')`,
    `SELECT * FROM remoteSecure('a', 'b')`,
    `SELECT '\\\\'; DROP TABLE t -- '`,
    `SELECT $$'$$, file('/etc/passwd'), $$'$$`,
    `SELECT 1 # '\n, file('/etc/passwd') # '`,
    `SELECT ‘'’, file('/etc/passwd'), ‘'’`,
    `SELECT /* /* */ ' */ file('/etc/passwd') -- '`,
  ])('refuses %s', (sql) => {
    expect(refusedRead(sql)).toBeTypeOf('string')
  })
})
