import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { settle } from '../../call/answer.ts'
import { api, type Schemas } from '../../call/client.ts'
import { Notice } from '../../parts/notice.tsx'
import { count, number } from '../../words.ts'
import { Amounts } from './frame.tsx'
import { words } from './words.ts'

const useCounts = (search: Schemas['CountedSearch'], facet: string) =>
  useQuery({
    queryKey: ['counts-of', search, facet],
    queryFn: () => settle(api.POST('/v1/search/facets', { body: { search, facets: [facet], top: 12 } })),
  })

/** Who works there, by level, and the way to see them. */
export function PeopleOf({ domain }: { domain: string }) {
  const employer = { anyOf: [{ identifier: 'domain' as const, domain }] }
  const counts = useCounts({ type: 'people', companyParams: { exactCompanyV2: employer } }, 'seniority')
  return (
    <Counted counts={counts} lead={words.peopleLead} one="person" many="people">
      <Link to="/people" search={{ employer: domain }} className="button">
        {words.toPeople}
      </Link>
    </Counted>
  )
}

/** What it hires for, by function, and the way to see it. */
export function JobsOf({ domain }: { domain: string }) {
  const companies = { identifier: 'domain' as const, value: [domain] }
  const counts = useCounts({ type: 'postings', searchParams: { companies } }, 'jobFunctions')
  return (
    <Counted counts={counts} lead={words.jobsLead} one="job" many="jobs">
      <Link to="/jobs" search={{ employer: domain }} className="button">
        {words.toJobs}
      </Link>
    </Counted>
  )
}

function Counted(part: {
  counts: ReturnType<typeof useCounts>
  lead: string
  one: string
  many: string
  children: ReactNode
}) {
  const { data, error } = part.counts
  if (error) return <Notice tone="bad">{error.message}</Notice>
  if (data === undefined) return <p className="soft">{words.loading}</p>
  const { matching, facets } = data.output
  const values = facets[0]?.values ?? []
  return (
    <section className="panel">
      <h2 className="first">{count(matching, part.one, part.many)}</h2>
      <p className="soft">{part.lead}</p>
      {matching > 0 && (
        <>
          <Amounts rows={values.map((item) => [String(item.value), number(item.count)] as const)} />
          {part.children}
        </>
      )}
    </section>
  )
}
