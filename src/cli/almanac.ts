#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { discoverOperations } from '../capabilities/discover.ts'
import { InvalidSettings, loadConfig } from '../config.ts'
import { systemClock } from '../lib/clock.ts'
import { openStores } from '../stores.ts'
import { DataDirLocked } from '../store/data-dir-lock.ts'
import { registerConfig } from './commands/config.ts'
import { registerCredits } from './commands/credits.ts'
import { registerKey } from './commands/key.ts'
import { registerLedger } from './commands/ledger.ts'
import { registerLimit } from './commands/limit.ts'
import { registerOrg } from './commands/org.ts'
import { registerPrice } from './commands/price.ts'
import { registerServe } from './commands/serve.ts'
import { OperatorError, type CliContext } from './context.ts'
import { createLog } from './log.ts'

const version = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
).version

const context: CliContext = {
  async open() {
    const config = loadConfig()
    const stores = await openStores(config, createLog('warn'), { visit: true })
    return { db: stores.db, clock: systemClock, secret: stores.secret, close: () => stores.close() }
  },
  print: (value) => process.stdout.write(`${typeof value === 'string' ? value : JSON.stringify(value)}\n`),
  operationIds: (await discoverOperations()).map((operation) => operation.id),
}

const program = new Command('almanac')
  .description('Finds, enriches and watches companies and people')
  .version(version)
  .showHelpAfterError()

for (const register of [registerServe, registerConfig]) register(program)
for (const register of [
  registerOrg,
  registerKey,
  registerCredits,
  registerPrice,
  registerLimit,
  registerLedger,
]) {
  register(program, context)
}

try {
  await program.parseAsync()
} catch (error) {
  // What the operator can act on is one sentence; anything else is a bug and keeps its stack.
  const expected =
    error instanceof OperatorError || error instanceof InvalidSettings || error instanceof DataDirLocked
  process.stderr.write(
    `${expected ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  )
  process.exitCode = 1
}
