/** The parts of a talent flow that the summary uses. */
export interface Summed {
  company: { name: string | null } | null
  direction: 'joiners' | 'leavers'
  window: { after: string; before: string }
  peopleCount: number
  companyBuckets: readonly {
    companyName: string | null
    domain: string | null
    count: number
    percent: number
  }[]
  tenureMonths: { median: number | null }
  yearsOfExperience: { median: number | null }
}

const maxRows = 10

/** A talent flow as a paragraph, and a table of the companies that most people came from, or went to. */
export function summarizeFlow(flow: Summed): string {
  const { company, direction, peopleCount, companyBuckets } = flow
  if (company === null) return 'The company is unknown.'
  const isJoining = direction === 'joiners'
  const verb = isJoining ? 'joined' : 'left'
  const people = `${peopleCount} ${peopleCount === 1 ? 'person' : 'people'}`
  const lines = [
    `**${people} ${verb} ${plain(company.name ?? 'the company')}** from ${flow.window.after} on and before ${flow.window.before}.`,
  ]
  const { median: months } = flow.tenureMonths
  const { median: years } = flow.yearsOfExperience
  if (months !== null)
    lines.push(`Half of them stayed ${round(months)} months or longer${isJoining ? ' so far' : ''}.`)
  if (years !== null) lines.push(`Half of them had ${round(years)} years of experience or more.`)
  const rows = companyBuckets
    .slice(0, maxRows)
    .map(
      ({ companyName, domain, count, percent }) =>
        `| ${plain(companyName ?? domain ?? 'unknown')} | ${count} | ${percent} % |`,
    )
  if (rows.length === 0) return lines.join(' ')
  const head = [`| ${isJoining ? 'Came from' : 'Went to'} | People | Share |`, '| --- | ---: | ---: |']
  return [lines.join(' '), '', ...head, ...rows].join('\n')
}

const round = (value: number) => Math.round(value * 10) / 10

/** Names are foreign text, so nothing in them may act as a link, a cell or a heading. */
const plain = (name: string) => name.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_[\]<>|#]/g, String.raw`\$&`)
