import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'
import { processorMsOf as measure, quietMs, referenceWork } from './machine-pace.ts'
import { processorMsBelow } from './processor-time.ts'

/** Processor seconds a project may use, and the Postgres and the engine that all of them share. */
export type Budgets = Record<string, number>

/** Files of the last run that failed and may pass alone: a line each. Read by scripts/check.ts. */
export const failedFilesPath = join(import.meta.dirname, '../../node_modules/.cache/failed-test-files.txt')

interface Cost {
  files: number
  tests: number
  processorSeconds: number
}

const seconds = (ms: number) => Math.round(ms / 1000)

/** How many times as much of the processor fixed work takes beside three workers of a run on a machine of one's own. */
const usualPace = 2

/**
 * Ends a run with its slowest files, what each project cost and what failed, and fails one that is over a budget.
 * Processor time is what is counted: a busy machine takes longer for the same. One that others use, too, also takes more of
 * it, at times five times as much: fixed work done all through the run tells by how much the budgets have to be larger.
 * What failed is said once more here because the end of a log is often all that is kept of it.
 */
export function costReporter(limits: Budgets): Reporter {
  const pace = { ms: 0, rounds: 0 }
  return {
    onTestModuleEnd() {
      pace.ms += measure(referenceWork)
      pace.rounds += 1
    },
    onTestRunEnd(modules, unhandled) {
      const factor = Math.max(1, pace.ms / Math.max(1, pace.rounds) / quietMs / usualPace)
      const budgets = Object.fromEntries(
        Object.entries(limits).map(([name, limit]) => [name, Math.round(limit * factor)]),
      )
      const costs = costsOf(modules)
      for (const [store, text] of stores)
        costs.set(store, { files: 0, tests: 0, processorSeconds: seconds(processorMsBelow(text)) })
      const lines = [
        '',
        'Slowest files, processor seconds:',
        ...slowest(modules),
        '',
        ...table(costs, budgets),
        ...(factor > 1 ? [`The machine is slow: budgets are ${factor.toFixed(2)} times as large.`] : []),
      ]
      const over = overBudget(costs, budgets)
      // oxlint-disable-next-line no-console
      console.log([...lines, ...over, ...faultsOf(modules, unhandled)].join('\n'))
      if (over.length > 0) process.exitCode = 1
      // What is over a budget, or killed its process, stays a fault, whatever passes alone.
      const isSerious = over.length + unhandled.length > 0
      const failed = isSerious
        ? []
        : modules.filter((module) => !['passed', 'skipped'].includes(module.state()))
      mkdirSync(dirname(failedFilesPath), { recursive: true })
      writeFileSync(failedFilesPath, failed.map(({ relativeModuleId }) => `${relativeModuleId}\n`).join(''))
    },
  }
}

const processorMsOf = (module: TestModule) => module.meta().processorMs ?? 0

/** The servers all files share, by what their command lines say. */
const stores = [
  ['postgres', 'postgres'],
  ['engine', 'engine-child'],
] as const

function costsOf(modules: readonly TestModule[]): Map<string, Cost> {
  const costs = new Map<string, Cost>()
  for (const [project, own] of Map.groupBy(modules, (module) => module.project.name)) {
    const ms = own.reduce((sum, module) => sum + processorMsOf(module), 0)
    const tests = own.reduce((sum, module) => sum + [...module.children.allTests()].length, 0)
    costs.set(project, { files: own.length, tests, processorSeconds: seconds(ms) })
  }
  return costs
}

function slowest(modules: readonly TestModule[]): string[] {
  return [...modules]
    .toSorted((a, b) => processorMsOf(b) - processorMsOf(a))
    .slice(0, 20)
    .map((module) => {
      const waited = seconds(module.diagnostic().duration)
      return `${String(seconds(processorMsOf(module))).padStart(5)}  ${module.relativeModuleId} (${waited} s by the clock)`
    })
}

/** Each failure of the run: where it was, and the first lines of what it said. */
function faultsOf(modules: readonly TestModule[], unhandled: readonly SerializedError[]): string[] {
  const describe = (error: { message: string; cause?: unknown } | undefined): string => {
    const lines = (error?.message ?? 'no message').split('\n').slice(0, 4)
    // Which file a process died in, and of what, is in the cause alone.
    if (error?.cause instanceof Object && 'message' in error.cause) lines.push(String(error.cause.message))
    return lines.join('\n    ')
  }
  const lines = modules.flatMap((module) => {
    const nodes = [module, ...module.children.allSuites(), ...module.children.allTests('failed')]
    return nodes.flatMap((node) => {
      const errors = node.type === 'test' ? (node.result().errors ?? []) : node.errors()
      const name = node.type === 'module' ? '' : ` > ${node.fullName}`
      return errors.map((error) => `  ${module.relativeModuleId}${name}\n    ${describe(error)}`)
    })
  })
  lines.push(...unhandled.map((error) => `  outside of tests\n    ${describe(error)}`))
  return lines.length > 0 ? ['', 'What failed:', ...lines] : []
}

function table(costs: Map<string, Cost>, budgets: Budgets): string[] {
  const row = (cells: (string | number)[]) => cells.map((cell) => String(cell).padEnd(10)).join('')
  return [
    row(['project', 'files', 'tests', 'seconds', 'budget']),
    ...[...costs].map(([name, cost]) =>
      row([name, cost.files, cost.tests, cost.processorSeconds, budgets[name] ?? '-']),
    ),
  ]
}

function overBudget(costs: Map<string, Cost>, budgets: Budgets): string[] {
  return Object.entries(budgets).flatMap(([name, budget]) => {
    const used = costs.get(name)?.processorSeconds ?? 0
    return used > budget ? [`OVER BUDGET: ${name} used ${used} of ${budget} processor seconds`] : []
  })
}
