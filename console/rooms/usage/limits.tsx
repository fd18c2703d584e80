import { useQuery } from '@tanstack/react-query'
import { settle } from '../../call/answer.ts'
import { api } from '../../call/client.ts'
import { Notice } from '../../parts/notice.tsx'
import { number } from '../../words.ts'
import type { Address } from './address.ts'
import { TableBox } from '../../parts/table-box.tsx'
import { words } from './words.ts'

/** What is used of each limit now, the fullest first. */
export function Limits({ address, onChange }: { address: Address; onChange(change: Address): void }) {
  const limits = useQuery({
    queryKey: ['limits'],
    queryFn: () => settle(api.GET('/v1/rate-limits', {})),
    select: ({ output }) =>
      output.rateLimits.toSorted(
        (one, two) => two.used / two.max - one.used / one.max || (one.path < two.path ? -1 : 1),
      ),
    staleTime: 0,
  })
  const wanted = (address.q ?? '').toLowerCase()
  const rows = (limits.data ?? []).filter(({ path }) => path.includes(wanted))
  return (
    <>
      <p className="soft">{words.limitLead}</p>
      {limits.error && <Notice tone="bad">{limits.error.message}</Notice>}
      <div className="toolbar">
        <input
          type="search"
          aria-label={words.find}
          placeholder={words.find}
          value={address.q ?? ''}
          onChange={(event) => onChange({ q: event.target.value })}
        />
      </div>
      <TableBox label={words.tabs.limits}>
        <thead>
          <tr>
            <th scope="col">{words.columns.operation}</th>
            <th scope="col">{words.limit}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ method, path, used, max, window, isCustom }) => (
            <tr key={`${method} ${path}`}>
              <th scope="row">
                <code>
                  {method} {path}
                </code>
              </th>
              <td>
                {number(used)} of {number(max)} in {number(window)} {words.seconds}
                {isCustom && <span className="tag">{words.custom}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </TableBox>
    </>
  )
}
