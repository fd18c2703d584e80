import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { environmentOf, projectRoot, temporaryDataDir } from './running-server.ts'

let dataDir: string
let remove: () => Promise<void>
beforeAll(async () => {
  ;({ dataDir, remove } = await temporaryDataDir())
})
afterAll(() => remove())

/** Commands of a document that load files, each with what the document says they print, if it does. */
function imports(document: string): { line: string; prints: string | undefined }[] {
  const blocks = readFileSync(join(projectRoot, document), 'utf8').split(/^```.*$/m)
  return blocks.flatMap((block, index) => {
    const [line = ''] = block.trim().split('\n')
    // The next block, with no more than a blank line between.
    const prints = blocks[index + 1]?.trim() === '' ? blocks[index + 2]?.trim() : undefined
    return index % 2 === 1 && /^npm run almanac -- import \w+ [\w./-]+\.\w+/.test(line)
      ? [{ line, prints }]
      : []
  })
}

/** As it is typed, in the checkout. */
function typed(line: string): Promise<{ code: number | null; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const child = spawn('sh', ['-c', line], { cwd: projectRoot, env: environmentOf({ dataDir }) })
    let [stdout, stderr] = ['', '']
    child.stdout.on('data', (text: Buffer) => (stdout += text.toString()))
    child.stderr.on('data', (text: Buffer) => (stderr += text.toString()))
    child.once('close', (code) => resolve({ code, stdout, stderr }))
  })
}

test.each(['README.md', 'docs/guide/import.md'])(
  '%s: its imports work as they are typed',
  async (document) => {
    const commands = imports(document)
    expect(commands.length).toBeGreaterThan(0)
    for (const { line, prints } of commands) {
      const file = / import \w+ (\S+)/.exec(line)?.[1] ?? ''
      expect(existsSync(join(projectRoot, file)), `${file} is in the project`).toBe(true)
      expect(file).not.toMatch(/^[./]/)
      const { code, stdout, stderr } = await typed(line)
      expect({ code, stderr: code === 0 ? '' : stderr }, line).toEqual({ code: 0, stderr: '' })
      if (prints !== undefined) expect(stdout).toContain(prints)
      expect(stdout).toMatch(/ 0 rejected/)
      // What a guess leaves beside the file.
      if (line.includes('--guess')) await rm(join(projectRoot, `${file}.map.yaml`))
    }
  },
)
