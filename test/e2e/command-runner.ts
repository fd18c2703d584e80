import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { CommandEnd, CommandLine } from './command-process.ts'
import { environmentOf, packagedNode, projectRoot, type Start } from './running-server.ts'

/** Runs one command to its end. */
export interface CommandRun {
  run(...args: string[]): Promise<Omit<CommandEnd, 'code'> & { code: number | null }>
}

/**
 * Commands in one process for many, for tests of what commands do: to load the program takes far longer than most of
 * them. How a command's own process starts and ends is for `runAlmanac`.
 */
export interface Commands extends CommandRun {
  runWith(env: Record<string, string>, ...args: string[]): Promise<CommandEnd>
  close(): void
}

/** In the account that `through` makes of this one, for the tree at `root`. */
export function openCommands({
  dataDir,
  env: always = {},
  root = projectRoot,
  through = [],
}: Start): Commands {
  const environment = (env: Record<string, string>) => environmentOf({ dataDir, env: { ...always, ...env } })
  const program = join(root, 'test/e2e/command-process.ts')
  const [file = '', ...args] = [...through, packagedNode, program]
  const child = spawn(file, args, {
    cwd: root,
    env: environment({}),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the process of the commands ended with ${code}`)
  })
  ended.catch(() => undefined)
  /** They share what a process has one of. */
  let last: Promise<unknown> = Promise.resolve()
  const one = async (line: CommandLine) => {
    const answered = once(child, 'message') as Promise<[CommandEnd]>
    child.send(line)
    const [end] = await Promise.race([answered, ended])
    return end
  }
  const runWith = (env: Record<string, string>, ...args: string[]) => {
    const line = { args, env: environment(env) }
    const next = last.then(() => one(line))
    last = next.catch(() => undefined)
    return next
  }
  return {
    run: (...args) => runWith({}, ...args),
    runWith,
    close: () => void child.kill('SIGKILL'),
  }
}
