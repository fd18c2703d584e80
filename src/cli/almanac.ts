#!/usr/bin/env node
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { Command } from 'commander'
import { version } from '../lib/version.ts'
import { behindName, endWithParent, lowerPriority } from './background-process.ts'
import { outliveReaders } from './closed-output.ts'
import { isBehindRequests, registerAsked } from './command-list.ts'

/**
 * Errors whose message is all an operator needs, by name, because their classes are only loaded with the command that throws
 * them.
 */
const operatorErrors = new Set([
  'OperatorError',
  'InvalidSettings',
  'InvalidSources',
  'MalformedKey',
  'DataDirLocked',
  'DataDirUnusable',
  'StoreUnavailable',
  'WorkersNotStarted',
  'UnsafeServer',
  'MigrationRefused',
  'EngineUnavailable',
  'TooFewOpenFiles',
  'OtherVersionRunning',
])

/** The system's own refusal, such as `EACCES: permission denied, mkdir '/srv/almanac'`. */
function namesFile(error: unknown): boolean {
  const { syscall, path } = error as NodeJS.ErrnoException
  return typeof syscall === 'string' && typeof path === 'string'
}

outliveReaders()

if (process.argv0 === behindName) endWithParent()

// Before threads and stores begin, which are started with the priority of this one.
if (isBehindRequests(process.argv.slice(2))) lowerPriority(0)

// The compile cache saves a second of processor time at each start. Where the cache cannot be written, code is compiled
// again.
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/almanac'))

const program = new Command('almanac')
  .description('Finds, enriches and watches companies and people')
  .version(version)
  .showHelpAfterError()
  // The help of each command lists its arguments and options.
  .configureHelp({ subcommandTerm: (command) => command.name() })

try {
  await registerAsked(program, process.argv.slice(2))
  await program.parseAsync()
} catch (error) {
  process.stderr.write(`${printError(error)}\n`)
  process.exitCode = 1
}

/** An error the operator can act on is printed as one sentence; anything else is a bug and keeps its stack. */
function printError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const isExpected = operatorErrors.has(error.name) || namesFile(error)
  return isExpected ? error.message : String(error.stack)
}
