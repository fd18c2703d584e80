import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { rolldown, type Plugin } from 'rolldown'
import { atEnd } from './at-end.ts'

/** Packages are found from here, as from the modules themselves. */
const folder = join(import.meta.dirname, '../../node_modules/.cache')

/** Modules go on finding what lies beside them: data, migrations, programs of threads. */
const ownPlaces: Plugin = {
  name: 'own places',
  transform: (code, id) =>
    code
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
      .replaceAll('import.meta.dirname', JSON.stringify(dirname(id))),
}

/**
 * A program with the modules of this project in one file, until the calling test file is done. It is for processes that
 * are killed many times: a thousand files take twice as long to load as one, which takes a second of its own to make.
 */
export async function bundleProgram(program: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  const dir = await mkdtemp(join(folder, 'killed-'))
  atEnd(() => rm(dir, { recursive: true, force: true }))
  const bundle = await rolldown({
    input: program,
    platform: 'node',
    external: (id) => !/^[./]/.test(id),
    plugins: [ownPlaces],
    logLevel: 'silent',
  })
  await bundle.write({ dir, format: 'esm', entryFileNames: '[name].mjs' })
  await bundle.close()
  return join(dir, `${basename(program, '.ts')}.mjs`)
}
