import { readFileSync } from 'node:fs'

/** Of the package: that of the checkout, or of what was installed. */
export const version = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
).version
