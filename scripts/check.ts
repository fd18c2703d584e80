/**
 * Everything a change must pass: format, lint, types, generated files and the tests, side by side, so that the checks run
 * while the tests set up. Ends with the first fault's code, after all have been heard. A few test files that failed run
 * once more, alone, and what of them failed again a last time: a busy machine is no fault of the change. The log shows all runs.
 */
import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { failedFilesPath } from '../test/support/cost-reporter.ts'

const checks: [name: string, command: string][] = [
  ['format', 'oxfmt --check'],
  ['lint', 'oxlint --deny-warnings'],
  // The tests have the cores: one checker, which does nothing twice, and a rarer collection halve the processor time.
  ['types', 'npm run --silent types'],
  ['generated files', 'node scripts/generate.ts --check'],
]

/** What a command said, and its exit code. */
function run(command: string, output: 'shown' | 'kept'): Promise<{ code: number; text: string }> {
  return new Promise((resolve, reject) => {
    const stdio = output === 'shown' ? 'inherit' : 'pipe'
    const child = spawn(command, { shell: true, stdio: ['ignore', stdio, stdio] })
    let text = ''
    child.stdout?.on('data', (chunk: Buffer) => (text += chunk.toString()))
    child.stderr?.on('data', (chunk: Buffer) => (text += chunk.toString()))
    child.once('error', reject)
    child.once('close', (code) => resolve({ code: code ?? 1, text }))
  })
}

/** More than these are not the machine's fault. */
const mostFilesAgain = 12
const maxRunsAlone = 2

async function passesAlone(runs = 1): Promise<boolean> {
  const files = (await readFile(failedFilesPath, 'utf8').catch(() => '')).split('\n').filter(Boolean)
  if (files.length === 0 || files.length > mostFilesAgain) return false
  process.stdout.write(`\n== failed, and run once more alone:\n${files.join('\n')}\n`)
  const { code } = await run(`vitest run ${files.join(' ')}`, 'shown')
  if (code === 0) process.stdout.write(`\nFAILED, passed alone: ${files.join(', ')}\n`)
  return code === 0 || (runs < maxRunsAlone && (await passesAlone(runs + 1)))
}

const tests = run('npm test', 'shown')
const failed: string[] = []
for (const [name, command] of checks) {
  const { code, text } = await run(command, 'kept')
  if (code === 0) continue
  failed.push(name)
  process.stderr.write(`\n== ${name}: ${command}\n${text}\n`)
}
if ((await tests).code !== 0 && !(await passesAlone())) failed.push('tests')
const all = ['tests', ...checks.map(([name]) => name)]
process.stdout.write(
  failed.length > 0 ? `\nFAILED: ${failed.join(', ')}\n` : `\nchecked: ${all.join(', ')}\n`,
)
process.exitCode = failed.length > 0 ? 1 : 0
