import { execFileSync } from 'node:child_process'
import { mkdtempSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** The last commit of version 0.1, which had no tag. */
export const last01 = 'f6f40441'

const git = (...words: string[]) =>
  execFileSync('git', words, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] })

/** Releases whose migrations the history of this checkout has: a shallow clone or an unpacked archive has none. */
export function releases(): string[] {
  try {
    const tags = git('tag', '--list', 'v*').toString().split('\n').filter(Boolean)
    return [last01, ...tags].filter((ref) => hasCommit(ref))
  } catch {
    return []
  }
}

/** Whether the history of this checkout has the migrations of a commit. */
export function hasCommit(ref: string): boolean {
  try {
    git('cat-file', '-e', `${ref}:migrations/postgres`)
    return true
  } catch {
    return false
  }
}

/** A folder of its own with the folder `migrations` as a release had it; the caller removes it. */
export function migrationsOf(ref: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-release-'))
  execFileSync('tar', ['-x', '-C', folder], { input: git('archive', ref, 'migrations') })
  return folder
}

/** A folder with the program of a commit that runs on the packages of this checkout; the caller removes it. */
export function programOf(ref: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-program-'))
  const wanted = new Set(['bin', 'src', 'migrations', 'package.json', 'data', 'datasets', 'docs'])
  const names = git('ls-tree', '--name-only', ref).toString().split('\n')
  const parts = names.filter((name) => wanted.has(name))
  const input = execFileSync('git', ['archive', ref, ...parts], { cwd: root, maxBuffer: 512 * 1024 ** 2 })
  execFileSync('tar', ['-x', '-C', folder], { input })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}
