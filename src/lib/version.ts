import { readFileSync } from 'node:fs'

/** The version of the package: that of the checkout or of the installed package. */
export const version = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
).version
