import { expect, test } from 'vitest'
import { mailRoutes } from './mail-routes.ts'
import { systemResolver } from './system-resolver.ts'
import { nameServer } from '../../../test/support/name-server.ts'

test('a name server that denies even top-level domains is not believed', async () => {
  const resolver = systemResolver([await nameServer({ example: { code: 3 } })])
  expect(await mailRoutes('absent.example', resolver)).toEqual({ kind: 'unknown' })
})

test('asks name servers, and tells absence from silence', async () => {
  const server = await nameServer({
    'acme.example': {
      MX: [
        [20, 'mx2.acme.example'],
        [10, 'mx1.acme.example'],
      ],
    },
    'never.example': { MX: [[0, '']] },
    'bare.example': { A: ['192.0.2.7'] },
    'empty.example': {},
    'broken.example': { code: 2 },
  })
  const resolver = systemResolver([server])
  expect(await mailRoutes('acme.example', resolver)).toEqual({
    kind: 'hosts',
    hosts: ['mx1.acme.example', 'mx2.acme.example'],
    isFallback: false,
  })
  expect(await mailRoutes('never.example', resolver)).toEqual({ kind: 'none', reason: 'null_mx' })
  expect(await mailRoutes('bare.example', resolver)).toEqual({
    kind: 'hosts',
    hosts: ['bare.example'],
    isFallback: true,
  })
  expect(await mailRoutes('empty.example', resolver)).toEqual({ kind: 'none', reason: 'no_mail_server' })
  expect(await mailRoutes('absent.example', resolver)).toEqual({ kind: 'none', reason: 'no_domain' })
  expect(await mailRoutes('broken.example', resolver)).toEqual({ kind: 'unknown' })
})
