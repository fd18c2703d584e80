#!/usr/bin/env node
// Runs the command on this Node where it is new enough, else on the one that comes with the package (this file itself runs
// on 18 or later): the sources of a checkout, or what was compiled for a packed install, where Node would strip no types.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const oldestNode = 24
const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** Of the package; undefined where it is not installed, or npm was told to run no install scripts. */
function packagedNode() {
  try {
    const load = createRequire(import.meta.url)
    const packaged = join(dirname(load.resolve('node/package.json')), 'bin/node')
    return existsSync(packaged) ? packaged : undefined
  } catch {
    return undefined
  }
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

/** On another Node; its signals and its end are ours. */
function runOn(node, command) {
  const child = spawn(node, [command, ...process.argv.slice(2)], { stdio: 'inherit' })
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
}

const command = findCommand()
if (Number(process.versions.node.split('.')[0]) >= oldestNode) await import(pathToFileURL(command).href)
else {
  const node = packagedNode()
  if (node === undefined) {
    process.stderr.write(
      `almanac needs Node ${oldestNode}: its package "node" has no program, and this is Node ${process.versions.node}.\n` +
        'Allow install scripts and install again (npm rebuild node), or run almanac with a newer Node.\n',
    )
    process.exit(1)
  }
  runOn(node, command)
}
