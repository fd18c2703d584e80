import { Link } from '@tanstack/react-router'
import { number, percent } from '../../words.ts'
import type { Dimension, Origin, Sum, Sums } from './sums.ts'
import { TableBox } from '../../parts/table-box.tsx'
import { words } from './words.ts'

/** What is summed up: days, and of whom or what. */
interface Only {
  from: string
  to: string
  key: string | undefined
  operation: string | undefined
  member: string | undefined
}

/** Values of the dimension, most credits first. Numbers lead to the ledger and to the requests that the log still has. */
export function SumTable({
  sums: { sums, total },
  by,
  only,
  nothing,
  origin,
}: {
  sums: Sums
  by: Dimension
  only: Only
  /** What is shown when there is nothing. */
  nothing: string
  origin: Origin
}) {
  if (sums.length === 0) return <p className="soft">{nothing}</p>
  return (
    <TableBox label={words.columns[by]}>
      <thead>
        <tr>
          <th scope="col">{words.columns[by]}</th>
          <th scope="col">{words.columns.credits}</th>
          <th scope="col">{words.columns.share}</th>
          <th scope="col">{words.columns.requests}</th>
          <th scope="col">{words.columns.failed}</th>
          <th scope="col">{words.columns.refunded}</th>
        </tr>
      </thead>
      <tbody>
        {sums.map((sum) => (
          <Row key={sum.id ?? ''} sum={sum} total={total} by={by} only={only} origin={origin} />
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{words.total}</th>
          <td>{number(total.creditsCharged)}</td>
          <td />
          <td>{number(total.requests)}</td>
          <td>{number(total.failed)}</td>
          <td>{number(total.creditsRefunded)}</td>
        </tr>
      </tfoot>
    </TableBox>
  )
}

const shareOf = (sum: Sum, total: Sums['total']) =>
  sum.creditsCharged > 0 ? percent(sum.creditsCharged / total.creditsCharged) : ''

/** The log names sources where usage names origins. */
const sources = { api: 'programs', console: 'console', all: 'all' } as const

const memberNames = { operation: 'operation', key: 'key', person: 'member' } as const

function Row({
  sum,
  total,
  by,
  only,
  origin,
}: {
  sum: Sum
  total: Sums['total']
  by: Dimension
  only: Only
  origin: Origin
}) {
  const narrowing = { ...only, ...(sum.id !== null && { [memberNames[by]]: sum.id }) }
  // What is nobody's, or no key's, is asked for in no other way.
  const isListed = sum.id !== null
  // The ledger knows keys and people, and no origins.
  const isInLedger = isListed && (origin === 'all' || (narrowing.key ?? narrowing.member) !== undefined)
  const search = { ...narrowing, source: sources[origin], console: 'shown' }
  return (
    <tr>
      <th scope="row">
        {by === 'person' && sum.id !== null ? (
          <Link to="/usage" search={{ ...only, member: sum.id }}>
            {sum.name}
          </Link>
        ) : (
          sum.name
        )}
      </th>
      <td>
        {sum.creditsCharged === 0 || !isInLedger ? (
          number(sum.creditsCharged)
        ) : (
          <Link to="/usage" search={{ tab: 'ledger', kind: 'spent', ...narrowing }}>
            {number(sum.creditsCharged)}
          </Link>
        )}
      </td>
      <td>{shareOf(sum, total)}</td>
      <td>
        {isListed ? (
          <Link to="/requests" search={search}>
            {number(sum.requests)}
          </Link>
        ) : (
          number(sum.requests)
        )}
      </td>
      <td>
        {sum.failed === 0 || !isListed ? (
          number(sum.failed)
        ) : (
          <Link to="/requests" search={{ ...search, status: '4xx' }}>
            {number(sum.failed)}
          </Link>
        )}
      </td>
      <td>{number(sum.creditsRefunded)}</td>
    </tr>
  )
}
