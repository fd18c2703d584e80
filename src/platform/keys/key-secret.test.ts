import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadKeySecret } from './key-secret.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almanac-secret-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('key secret', () => {
  it('is made once, readable by its owner only, and stays the same', async () => {
    const dataDir = join(folder, 'new', 'data')
    const secret = await loadKeySecret(dataDir)
    expect(secret).toHaveLength(32)
    expect((await stat(join(dataDir, 'secret.key'))).mode & 0o777).toBe(0o600)
    expect(await loadKeySecret(dataDir)).toEqual(secret)
  })

  it('is one secret when many start at once, with no draft left behind', async () => {
    const secrets = await Promise.all(Array.from({ length: 20 }, () => loadKeySecret(folder)))
    expect(new Set(secrets.map((secret) => secret.toString('hex'))).size).toBe(1)
    expect(await readdir(folder)).toEqual(['secret.key'])
  })

  it('is never replaced when its file is damaged', async () => {
    await writeFile(join(folder, 'secret.key'), 'abc')
    await expect(loadKeySecret(folder)).rejects.toThrow('damaged')
    expect(await readFile(join(folder, 'secret.key'), 'utf8')).toBe('abc')
  })
})
