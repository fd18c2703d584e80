import { Notice } from '../../parts/notice.tsx'
import { credits, number } from '../../words.ts'
import { useBalance } from './balances.ts'
import { TableBox } from '../../parts/table-box.tsx'
import { unitNames, words } from './words.ts'

/** What the organization pays for one unit of each kind. */
export function Prices() {
  const balances = useBalance()
  const first = balances.data?.[0]
  if (balances.error) return <Notice tone="bad">{balances.error.message}</Notice>
  return (
    <>
      <p className="soft">{words.priceLead}</p>
      <TableBox label={words.tabs.prices}>
        <thead>
          <tr>
            <th scope="col">{words.unit}</th>
            <th scope="col">{words.price}</th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(first?.creditsPerOperation ?? {}).map(([name, { levels }]) => (
            <tr key={name}>
              <th scope="row">
                {unitNames[name] ?? name}
                {unitNames[name] !== undefined && <div className="soft small">{name}</div>}
              </th>
              <td>
                {levels.map(({ limit, centiCreditCost }) => (
                  <div key={limit}>
                    {credits(centiCreditCost / 100)}
                    {limit !== null && ` ${words.upTo} ${number(limit)} ${words.inMonth}`}
                  </div>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </TableBox>
    </>
  )
}
