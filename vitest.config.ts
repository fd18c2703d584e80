import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { keepCompiled } from './test/support/compiled.ts'
import { costReporter, type Budgets } from './test/support/cost-reporter.ts'

keepCompiled()

/**
 * Processor seconds a project may use, and the two servers that all of them share; half of it is room for what comes.
 * What does not fit is made cheaper before a budget is raised. On a machine that is slow all through the run they are larger.
 */
const budgets: Budgets = {
  contract: 400,
  faults: 780,
  search: 240,
  service: 1_150,
  unit: 390,
  postgres: 520,
  engine: 720,
}

/**
 * What starts programs as a user does, or ends the servers of a whole service: each file has a process of its own. Files of
 * test/faults that kill processes they start are not harmed by it and share the modules of the service.
 */
const faults = [
  'test/faults/{imports,one-service}.test.ts',
  'test/e2e/**/*.test.ts',
  'test/simulation/*{kill,crash}*.test.ts',
  'src/store/**/*{faults,conformance,supervised-server,data-dir-lock}.test.ts',
  'src/corpus/import/run/bounded-memory.test.ts',
  'test/house/lint.test.ts',
  'bench/search.test.ts',
]
const contract = ['test/contract/**/*.test.ts']
const search = ['test/search/**/*.test.ts']

const everywhere = '{src,test,bench,scripts}/**/*.test.ts'

/** What opens the service, or loads real files, told by what it imports and reads; and what kills processes that use its stores. */
const service = globSync(everywhere, { cwd: import.meta.dirname }).filter((file) =>
  /^test\/faults\/|from '[./]+(?:test\/)?worlds\/|shareService|(harness|sampled-stores|search-service|search-world)\.ts'|\.\.\/shared\/data/.test(
    `${file}\n${readFileSync(file, 'utf8')}`,
  ),
)

const others = [...faults, ...contract, ...search]

export default defineConfig({
  test: {
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/set-up.ts'],
    // Stores run as processes of their own: forks keep a crashed test from taking the others along.
    pool: 'forks',
    // With the servers beside them four workers on two cores take a quarter longer, by the clock and in processor time.
    maxWorkers: 3,
    // Files share the modules of their worker: to load all of the service takes longer than most of them.
    isolate: false,
    // Node strips types itself; Vite would transform a thousand modules first.
    // Nothing is mocked: to look for it costs each worker a second.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Hangs are found, a busy machine is not: nothing is timed by these.
    testTimeout: 900_000,
    expect: { poll: { timeout: 180_000 } },
    // The first file of a run that needs a sample loads it, and others wait for it.
    hookTimeout: 900_000,
    reporters: ['default', costReporter(budgets)],
    // Run in this order, so that the longest files are not the last.
    projects: [
      { extends: true, test: { name: 'contract', include: contract } },
      { extends: true, test: { name: 'faults', include: faults, isolate: true } },
      { extends: true, test: { name: 'search', include: search } },
      { extends: true, test: { name: 'service', include: service, exclude: others } },
      { extends: true, test: { name: 'unit', include: [everywhere], exclude: [...others, ...service] } },
    ],
  },
})
