import { describe, expect, it } from 'vitest'
import { conflict, isStrong } from './identify.ts'

describe('isStrong', () => {
  it('holds for ids and slugs; a domain, a name, an e-mail or phone is shared', () => {
    expect(['org:7', 'slug:ada', 'uid:x', 'ext:crm/9'].every(isStrong)).toBe(true)
    expect(['dom:acme.example', 'name:acme', 'em:x', 'ph:x', 'organic:1'].some(isStrong)).toBe(false)
  })
})

describe('conflict', () => {
  it.each<[string[], string[], boolean]>([
    [['org:1'], ['org:2'], true],
    [['org:1', 'dom:a.example'], ['org:2', 'dom:a.example'], true],
    [['org:1'], ['slug:a'], false],
    [['org:1', 'slug:a'], ['org:1', 'slug:b'], false],
    [['slug:a'], ['slug:b'], false],
    [['uid:1', 'uid:2'], ['uid:2', 'uid:3'], false],
    [['uid:1'], ['uid:2'], true],
    [['ext:crm/1'], ['ext:crm/2'], true],
    [['ext:crm/1'], ['ext:erp/2'], false],
    [['ext:crm/1', 'org:5'], ['ext:crm/1', 'org:6'], true],
    [[], ['org:1'], false],
  ])('%j and %j: %s, whichever comes first', (a, b, expected) => {
    expect([conflict(a, b), conflict(b, a)]).toEqual([expected, expected])
  })
})
