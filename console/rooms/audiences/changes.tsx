import { Link } from '@tanstack/react-router'
import { number } from '../../words.ts'
import type { Audience, Movement, Side } from './operations.ts'
import { words } from './words.ts'

const movements = ['joined', 'returned', 'left', 'stayed'] as const satisfies Movement[]
const sides = { companies: 'companies', people: 'prospects' } as const

/** What the last build changed; each number leads to its rows. */
export function Changes({ audience }: { audience: Audience }) {
  const { changes } = audience
  if (changes === null) return <p className="soft">{words.changesNone}</p>
  return (
    <table className="amounts">
      <caption className="hidden">{words.changed}</caption>
      <thead>
        <tr>
          <th scope="col">{words.changed}</th>
          {movements.map((movement) => (
            <th key={movement} scope="col" className="figure">
              {words.movements[movement]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {(Object.keys(sides) as Side[]).map((side) => (
          <tr key={side}>
            <th scope="row">{words.tabs[side]}</th>
            {movements.map((movement) => (
              <td key={movement} className="figure">
                <Link to="." search={{ tab: side, movement }}>
                  {number(changes[sides[side]][movement])}
                  <span className="hidden">
                    {words.tabs[side]} {words.movements[movement]}
                  </span>
                </Link>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
