#!/usr/bin/env node
// Starts the command on the Node that comes with the package, whatever Node runs this file (18 or later): the sources of
// a checkout, or what was compiled for a packed install, where Node would strip no types.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const oldestNode = 24
const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** The packaged Node; else this one, if it is new enough. */
function findNode() {
  try {
    const load = createRequire(import.meta.url)
    const packaged = join(dirname(load.resolve('node/package.json')), 'bin/node')
    if (existsSync(packaged)) return packaged
  } catch {
    // Not installed: decided below.
  }
  if (Number(process.versions.node.split('.')[0]) >= oldestNode) return process.execPath
  // npm leaves the binary out when it was told to run no install scripts.
  process.stderr.write(
    `almanac needs Node ${oldestNode}: its package "node" has no program, and this is Node ${process.versions.node}.\n` +
      'Allow install scripts and install again (npm rebuild node), or run almanac with a newer Node.\n',
  )
  process.exit(1)
}

function findCommand() {
  const sources = join(root, 'src/cli/almanac.ts')
  const compiled = join(root, 'dist/cli/almanac.js')
  if (existsSync(sources)) return sources
  if (existsSync(compiled)) return compiled
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  process.stderr.write(`almanac ${version} is incomplete: ${compiled} is missing. Install it again.\n`)
  process.exit(1)
}

const child = spawn(findNode(), [findCommand(), ...process.argv.slice(2)], { stdio: 'inherit' })
for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT']) {
  // Ctrl-C on a terminal reaches the child by itself, too: it takes signals in a row for one.
  process.on(signal, () => void child.kill(signal))
}
child.on('error', (error) => {
  process.stderr.write(`almanac could not be started: ${error.message}\n`)
  process.exitCode = 1
})
child.on('exit', (code, signal) => {
  if (signal === null) process.exitCode = code ?? 1
  else {
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  }
})
