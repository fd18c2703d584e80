/**
 * Compiles src/ into dist/ for the packed command, since Node strips no types under node_modules: `node scripts/build.ts`,
 * run by `npm pack`. Nothing of a checkout needs it.
 */
import { spawnSync } from 'node:child_process'
import { rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')
/** With data/ beside src/, as the compiler wants it: the package has the folder data itself, which dist/ reads. */
const compiled = join(root, 'dist.new')
const load = createRequire(import.meta.url)
const compiler = join(dirname(load.resolve('typescript/package.json')), 'bin/tsc')

await rm(dist, { recursive: true, force: true })
const { status } = spawnSync(
  process.execPath,
  [compiler, '-p', join(root, 'tsconfig.build.json'), '--outDir', compiled],
  { cwd: root, stdio: 'inherit' },
)
if (status === 0) await rename(join(compiled, 'src'), dist)
else process.exitCode = 1
await rm(compiled, { recursive: true, force: true })
