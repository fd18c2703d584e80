import type { Baseline } from './baseline.ts'
import { exportTable, exportedTables, type ExportSource } from './export-rows.ts'

/** Brings baselines that do not hold these rows yet to hold them; each batch is exported once for all. */
export async function loadBaselines(
  source: ExportSource,
  baselines: readonly Baseline[],
  { marker, say }: { marker: string; say(line: string): void },
): Promise<void> {
  const empty: Baseline[] = []
  for (const baseline of baselines) if (!(await baseline.holds(marker))) empty.push(baseline)
  if (empty.length === 0) return
  const names = empty.map((baseline) => baseline.name).join(' and ')
  for (const baseline of empty) await baseline.begin()
  for (const table of exportedTables) {
    say(`loading ${table.name} into ${names}`)
    const takers = empty.map((baseline) => baseline.take(table))
    await exportTable(source, table, async (file) => {
      for (const take of takers) await take(file)
    })
  }
  for (const baseline of empty) {
    say(`indexing ${baseline.name}`)
    await baseline.finish(marker)
  }
}
