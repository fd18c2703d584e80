import { almanac, startService, visitStores } from './almanac-process.ts'
import { audienceFigures } from './lists/audience-figures.ts'
import { customerOf } from './lists/customer.ts'
import { dueFigures } from './lists/due-figures.ts'
import { exclusionFigures } from './lists/exclusion-figures.ts'
import type { Report } from './results-file.ts'
import { inScratchDir, say } from './scratch-dir.ts'

export const listsParts = ['audience', 'due', 'excluded'] as const

export interface ListsBenchOptions {
  /** The one part to measure; left out: all. */
  only?: (typeof listsParts)[number]
  companies: number
  /** Companies that are left out. */
  excluded: number
  /** Saved searches that are due at one instant. */
  due: number
  runs: number
}

/** `npm run bench -- lists` */
export function benchLists(options: ListsBenchOptions): Promise<Omit<Report, 'loadBefore'>> {
  const { companies, excluded, due, runs, only } = options
  return inScratchDir('lists', async (dir) => {
    say(`almanac sample ${companies}`)
    await almanac(dir, 'sample', String(companies))
    const service = await startService({ dataDir: dir })
    const stores = await visitStores(dir)
    const customer = await customerOf(service, stores)
    try {
      const parts: string[] = []
      // Each is said at once: a run of large numbers may be cut short.
      const measured = {
        audience: () => audienceFigures(customer, { companies, people: companies * 5, runs }),
        due: () => dueFigures(customer, due),
        excluded: () => exclusionFigures(customer, { excluded, companies, runs }),
      }
      for (const name of only === undefined ? listsParts : [only]) {
        const part = await measured[name]()
        say(part)
        parts.push(part)
      }
      return {
        bench: 'lists',
        title: `lists: ${companies.toLocaleString('en')} companies, ${(companies * 10).toLocaleString('en')} people`,
        command: `npm run bench -- lists --companies ${companies} --excluded ${excluded} --due ${due} --runs ${runs}${only === undefined ? '' : ` --only ${only}`}`,
        versions: {},
        body: parts.join('\n\n'),
      }
    } finally {
      customer.close()
      await stores.close()
      await service.stop()
    }
  })
}
