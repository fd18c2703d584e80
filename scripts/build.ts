/**
 * Compiles src/ into dist/ for the packed command, since Node strips no types under node_modules: `node scripts/build.ts`,
 * run by `npm pack`. Nothing of a checkout needs it.
 */
import { spawnSync } from 'node:child_process'
import { cp, glob, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')
const load = createRequire(import.meta.url)
const compiler = join(dirname(load.resolve('typescript/package.json')), 'bin/tsc')

await rm(dist, { recursive: true, force: true })
const { status } = spawnSync(process.execPath, [compiler, '-p', join(root, 'tsconfig.build.json')], {
  cwd: root,
  stdio: 'inherit',
})
if (status === 0) {
  // The compiler copies only the data files that are imported.
  for await (const file of glob('**/data/*.{json,br}', { cwd: join(root, 'src') })) {
    await cp(join(root, 'src', file), join(dist, file))
  }
} else process.exitCode = 1
