/**
 * Prints a bill of materials (CycloneDX) of what is installed with the package: `npm run sbom > almanac.cdx.json`.
 *
 * npm leaves out what a development dependency needs, too, although it is installed (npm 11.19: `npm sbom --omit dev`), so it
 * is asked in a folder whose package.json and lock have none.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

interface Package {
  dev?: boolean
  devOptional?: boolean
  devDependencies?: object
}

const root = join(import.meta.dirname, '..')
const read = <Content>(file: string) => JSON.parse(readFileSync(join(root, file), 'utf8')) as Content

const manifest = read<Package & { overrides?: object }>('package.json')
const lock = read<{ packages: Record<string, Package> }>('package-lock.json')
delete manifest.devDependencies
// They are of development dependencies alone.
delete manifest.overrides
lock.packages = Object.fromEntries(
  Object.entries(lock.packages).filter(([, entry]) => entry.dev !== true && entry.devOptional !== true),
)
delete lock.packages['']?.devDependencies

const parent = mkdtempSync(join(tmpdir(), 'almanac-sbom-'))
try {
  // npm names what it lists after the folder.
  const folder = join(parent, 'almanac')
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock))
  const options = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only']
  const { status } = spawnSync('npm', ['sbom', ...options], { cwd: folder, stdio: 'inherit' })
  process.exitCode = status ?? 1
} finally {
  rmSync(parent, { recursive: true })
}
