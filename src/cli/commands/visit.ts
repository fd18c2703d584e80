import type { Command } from 'commander'
import type { CompanyVisit, Visits } from '../../capabilities/visits/index.ts'
import { OperatorError } from '../context.ts'
import { table } from '../table.ts'

export interface VisitContext {
  openVisits(): Promise<{
    visits: Visits
    /** Entity id of the company of a domain. */
    findCompany(domain: string): Promise<string | undefined>
    close(): Promise<void>
  }>
  print(value: unknown): void
}

/** Companies that are visited before anything is printed. */
const atOnce = 20

/** `almanac visit DOMAIN…`: what job boards, sites and feeds say of companies now, written to the corpus. */
export function registerVisit(program: Command, context: VisitContext): void {
  program
    .command('visit')
    .description("ask companies' job boards, own sites and feeds now, and keep what they say")
    .argument('<domains...>', 'domains of companies in the corpus')
    .option('--json', 'print JSON')
    .action(async (domains: string[], options: { json?: true }) => {
      const { visits, findCompany, close } = await context.openVisits()
      try {
        const about = visits.about()
        if (about.length === 0)
          throw new OperatorError(
            'No source answers what a visit asks: name some in the sources file (docs/guide/sources-open.md).',
          )
        const unknown: string[] = []
        for (let from = 0; from < domains.length; from += atOnce) {
          const byId = new Map<string, string>()
          for (const domain of domains.slice(from, from + atOnce)) {
            const id = await findCompany(domain)
            if (id === undefined) unknown.push(domain)
            else byId.set(id, domain)
          }
          const { signal } = new AbortController()
          const made = await visits.make({ about, ids: [...byId.keys()], signal })
          const rows = made.map((visit) => toRow(byId.get(visit.id) ?? '', visit))
          if (rows.length > 0) context.print(options.json ? rows : table(rows, ''))
        }
        if (unknown.length > 0)
          throw new OperatorError(`The corpus has no company of ${unknown.join(', ')}: import it first.`)
      } finally {
        await close()
      }
    })
}

function toRow(domain: string, { postings, site, news }: CompanyVisit) {
  const isUnfinished = [postings, site, news].some((each) => each?.isUnfinished === true)
  return {
    domain,
    boards: postings?.boards.length ?? '',
    open: postings?.open ?? '',
    opened: postings?.opened ?? '',
    closed: postings?.closed ?? '',
    site: site === undefined ? '' : site.written.length,
    differs: site?.withheld.join(' ') ?? '',
    articles: news?.articles ?? '',
    unanswered: isUnfinished ? 'yes' : 'no',
  }
}
