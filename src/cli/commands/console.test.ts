import { Command } from 'commander'
import { beforeAll, expect, test } from 'vitest'
import { anOrg, openTestPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { testDatabase } from '../../../test/support/postgres.ts'
import { OperatorError } from '../context.ts'
import { userName } from '../operate.ts'
import { registerConsole } from './console.ts'

const origin = { address: '127.0.0.1', browser: undefined, requestId: 'req_1' }
let platform: TestPlatform

beforeAll(async () => {
  platform = openTestPlatform(await testDatabase())
})

async function run(...line: string[]): Promise<string> {
  const printed: (object | string)[] = []
  const program = new Command('almanac').exitOverride()
  const { db, clock } = platform
  registerConsole(program, {
    open: async () => ({ db, clock, secret: Buffer.alloc(32, 7), close: async () => undefined }),
    print: (value) => printed.push(value),
    address: () => 'http://127.0.0.1:8080',
  })
  await program.parseAsync(['console', ...line], { from: 'user' })
  return printed.map(String).join('\n')
}

const codeIn = (link: string) => link.split('code=')[1] ?? ''

test('prints a link of one sign-in, as an owner of the only organization', async () => {
  await expect(run()).rejects.toThrow(OperatorError)
  const { organizationId } = await anOrg(platform)
  const link = await run()
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:8080\/console\/#code=[\w-]{22}$/)
  const signIn = await platform.sessions.signInByCode(codeIn(link), origin)
  expect(signIn?.session).toMatchObject({ organizationId, actor: `operator:${userName()}` })
  expect(await platform.sessions.signInByCode(codeIn(link), origin)).toBeUndefined()
})

test('with several organizations one has to be named', async () => {
  const { organizationId } = await anOrg(platform)
  await expect(run()).rejects.toThrow('almanac org list')
  const signIn = await platform.sessions.signInByCode(codeIn(await run(organizationId)), origin)
  expect(signIn?.session.organizationId).toBe(organizationId)
  await expect(run('org_unknown')).rejects.toThrow('There is no organization org_unknown')
  await expect(run(organizationId, '--operator')).rejects.toThrow('not both')
})

test('--operator prints a code that opens a session of the operator and nothing else', async () => {
  const link = await run('--operator')
  expect(link).toContain('/console/operator#operator-code=')
  const code = codeIn(link)
  expect(await platform.sessions.signInByCode(code, origin)).toBeUndefined()
  const signIn = await platform.sessions.signInOperator({ code }, origin)
  expect(signIn?.session).toMatchObject({ organizationId: null, actor: `operator:${userName()}` })
})
