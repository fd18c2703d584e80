import { normalText } from '../../lib/text-normal.ts'
import { roleOfHeader, type ColumnRole } from './column-roles.ts'
import type { RawRow } from './table.ts'

const addressRoles = new Set<ColumnRole>(['url', 'domain', 'profile_url', 'company_url', 'email'])
const addressWords = /\b(?:url|link|web|website|homepage|site|domain|profile|linkedin|e ?mail|page)\b/

/** A text that leads somewhere by itself. */
const isAddress = (text: string) => /^\S+[@.:/]\S+$/.test(text)

/**
 * Cells of a workbook that say `Profile` and lead to an address: where the heading asks for an address, the cell is that
 * address. Names that lead somewhere stay names, which is told.
 */
export class AddressColumns {
  readonly #header: readonly string[]
  readonly #wants: readonly boolean[]
  readonly #unread = new Set<string>()

  constructor(header: readonly string[]) {
    this.#header = header
    this.#wants = header.map((heading) => {
      const normal = normalText(heading)
      const role = roleOfHeader(normal)?.role
      return (role !== undefined && addressRoles.has(role)) || addressWords.test(normal)
    })
  }

  resolve(row: RawRow): void {
    for (const [key, target] of Object.entries(row.links ?? {})) {
      const column = Number(key)
      const text = row.cells[column] ?? ''
      const address = target.replace(/^mailto:([^?]*).*$/i, '$1')
      if (text === '' || text === address || !isAddress(address)) continue
      if (this.#wants[column] !== true) this.#unread.add(this.#header[column] ?? `column ${column + 1}`)
      else if (!isAddress(text)) {
        ;(row.written ??= {})[column] ??= text
        row.cells[column] = address
      }
    }
  }

  notes(): string[] {
    if (this.#unread.size === 0) return []
    const names = [...this.#unread].slice(0, 5).map((name) => JSON.stringify(name))
    return [`Links behind the cells of ${names.join(', ')} are not read; the texts are.`]
  }
}
