import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { expect, it } from 'vitest'
import { discoverOperations } from '../../capabilities/discover.ts'
import { registerOpenapi } from './openapi.ts'

it('writes the description of every operation to a file, without opening a store', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-openapi-'))
  try {
    const file = join(folder, 'openapi.json')
    const program = new Command('almanac').exitOverride()
    registerOpenapi(program)
    await program.parseAsync(['openapi', '--out', file], { from: 'user' })
    const document = JSON.parse(await readFile(file, 'utf8')) as { openapi: string; paths: object }
    expect(document.openapi).toBe('3.1.0')
    const paths = (await discoverOperations()).map(({ path }) => path)
    expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(paths))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
