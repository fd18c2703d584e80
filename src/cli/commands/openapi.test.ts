import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { expect, it } from 'vitest'
import { registerOpenapi } from './openapi.ts'

it('writes the description of every operation to a file, without opening a store', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-openapi-'))
  try {
    const file = join(folder, 'openapi.json')
    const program = new Command('almanac').exitOverride()
    registerOpenapi(program)
    await program.parseAsync(['openapi', '--out', file], { from: 'user' })
    const document = JSON.parse(await readFile(file, 'utf8')) as { openapi: string; paths: object }
    const kept = await readFile(join(import.meta.dirname, '../../../docs/generated/openapi.json'), 'utf8')
    expect(document.openapi).toBe('3.1.0')
    expect(Object.keys(document.paths)).toEqual(Object.keys((JSON.parse(kept) as { paths: object }).paths))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
