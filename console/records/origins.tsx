import './records.css'
import type { Schemas } from '../call/client.ts'
import { percent } from '../words.ts'
import { plainText } from './view.ts'
import { words } from './words.ts'

export type Origins = Readonly<Record<string, Schemas['ValueOrigin']>>

/** The origins of one record of an answer, by its path: `data[0]`. */
export const originsAt = (
  provenance: readonly Schemas['RecordProvenance'][] | undefined,
  path: string,
): Origins => provenance?.find((record) => record.path === path)?.members ?? {}

/** Where each field is from: source, day and how sure the source was. */
export function OriginsTable({ origins }: { origins: Origins }) {
  const rows = Object.entries(origins)
  if (rows.length === 0) return <p className="soft">{words.noOrigins}</p>
  return (
    <table className="origins">
      <thead>
        <tr>
          <th>{words.member}</th>
          <th>{words.source}</th>
          <th>{words.day}</th>
          <th>{words.sureness}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([member, { source, observedAt, confidence }]) => (
          <tr key={member}>
            <th scope="row">{plainText(member)}</th>
            <td>{source}</td>
            <td>{observedAt.slice(0, 10)}</td>
            <td>{percent(confidence)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
