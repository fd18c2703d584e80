import type { Schemas } from '../../call/client.ts'
import { Facts } from '../../parts/facts.tsx'
import { number } from '../../words.ts'
import { words } from './words.ts'

interface Line {
  name: string | null
  note: string | null | undefined
}

/** The report as a page of short lists; parts that are empty are left out. */
export function Report({ report }: { report: Schemas['ScoutingReport'] }) {
  const { founders, fundingInfo, historicalHeadcount, jobPosts, news, milestones } = report
  const parts: { title: string; lines: Line[] }[] = [
    { title: words.founders, lines: founders.map(({ name, role }) => ({ name, note: role })) },
    {
      title: words.headcount,
      lines: (historicalHeadcount?.snapshots ?? [])
        .slice(-8)
        .map(({ date, employees }) => ({ name: date.slice(0, 10), note: number(employees) })),
    },
    {
      title: words.openJobs,
      lines: jobPosts.slice(0, 10).map(({ title, location }) => ({ name: title, note: location })),
    },
    {
      title: words.news,
      lines: news.slice(0, 10).map(({ title, date }) => ({ name: title, note: date?.slice(0, 10) })),
    },
    {
      title: words.milestones,
      lines: milestones.map(({ title, date }) => ({ name: title, note: date.slice(0, 10) })),
    },
  ]
  return (
    <>
      <p>{report.companySummary}</p>
      <Facts facts={[[words.funding, fundingInfo.description]]} />
      {parts
        .filter(({ lines }) => lines.length > 0)
        .map(({ title, lines }) => (
          <section key={title}>
            <h3>{title}</h3>
            <ol className="record-list">
              {lines.map(({ name, note }, place) => (
                // Two lines may say the same.
                // oxlint-disable-next-line react/no-array-index-key
                <li key={place}>
                  <strong>{name}</strong>
                  <span className="soft">{note}</span>
                </li>
              ))}
            </ol>
          </section>
        ))}
    </>
  )
}
