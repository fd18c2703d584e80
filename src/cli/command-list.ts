import type { Command } from 'commander'
import { systemClock } from '../lib/clock.ts'
import { bothStores, controlPlane, operationIds, storesOfAnyVersion, storesToExamine } from './machine.ts'

/** A command as the help shows it; its code is only loaded when the command is used. */
export interface ListedCommand {
  name: string
  description: string
  /** It loads rows for minutes or hours, so requests come first. */
  givesWay?: true
  register(program: Command): Promise<void>
}

const installation: ListedCommand[] = [
  {
    name: 'serve',
    description: 'start the service',
    register: async (program) => (await import('./commands/serve.ts')).registerServe(program),
  },
  {
    name: 'config',
    description: 'print the effective settings, secrets masked',
    register: async (program) => (await import('./commands/config.ts')).registerConfig(program),
  },
  {
    name: 'openapi',
    description: 'print the OpenAPI 3.1 description of the interface',
    register: async (program) => (await import('./commands/openapi.ts')).registerOpenapi(program),
  },
]

const accounts: ListedCommand[] = [
  {
    name: 'org',
    description: 'organizations',
    register: async (program) => (await import('./commands/org.ts')).registerOrg(program, controlPlane),
  },
  {
    name: 'key',
    description: 'API keys',
    register: async (program) => (await import('./commands/key.ts')).registerKey(program, controlPlane),
  },
  {
    name: 'console',
    description: 'print a link that signs a browser in to the console as an owner, once, within 15 minutes',
    async register(program) {
      const [{ registerConsole }, { loadConfig }, { printableHost }] = await Promise.all([
        import('./commands/console.ts'),
        import('../config.ts'),
        import('./printable-host.ts'),
      ])
      const address = () => {
        const { ALMANAC_BASE_URL, HOST, PORT } = loadConfig()
        return ALMANAC_BASE_URL ?? `http://${printableHost(HOST)}:${PORT}`
      }
      registerConsole(program, { ...controlPlane, address })
    },
  },
  {
    name: 'credits',
    description: 'credits of an organization',
    register: async (program) =>
      (await import('./commands/credits.ts')).registerCredits(program, controlPlane),
  },
  {
    name: 'price',
    description: "an organization's own prices",
    register: async (program) => (await import('./commands/price.ts')).registerPrice(program, controlPlane),
  },
  {
    name: 'subscription',
    description: 'subscriptions and their usage periods',
    register: async (program) =>
      (await import('./commands/subscription.ts')).registerSubscription(program, controlPlane),
  },
  {
    name: 'limit',
    description: "an organization's own rate limits",
    register: async (program) =>
      (await import('./commands/limit.ts')).registerLimit(program, { ...controlPlane, operationIds }),
  },
  {
    name: 'ledger',
    description: 'the journal of all credits',
    register: async (program) => (await import('./commands/ledger.ts')).registerLedger(program, controlPlane),
  },
  {
    name: 'audit',
    description: 'who changed keys, billing, settings and privacy',
    register: async (program) => (await import('./commands/audit.ts')).registerAudit(program, controlPlane),
  },
]

const stores: ListedCommand[] = [
  {
    name: 'listen',
    description: 'print the events of an organization as they come, signed, and forward them to a local port',
    register: async (program) => (await import('./commands/listen.ts')).registerListen(program, controlPlane),
  },
  {
    name: 'migrate',
    description:
      'bring the tables of both stores and the search index up to date and list the migrations in force',
    register: async (program) => (await import('./commands/migrate.ts')).registerMigrate(program, bothStores),
  },
  {
    name: 'identity',
    description: 'why records count as one company or person, and how to correct it',
    register: async (program) =>
      (await import('./commands/identity.ts')).registerIdentity(program, bothStores),
  },
  {
    name: 'suppress',
    description: 'take people out of the corpus and keep them out',
    async register(program) {
      const [{ registerSuppress }, { loadConfig }, { openFiles }] = await Promise.all([
        import('./commands/suppress.ts'),
        import('../config.ts'),
        import('../stores.ts'),
      ])
      const network = () => ({ hosts: loadConfig().ALMANAC_NETWORK_HOSTS })
      const files = () => openFiles(loadConfig(), systemClock)
      registerSuppress(program, { ...bothStores, clock: systemClock, network, openFiles: files })
    },
  },
  {
    name: 'backup',
    description:
      'copy everything of this installation while it runs: accounts, credits, corpus, files, secret',
    async register(program) {
      const [{ registerBackup }, { backupContext }] = await Promise.all([
        import('./commands/backup.ts'),
        import('./backup-context.ts'),
      ])
      registerBackup(program, backupContext)
    },
  },
  {
    name: 'backups',
    description:
      'list the backups made by the clock and over the interface, here and in ALMANAC_BACKUP_TARGET',
    async register(program) {
      const [{ registerBackups }, { backupContext }] = await Promise.all([
        import('./commands/backups.ts'),
        import('./backup-context.ts'),
      ])
      registerBackups(program, backupContext)
    },
  },
  {
    name: 'restore',
    description: 'restore a backup into the empty data directory of the settings, and check it',
    async register(program) {
      const [{ registerRestore }, { backupContext }] = await Promise.all([
        import('./commands/backup.ts'),
        import('./backup-context.ts'),
      ])
      registerRestore(program, backupContext)
    },
  },
  {
    name: 'doctor',
    description: 'check Node, disk, stores, migrations, corpus and ledger; exit code 1 if something is wrong',
    async register(program) {
      const [{ registerDoctor }, { registerDoctorSources }, { openSettledSources }, { loadConfig }] =
        await Promise.all([
          import('./commands/doctor.ts'),
          import('./commands/doctor-sources.ts'),
          import('./sources-context.ts'),
          import('../config.ts'),
        ])
      const dataDir = () => loadConfig().dataDir
      const nodeVersion = process.versions.node
      const clock = systemClock
      const upgrade = { ...storesOfAnyVersion, clock, config: loadConfig }
      const doctor = registerDoctor(program, { ...storesToExamine, dataDir, clock, nodeVersion, upgrade })
      registerDoctorSources(doctor, { openSources: openSettledSources, print: bothStores.print })
    },
  },
  {
    name: 'sources',
    description: 'outside sources: set up, order, pause and test them',
    async register(program) {
      const [{ registerSources }, { openSettledSources }] = await Promise.all([
        import('./commands/sources.ts'),
        import('./sources-context.ts'),
      ])
      registerSources(program, { openSources: openSettledSources, print: bothStores.print })
    },
  },
]

const corpus: ListedCommand[] = [
  {
    name: 'import',
    givesWay: true,
    description:
      'load companies, people or any other kind of records from files: JSON lines, JSON, XML, CSV, .xlsx, Parquet or .osm.pbf, also gzip or zstd, and members of .zip and .tar archives',
    async register(program) {
      const [{ registerImport }, { corpusContext }] = await Promise.all([
        import('./commands/import.ts'),
        import('./corpus-context.ts'),
      ])
      registerImport(program, corpusContext)
    },
  },
  {
    name: 'data',
    givesWay: true,
    description: 'open registers, in and out of the corpus, kept up to date',
    async register(program) {
      const [{ registerData }, { dataContext }] = await Promise.all([
        import('./commands/data.ts'),
        import('./data-context.ts'),
      ])
      registerData(program, dataContext)
    },
  },
  {
    name: 'work',
    description:
      'do what was asked for over the interface: imports, backups, checks; the service runs it by itself',
    async register(program) {
      const [{ registerWork }, { workContext }] = await Promise.all([
        import('./commands/work.ts'),
        import('./work-context.ts'),
      ])
      registerWork(program, workContext)
    },
  },
  {
    name: 'enrich',
    description: 'identify the companies or people in a list: CSV, .xlsx or JSON lines, also gzip or zstd',
    async register(program) {
      const [{ registerEnrich }, { enrichContext }] = await Promise.all([
        import('./commands/enrich.ts'),
        import('./enrich-context.ts'),
      ])
      registerEnrich(program, enrichContext)
    },
  },
  {
    name: 'visit',
    description: "ask companies' job boards, own sites and feeds now, and keep what they say",
    async register(program) {
      const [{ registerVisit }, { visitContext }] = await Promise.all([
        import('./commands/visit.ts'),
        import('./visit-context.ts'),
      ])
      registerVisit(program, visitContext)
    },
  },
  {
    name: 'sample',
    description: 'load made-up companies, ten people for each, and records of every other kind',
    async register(program) {
      const [{ registerSample }, { corpusContext }] = await Promise.all([
        import('./commands/sample.ts'),
        import('./corpus-context.ts'),
      ])
      registerSample(program, corpusContext)
    },
  },
]

export const commandList: readonly ListedCommand[] = [...installation, ...accounts, ...stores, ...corpus]

/** The command that `args` run, or whose help they ask for. */
function nameIn(args: readonly string[]): string | undefined {
  const [first, second] = args.filter((arg) => !arg.startsWith('-'))
  return first === 'help' ? second : first
}

/** Whether requests come before the command that `args` run. */
export const isBehindRequests = (args: readonly string[]): boolean =>
  commandList.some(({ name, givesWay }) => givesWay === true && name === nameIn(args))

/** Adds all commands to the program: the one named in `args` completely, the others as lines of the help. */
export async function registerAsked(program: Command, args: readonly string[]): Promise<void> {
  const commandName = nameIn(args)
  for (const { name, description, register } of commandList) {
    if (name === commandName) await register(program)
    else program.command(name).description(description)
  }
}
