import { execFile, spawn } from 'node:child_process'
import { join } from 'node:path'
import { getPriority } from 'node:os'
import { promisify } from 'node:util'
import { Command } from 'commander'
import { expect, test } from 'vitest'
import { commandList } from './command-list.ts'
import { allowedMs } from '../../test/support/machine-pace.ts'

const program = join(import.meta.dirname, 'almanac.ts')
/** Says on the standard error what processor time a process took, microseconds. */
const watch = `data:text/javascript,process.on('exit',()=>process.stderr.write(JSON.stringify(process.cpuUsage())))`

test.each([['--help'], ['--version'], ['help'], ['nonsense']])(
  'almanac %s takes less than half a second of processor time',
  async (...args) => {
    const line = ['--import', watch, program, ...args]
    const { stdout, stderr } = await promisify(execFile)(process.execPath, line).catch(
      (refused: { stdout: string; stderr: string }) => refused,
    )
    const [said = ''] = /\{"user.*\}$/.exec(stderr) ?? []
    const { user, system } = JSON.parse(said) as { user: number; system: number }
    expect((user + system) / 1e3).toBeLessThan(allowedMs(500, 'processor'))
    if (args[0]?.endsWith('help') === true)
      for (const { name } of commandList) expect(stdout).toContain(`  ${name} `)
    if (args[0] === 'nonsense') expect(stderr).toContain("unknown command 'nonsense'")
  },
)

test.each(commandList.map((listed) => [listed.name, listed] as const))(
  'the help tells of %s what it tells of itself',
  async (name, { register, description }) => {
    const whole = new Command()
    await register(whole)
    expect(whole.commands.map((command) => [command.name(), command.description()])).toEqual([
      [name, description],
    ])
  },
)

test.each([[['openapi']], [['--help']], [['config']]])(
  'almanac %j whose reader is gone ends quietly',
  async (args) => {
    const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
    child.stdout.destroy()
    let said = ''
    child.stderr.on('data', (text: Buffer) => (said += text.toString()))
    const code = await new Promise((resolve) => child.once('close', resolve))
    expect([code, said]).toEqual([0, ''])
  },
)

test.each([
  ['import', 10],
  ['data', 10],
  ['org', 0],
])('almanac %s runs behind what answers requests where it loads rows', async (name, priority) => {
  const printPriority = `data:text/javascript,import{getPriority}from'node:os';process.on('exit',()=>process.stderr.write('nice '+getPriority()))`
  const line = ['--import', printPriority, program, name, '--help']
  const { stderr } = await promisify(execFile)(process.execPath, line)
  expect(Number(/nice (-?\d+)$/.exec(stderr)?.[1])).toBe(Math.max(priority, getPriority()))
})
