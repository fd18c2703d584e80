import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const text = readFileSync(join(import.meta.dirname, '../../console/routes.tsx'), 'utf8')

/** Every page of the console, as its routes say: the path, and the file that is loaded when it is opened. */
export const pages = [...text.matchAll(/page\(\s*'([^']+)',\s*\(\) => import\('\.\/([^']+)'\)/g)].map(
  ([, path = '', file = '']) => ({ path, file }),
)
