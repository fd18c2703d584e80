// Runs command lines of `almanac` one after the other, each from the program's first line on, with its modules loaded once.
import { flushCompileCache } from 'node:module'

export interface CommandLine {
  args: string[]
  env: Record<string, string | undefined>
}

export interface CommandEnd {
  code: number
  stdout: string
  stderr: string
}

let [stdout, stderr] = ['', '']
process.stdout.write = (chunk: string | Uint8Array) => {
  stdout += chunk.toString()
  return true
}
process.stderr.write = (chunk: string | Uint8Array) => {
  stderr += chunk.toString()
  return true
}

let lines = 0
process.on('message', async ({ args, env }: CommandLine) => {
  lines += 1
  ;[stdout, stderr] = ['', '']
  process.exitCode = undefined
  process.env = env
  process.argv = [process.execPath, 'almanac', ...args]
  // Another name for the program, so that it starts anew; what it imports it finds loaded.
  await import(`../../src/cli/almanac.ts?line=${lines}`)
  // It is killed in the end, and processes of the same file find what it compiled.
  flushCompileCache()
  process.send?.({ code: Number(process.exitCode ?? 0), stdout, stderr } satisfies CommandEnd)
})
process.on('disconnect', () => process.exit())
