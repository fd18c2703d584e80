/**
 * Tells what changed in the interface since a git ref or a file: `npm run interface-changes -- v0.2.0`. Breaking changes come
 * first, and the exit code is 1 when there are any. A ref from before `docs/interface.txt` is read from the description it had.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compareInterfaces, type Change } from './compare-interfaces.ts'
import { currentInterface } from './generate.ts'
import { readInterface } from './interface-model.ts'
import { interfaceText } from './interface-text.ts'

const root = join(import.meta.dirname, '..')

/** The file of a git ref; undefined where it has none. */
function readAt(ref: string, path: string): string | undefined {
  try {
    return execFileSync('git', ['show', `${ref}:${path}`], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  } catch {
    return undefined
  }
}

function textOf(source: string): string {
  const text = existsSync(source) ? readFileSync(source, 'utf8') : readAt(source, 'docs/interface.txt')
  const description = text ?? readAt(source, 'docs/generated/openapi.json')
  if (description === undefined) throw new Error(`${source} is no file and no git ref with an interface`)
  return description.startsWith('{') ? interfaceText(JSON.parse(description)) : description
}

const list = (title: string, changes: readonly Change[]) =>
  changes.length === 0
    ? ''
    : `${title} (${changes.length}):\n${changes.map(({ text }) => `  ${text}\n`).join('')}`

/** What to say of the changes since `source`, and whether one of them breaks clients. */
export function describeChanges(before: string, after: string): { isBreaking: boolean; text: string } {
  const changes = compareInterfaces(readInterface(before), readInterface(after))
  const [breaking, harmless] = [true, false].map((kind) =>
    changes.filter(({ isBreaking }) => isBreaking === kind),
  ) as [Change[], Change[]]
  const text =
    list('Breaking', breaking) + list('Other changes', harmless) || 'The interface has not changed.\n'
  return { isBreaking: breaking.length > 0, text }
}

if (import.meta.main) {
  const [source] = process.argv.slice(2)
  if (source === undefined) {
    process.stderr.write('usage: npm run interface-changes -- REF_OR_FILE\n')
    process.exitCode = 2
  } else {
    const { isBreaking, text } = describeChanges(textOf(source), await currentInterface())
    process.stdout.write(text)
    process.exitCode = isBreaking ? 1 : 0
  }
}
