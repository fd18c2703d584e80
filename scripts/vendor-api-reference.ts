/**
 * Brings the browser file of the interactive documentation into the tree: `npx node scripts/vendor-api-reference.ts VERSION`.
 * Its package is 190 MB with what it depends on, for one file of 4.3 MB that the browser needs; the file alone, compressed,
 * is 0.9 MB. Afterwards look at /docs, and bring NOTICE up to date.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

const name = '@scalar/api-reference'
const [version] = process.argv.slice(2)
if (version === undefined || !/^\d+\.\d+\.\d+$/.test(version)) {
  process.stderr.write('usage: npx node scripts/vendor-api-reference.ts VERSION\n')
  process.exit(1)
}

const data = join(import.meta.dirname, '../data/documents')
const work = mkdtempSync(join(tmpdir(), 'almanac-vendor-'))
try {
  // npm compares the tarball with the registry's digest.
  execFileSync('npm', ['pack', '--silent', `${name}@${version}`, '--pack-destination', work], { cwd: work })
  const [tarball = ''] = readdirSync(work)
  execFileSync('tar', ['-xzf', tarball], { cwd: work })
  const bundle = readFileSync(join(work, 'package/dist/browser/standalone.js'))
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 }
  writeFileSync(join(data, 'api-reference.js.br'), brotliCompressSync(bundle, { params }))
  const sha256 = createHash('sha256').update(bundle).digest('hex')
  writeFileSync(
    join(data, 'api-reference.json'),
    `${JSON.stringify({ name, version, sha256, licence: 'MIT' }, null, 2)}\n`,
  )
  process.stdout.write(`${name} ${version}: ${bundle.length} bytes, SHA-256 ${sha256}\n`)
} finally {
  rmSync(work, { recursive: true, force: true })
}
