import { createHmac } from 'node:crypto'
import type { GivenRow } from '../../corpus/tables/index.ts'
import { oddity } from './find-rows.ts'
import type { EnrichParams } from './enrich-params.ts'
import { cellsOfRow, readHeader } from './understand-list.ts'

const valueBytes = 16

/**
 * What makes rows equal: the kind of the list and the cells they are looked up by, whatever else is in them. It is an HMAC,
 * because it outlives the list (`match_decisions`) and must not tell what the cells were.
 */
export type RowValue = (row: GivenRow) => Buffer

export function openRowValues(
  secret: Buffer,
  { kind, list, used }: Pick<EnrichParams, 'kind' | 'list' | 'used'>,
): RowValue {
  const options = { used, width: list.width, header: readHeader(list) }
  return (row) => {
    const cells = cellsOfRow(row, list)
    const filled = used.flatMap(({ key, index }) => {
      const cell = (cells[index] ?? '').trim()
      return cell === '' ? [] : [[key, cell] as const]
    })
    const odd = oddity(cells, options)?.code ?? ''
    return hashValue(secret, [kind, odd, ...filled.toSorted(byKey)])
  }
}

const byKey = ([a]: readonly [string, string], [b]: readonly [string, string]) => (a < b ? -1 : 1)

const hashValue = (secret: Buffer, content: readonly unknown[]): Buffer =>
  createHmac('sha256', secret)
    .update(`enrich row ${JSON.stringify(content)}`)
    .digest()
    .subarray(0, valueBytes)
