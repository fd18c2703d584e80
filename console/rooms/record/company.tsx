import { useNavigate, useParams } from '@tanstack/react-router'
import { settle } from '../../call/answer.ts'
import { api } from '../../call/client.ts'
import { idempotencyKey } from '../../call/idempotency.ts'
import { RecordBody } from '../../records/body.tsx'
import { viewCompany, type Company } from '../../records/company.ts'
import { originsAt, OriginsTable, type Origins } from '../../records/origins.tsx'
import { JobsOf, PeopleOf } from './counted.tsx'
import { RecordFrame, useAddress } from './frame.tsx'
import { History } from './history.tsx'
import { isId } from './ids.ts'
import { Insights } from './insights.tsx'
import { usePaidRead } from './paid-read.ts'
import { Signals } from './signals.tsx'
import { Similar } from './similar.tsx'
import { words, type Tab } from './words.ts'

const tabs = [
  'profile',
  'people',
  'jobs',
  'similar',
  'insights',
  'history',
  'sources',
  'signals',
] as const satisfies Tab[]
/** What the record itself shows; the rest can be had without it. */
const ofRecord: readonly Tab[] = ['profile', 'sources']
const route = '/v1/kitchen-sink/company'

/** By the id of the record it is free for 30 days once paid for; by the domain a replay is, for 72 hours. */
async function readCompany(domain: string, maxCredits: number) {
  if (isId(domain)) {
    const params = {
      path: { companyId: domain },
      query: { includeProvenance: true },
      header: { 'X-Max-Credits': maxCredits },
    }
    const { output, ...paid } = await settle(api.GET('/v1/companies/{companyId}', { params }))
    return { output: { company: output.data, origins: originsAt(output.provenance, 'data') }, ...paid }
  }
  const body = { companyDomain: { value: domain }, includeProvenance: true }
  const header = { 'Idempotency-Key': idempotencyKey(route, body), 'X-Max-Credits': maxCredits }
  const { output, ...paid } = await settle(api.POST(route, { params: { header }, body }))
  return { output: { company: output.data[0], origins: originsAt(output.provenance, 'data[0]') }, ...paid }
}

export function Page() {
  const { domain: place = '' } = useParams({ strict: false }) as { domain?: string }
  const address = useAddress()
  const tab = tabs.find((each) => each === address['tab']) ?? 'profile'
  const record = usePaidRead(['company', place], (maxCredits) => readCompany(place, maxCredits))
  const company = record.data?.output.company
  // People and jobs are searched for by the domain, which an id alone does not tell.
  const domain = isId(place) ? company?.domains?.[0] : place
  const isOfDomain = tab === 'people' || tab === 'jobs'
  return (
    <RecordFrame
      name={company?.preferred_name}
      headline={company && viewCompany(company).headline}
      above={{ to: '/companies', text: words.companies }}
      unknown={isId(place) ? words.company : place}
      tabs={tabs}
      tab={tab}
      record={record}
      unit="kitchenSinkCompany"
      isFreeTab={!ofRecord.includes(tab) && (!isOfDomain || domain !== undefined)}
    >
      {isOfDomain ? (
        <OfDomain tab={tab} domain={domain} />
      ) : (
        <Content tab={tab} place={place} company={company} origins={record.data?.output.origins ?? {}} />
      )}
    </RecordFrame>
  )
}

function OfDomain({ tab, domain }: { tab: 'people' | 'jobs'; domain: string | undefined }) {
  if (domain === undefined) return <p className="soft">{words.noDomain}</p>
  return tab === 'people' ? <PeopleOf domain={domain} /> : <JobsOf domain={domain} />
}

function Content({
  tab,
  place,
  company,
  origins,
}: {
  tab: Exclude<(typeof tabs)[number], 'people' | 'jobs'>
  place: string
  company: Company | undefined
  origins: Origins
}) {
  const address = useAddress()
  const go = useNavigate()
  const selector = { identifier: isId(place) ? ('entityId' as const) : ('domain' as const), value: place }
  const keep = (member: string) => void go({ to: '.', search: { ...address, [member]: '1' } })
  switch (tab) {
    case 'profile':
      return company === undefined ? (
        <p className="soft">{words.none}</p>
      ) : (
        <RecordBody view={viewCompany(company)} />
      )
    case 'sources':
      return <OriginsTable origins={origins} />
    case 'similar':
      return <Similar of={selector} onPaid={() => keep('similar')} />
    case 'insights':
      return <Insights of={selector} onPaid={keep} />
    case 'history':
      return <History of={{ company: selector }} onPaid={() => keep('history')} />
    case 'signals': {
      const ids = [place, company?.entity_id, ...(company?.domains ?? [])]
      const entityId = company?.entity_id ?? (isId(place) ? place : undefined)
      return <Signals subject={{ type: 'company', entityId, ids }} />
    }
  }
}
