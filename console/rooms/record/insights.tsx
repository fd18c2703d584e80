import { settle } from '../../call/answer.ts'
import { api, type Schemas } from '../../call/client.ts'
import { idempotencyKey } from '../../call/idempotency.ts'
import { number } from '../../words.ts'
import { Amounts, useAddress } from './frame.tsx'
import { Priced } from './priced.tsx'
import { Report } from './report.tsx'
import type { CompanySelector } from './similar.tsx'
import { words } from './words.ts'

const departments: { name: string; jobFunctions: Schemas['JobFunction'][] }[] = [
  { name: 'Engineering and IT', jobFunctions: ['Engineering', 'Information Technology'] },
  {
    name: 'Product and design',
    jobFunctions: ['Product Management', 'Program & Product Management', 'Design'],
  },
  { name: 'Sales', jobFunctions: ['Sales', 'Business Development'] },
  { name: 'Marketing', jobFunctions: ['Marketing', 'Advertising', 'Public Relations'] },
  { name: 'Customers', jobFunctions: ['Support', 'Customer Service'] },
  { name: 'Operations', jobFunctions: ['Operations', 'Supply Chain', 'Production', 'Manufacturing'] },
  { name: 'Finance', jobFunctions: ['Finance', 'Accounting'] },
  { name: 'People', jobFunctions: ['Human Resources', 'Training'] },
]

const share = (percent: number) => `${Math.round(percent)}%`
const amount = (count: number, percent: number) => `${number(count)}, ${share(percent)}`

interface Part {
  of: CompanySelector
  onPaid(member: string): void
}

/** What can be learnt of a company beside its record, each at its price. */
export const Insights = (part: Part) => (
  <>
    <Flow {...part} direction="joiners" title={words.joiners} lead={words.joinersLead} />
    <Flow {...part} direction="leavers" title={words.leavers} lead={words.leaversLead} />
    <Departments {...part} />
    <Scouting {...part} />
  </>
)

function Flow({
  of,
  onPaid,
  direction,
  title,
  lead,
}: Part & { direction: 'joiners' | 'leavers'; title: string; lead: string }) {
  const address = useAddress()
  const route = '/v1/talent-flow'
  return (
    <Priced
      title={title}
      lead={lead}
      button={words.show}
      unit="talentFlow"
      name={['flow', of, direction]}
      isAsked={address[direction] === '1'}
      onPaid={() => onPaid(direction)}
      read={(maxCredits) => {
        const body = { company: of, direction }
        const header = { 'Idempotency-Key': idempotencyKey(route, body), 'X-Max-Credits': maxCredits }
        return settle(api.POST(route, { params: { header }, body }))
      }}
    >
      {({ peopleCount, window, companyBuckets, breakdowns }) => (
        <>
          <p>
            {number(peopleCount)} {words.people.toLowerCase()}{' '}
            <span className="soft">
              {window.after} – {window.before}
            </span>
          </p>
          {peopleCount > 0 && <h3>{direction === 'joiners' ? words.from : words.to}</h3>}
          <Amounts
            rows={companyBuckets
              .slice(0, 10)
              .map(({ companyName, domain, count, percent }) => [
                companyName ?? domain ?? words.leftOut,
                amount(count, percent),
              ])}
          />
          {peopleCount > 0 && <h3>{words.level}</h3>}
          <Amounts
            rows={breakdowns.bySeniority.map(({ seniority, count, percent }) => [
              seniority ?? words.leftOut,
              amount(count, percent),
            ])}
          />
        </>
      )}
    </Priced>
  )
}

function Departments({ of, onPaid }: Part) {
  const address = useAddress()
  const route = '/v1/department-size'
  return (
    <Priced
      title={words.departments}
      lead={words.departmentsLead}
      button={words.show}
      unit="departmentSize"
      name={['departments', of]}
      isAsked={address['departments'] === '1'}
      onPaid={() => onPaid('departments')}
      read={(maxCredits) => {
        const body = { company: of, departments }
        const header = { 'Idempotency-Key': idempotencyKey(route, body), 'X-Max-Credits': maxCredits }
        return settle(api.POST(route, { params: { header }, body }))
      }}
    >
      {(output) => (
        <Amounts
          rows={output.departments.map(({ name, count, percentOfHeadcount }) => [
            name,
            amount(count, percentOfHeadcount),
          ])}
        />
      )}
    </Priced>
  )
}

function Scouting({ of, onPaid }: Part) {
  const address = useAddress()
  const route = '/v1/scouting-report'
  return (
    <Priced
      title={words.report}
      lead={words.reportLead}
      button={words.show}
      unit="scoutingReport"
      name={['report', of]}
      isAsked={address['report'] === '1'}
      onPaid={() => onPaid('report')}
      read={(maxCredits) => {
        const body = { company: of }
        const header = { 'Idempotency-Key': idempotencyKey(route, body), 'X-Max-Credits': maxCredits }
        return settle(api.POST(route, { params: { header }, body }))
      }}
    >
      {({ report }) => (report === null ? <p className="soft">{words.none}</p> : <Report report={report} />)}
    </Priced>
  )
}
