import { Link } from '@tanstack/react-router'
import { settle } from '../../call/answer.ts'
import { api, type Schemas } from '../../call/client.ts'
import { idempotencyKey } from '../../call/idempotency.ts'
import { companyPlace, employees } from '../../records/company.ts'
import { percent } from '../../words.ts'
import { useAddress } from './frame.tsx'
import { Priced } from './priced.tsx'
import { words } from './words.ts'

const route = '/v1/similar-companies'
const pageSize = 10

export interface CompanySelector {
  identifier: 'domain' | 'entityId'
  value: string
}

/** Companies that are like it, at the price of a search. */
export function Similar({ of, onPaid }: { of: CompanySelector; onPaid(): void }) {
  const address = useAddress()
  return (
    <Priced
      title={words.tabs.similar}
      lead={words.similarLead}
      button={words.similar}
      unit="getCompanyFromDb"
      units={pageSize}
      name={['similar', of]}
      isAsked={address['similar'] === '1'}
      onPaid={onPaid}
      read={(maxCredits) => {
        const body = { companies: [of], pageSize }
        const header = { 'Idempotency-Key': idempotencyKey(route, body), 'X-Max-Credits': maxCredits }
        return settle(api.POST(route, { params: { header }, body }))
      }}
    >
      {({ data, similarities }) =>
        data.length === 0 ? (
          <p className="soft">{words.similarNone}</p>
        ) : (
          <ol className="plain-list">
            {data.map((company, place) => (
              <li key={companyPlace(company)}>
                <Link to="/company/$domain" params={{ domain: companyPlace(company) }}>
                  {company.preferred_name}
                </Link>{' '}
                <span className="tag good">{percent(similarities[place]?.score ?? 0)}</span>
                <div className="soft small">
                  {[
                    company.standard_industries?.join(', '),
                    company.location_consensus?.country_name,
                    employees(company),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </div>
                <div className="soft small">{sharedBy(similarities[place])}</div>
              </li>
            ))}
          </ol>
        )
      }
    </Priced>
  )
}

const mostShared = 6

/** What both have; where that is not said in words, nothing. */
function sharedBy(similarity: Schemas['Similarity'] | undefined): string {
  const evidence = (similarity?.evidence ?? []).flatMap((each) => each.shared)
  // Numbers of industries say nothing to a reader.
  const shared = new Set(
    evidence.filter((text) => !/^\d+$/.test(text)).map((text) => text.replaceAll('_', ' ')),
  )
  return shared.size === 0 ? '' : `${words.shared} ${[...shared].slice(0, mostShared).join(', ')}`
}
