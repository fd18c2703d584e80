#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { discoverOperations } from '../capabilities/discover.ts'
import { InvalidSettings, loadConfig } from '../config.ts'
import { systemClock } from '../lib/clock.ts'
import { openStores } from '../stores.ts'
import { MalformedKey } from '../platform/keys/index.ts'
import { EngineUnavailable } from '../store/clickhouse/index.ts'
import { DataDirLocked } from '../store/data-dir-lock.ts'
import { InvalidSources } from '../sources/index.ts'
import { MigrationRefused, StoreUnavailable, UnsafeServer } from '../store/postgres/index.ts'
import { registerAudit } from './commands/audit.ts'
import { registerConfig } from './commands/config.ts'
import { registerCredits } from './commands/credits.ts'
import { registerDoctor } from './commands/doctor.ts'
import { registerDoctorSources } from './commands/doctor-sources.ts'
import { registerIdentity } from './commands/identity.ts'
import { registerImport } from './commands/import.ts'
import { registerKey } from './commands/key.ts'
import { registerLedger } from './commands/ledger.ts'
import { registerLimit } from './commands/limit.ts'
import { registerMigrate } from './commands/migrate.ts'
import { registerOpenapi } from './commands/openapi.ts'
import { registerOrg } from './commands/org.ts'
import { registerPrice } from './commands/price.ts'
import { registerSample } from './commands/sample.ts'
import { registerServe } from './commands/serve.ts'
import { registerSubscription } from './commands/subscription.ts'
import { registerSuppress } from './commands/suppress.ts'
import { corpusContext } from './corpus-context.ts'
import { OperatorError, type CliContext } from './context.ts'
import { createLog } from './log.ts'
import { openSettledSources } from './sources-context.ts'

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

/** Errors whose sentence says all an operator needs. */
const operatorErrors = [
  OperatorError,
  InvalidSettings,
  DataDirLocked,
  StoreUnavailable,
  UnsafeServer,
  MigrationRefused,
  EngineUnavailable,
  MalformedKey,
  InvalidSources,
]

/** The system's own refusal, such as `EACCES: permission denied, mkdir '/srv/almanac'`. */
function namesFile(error: unknown): boolean {
  const { syscall, path } = error as NodeJS.ErrnoException
  return typeof syscall === 'string' && typeof path === 'string'
}

const program = new Command('almanac')
  .description('Finds, enriches and watches companies and people')
  .version(version)
  .showHelpAfterError()

for (const register of [registerServe, registerConfig, registerOpenapi]) register(program)
for (const register of [
  registerOrg,
  registerKey,
  registerCredits,
  registerPrice,
  registerSubscription,
  registerLimit,
  registerLedger,
  registerAudit,
]) {
  register(program, context)
}

const storesContext = {
  openStores: () => openStores(loadConfig(), createLog('warn'), { visit: true }),
  print: context.print,
}
registerMigrate(program, storesContext)
registerIdentity(program, storesContext)
registerSuppress(program, {
  ...{ ...storesContext, clock: systemClock },
  dataDir: () => loadConfig().dataDir,
  network: () => ({ hosts: loadConfig().ALMANAC_NETWORK_HOSTS }),
})
const doctor = registerDoctor(program, {
  ...storesContext,
  dataDir: () => loadConfig().dataDir,
  clock: systemClock,
  nodeVersion: process.versions.node,
})
registerDoctorSources(doctor, { openSources: openSettledSources, print: context.print })

registerImport(program, corpusContext)
registerSample(program, corpusContext)

try {
  await program.parseAsync()
} catch (error) {
  // What the operator can act on is one sentence; anything else is a bug and keeps its stack.
  const expected = operatorErrors.some((kind) => error instanceof kind) || namesFile(error)
  const text = error instanceof Error ? (expected ? error.message : error.stack) : String(error)
  process.stderr.write(`${text}\n`)
  process.exitCode = 1
}
