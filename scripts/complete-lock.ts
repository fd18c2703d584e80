/**
 * Brings package-lock.json into the form it is committed in. Run it after every install. It
 * - writes the optional packages of other platforms back, which `npm install` leaves out when the registry at hand does
 *   not list them; without their entries `npm ci` refuses the file;
 * - leaves out which Node a dependency asks for: npm compares that with the Node it runs on itself, and warns, while
 *   everything here runs on the Node of the package `node`.
 */
import { readFileSync, writeFileSync } from 'node:fs'

interface LockEntry {
  version?: string
  dev?: boolean
  optional?: boolean
  cpu?: string[]
  os?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
  engines?: Record<string, string> | string[]
}

const file = new URL('../package-lock.json', import.meta.url)
const lock = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, LockEntry> }
const systems = new Set(['linux', 'darwin', 'win32', 'windows', 'freebsd', 'openbsd', 'netbsd', 'android'])
const processors = new Set([
  'x64',
  'arm64',
  'arm',
  'ia32',
  'riscv64',
  'ppc64',
  's390x',
  'loong64',
  'mips64el',
])
const exact = /^\d+\.\d+\.\d+(-[\w.]+)?$/
let added = 0

for (const [path, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const folder = `node_modules/${name}`
    if (
      path === '' ||
      lock.packages[folder] !== undefined ||
      lock.packages[`${path}/${folder}`] !== undefined
    )
      continue
    if (!exact.test(version)) continue
    lock.packages[folder] = platformEntry(name, version, entry.dev === true)
    added++
  }
}

let unsaid = 0
for (const [path, entry] of Object.entries(lock.packages)) {
  if (path === '' || entry.engines === undefined) continue
  delete entry.engines
  unsaid++
}

if (added > 0 || unsaid > 0) {
  const order = Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1))
  lock.packages = Object.fromEntries(order)
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
}
console.log(`package-lock.json: ${added} entries completed, ${unsaid} demands on Node left out`)

function platformEntry(name: string, version: string, dev: boolean): LockEntry {
  const words = name.split(/[^a-z0-9]+/)
  const os = words.filter((word) => systems.has(word)).map((word) => (word === 'windows' ? 'win32' : word))
  const cpu = words.filter((word) => processors.has(word))
  const libc = words.includes('musl') ? ['musl'] : words.includes('gnu') ? ['glibc'] : []
  return {
    version,
    ...(cpu.length > 0 ? { cpu } : {}),
    ...(dev ? { dev } : {}),
    ...(libc.length > 0 ? { libc } : {}),
    optional: true,
    ...(os.length > 0 ? { os } : {}),
  }
}
