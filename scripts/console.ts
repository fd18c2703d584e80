/**
 * Builds the pages of the console: `npm run console`, run by `npm ci` and `npm pack`, and by a start that finds none or old
 * ones. Skipped when they are made of today's sources.
 */
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import {
  consoleFolder,
  digestSources,
  isConsoleBuilt,
  projectFolder,
  stampName,
} from '../src/surfaces/console/index.ts'

const root = join(projectFolder, 'console')
/** Smaller files fit into one packet anyway. */
const minCompressedBytes = 1_400

await buildPages()

async function buildPages(): Promise<void> {
  if (await isConsoleBuilt()) return
  if (!existsSync(join(projectFolder, 'node_modules/vite'))) {
    process.stdout.write('The console is not built: Vite is missing (--omit=dev).\n')
    return
  }
  const digest = await digestSources()
  // Whoever builds, tests too, gets what people load: React weighs twice as much with its checks for developers.
  process.env['NODE_ENV'] = 'production'
  const { build } = await import('vite')
  // A folder of its own: two builds at once hinder each other no more than a server that reads meanwhile.
  const cache = join(projectFolder, 'node_modules/.cache')
  for (const folder of [cache, dirname(consoleFolder)]) await mkdir(folder, { recursive: true })
  const made = await mkdtemp(join(cache, 'console-'))
  try {
    await build({
      root,
      configFile: join(root, 'vite.config.ts'),
      logLevel: 'warn',
      build: { outDir: made, emptyOutDir: true },
    })
    await compressAll(made)
    await writeFile(join(made, stampName), digest)
    // Whoever runs the service may read it.
    await chmod(made, 0o755)
    await replaceFolder(made, consoleFolder)
  } finally {
    await rm(made, { recursive: true, force: true })
  }
}

async function compressAll(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const br = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
  const compress = async (path: string) => {
    const bytes = await readFile(path)
    if (bytes.length < minCompressedBytes) return
    await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, br))
    await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }))
  }
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  await Promise.all(files.map(compress))
}

async function replaceFolder(made: string, place: string): Promise<void> {
  const old = `${place}.old-${process.pid}`
  await rename(place, old).catch(() => {})
  await rename(made, place)
  await rm(old, { recursive: true, force: true })
}
