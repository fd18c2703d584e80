import type { ReactNode } from 'react'

export interface TableColumn<R> {
  name: string
  cell(row: R): ReactNode
  isNumber?: boolean
}

/** A table that is read as a whole; what is long has a button for more below it. */
export function Table<R>(table: {
  label: string
  rows: readonly R[]
  columns: readonly TableColumn<R>[]
  keyOf(row: R): string
  empty: ReactNode
  isReading?: boolean
}) {
  const { rows, columns } = table
  if (rows.length === 0) return table.isReading === true ? null : <p className="soft">{table.empty}</p>
  return (
    <div className="sheet" tabIndex={0} role="region" aria-label={table.label}>
      <table>
        <thead>
          <tr>
            {columns.map(({ name, isNumber }) => (
              <th key={name} className={isNumber === true ? 'number' : ''}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={table.keyOf(row)}>
              {columns.map(({ name, cell, isNumber }) => (
                <td key={name} className={isNumber === true ? 'number' : ''}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
