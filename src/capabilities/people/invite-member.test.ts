import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { atEnd } from '../../../test/support/at-end.ts'
import { anOrg, openTestPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { testDatabase } from '../../../test/support/postgres.ts'
import type { Call } from '../../operation/index.ts'
import { openMail } from '../../platform/mail/index.ts'
import { inviteMember } from './operations/invite-member.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = openTestPlatform(await testDatabase())
})

/** Invites as the API does, with a mail server at `smtpUrl` or, without, into the files of `dataDir`. */
async function invite(email: string, mailTo: { smtpUrl?: string; dataDir?: string }) {
  const org = await anOrg(platform)
  const { smtpUrl, dataDir = '/nowhere' } = mailTo
  const from = 'Almanac <almanac@almanac.example>'
  const mail = openMail({ smtpUrl, dataDir, from, clock: platform.clock, log: () => undefined })
  atEnd(async () => mail.close())
  const deps = { ...platform, mail, baseUrl: 'https://almanac.example', secret: Buffer.alloc(32, 7) }
  const call = { ...org.caller, address: '127.0.0.1', requestId: 'req_1', nowMs: platform.clock.now() }
  const handled = inviteMember.handle({
    input: { email, role: 'member' } as never,
    call: call as Call,
    deps: deps as never,
  })
  return { organizationId: org.organizationId, handled: Promise.resolve(handled) }
}

test('where there is a mail server the link is in the message alone, and joins', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'almanac-invite-'))
  atEnd(() => rm(dataDir, { recursive: true }))
  const { organizationId, handled } = await invite('ann@acme.example', { dataDir })
  expect(await handled).toMatchObject({ isMailed: true, link: null })
  const [file = ''] = await readdir(join(dataDir, 'outbox'))
  const text = (await readFile(join(dataDir, 'outbox', file), 'utf8'))
    .replaceAll('=\r\n', '')
    .replaceAll('=3D', '=')
  expect(text).toMatch(/^To: ann@acme\.example/m)
  const token = /https:\/\/almanac\.example\/console\/#invitation=([\w-]{43})/.exec(text)?.[1] ?? ''
  const origin = { address: '127.0.0.1', browser: undefined, requestId: 'req_2' }
  const signIn = await platform.sessions.signInByInvitation(token, origin)
  expect(signIn?.session).toMatchObject({ organizationId, actor: 'person:ann@acme.example' })
})

test('a message that no server took leaves no invitation', async () => {
  const { organizationId, handled } = await invite('bob@acme.example', { smtpUrl: 'smtp://127.0.0.1:1' })
  await expect(handled).rejects.toMatchObject({ code: 'unavailable' })
  expect(await platform.members.listInvitations(organizationId)).toEqual([])
})
