import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import type { LifeLine } from './joining-households.ts'

type Row = Record<'id' | 'name' | 'addr' | 'city' | 'phone', string>

/** Two guides to restaurants, and which of the one is which of the other. */
export function restaurants(dir: string): LifeLine[] {
  const csv = (file: string) => parse(readFileSync(join(dir, file)), { columns: true, trim: true }) as Row[]
  const matches = csv('matches_fodors_zagats.csv') as unknown as { fodors_id: string; zagats_id: string }[]
  const same = new Map(matches.map(({ fodors_id, zagats_id }) => [zagats_id, fodors_id]))
  const line = ({ name, addr, city, phone }: Row, person: string): LifeLine => ({
    person,
    record: {
      preferred_name: name,
      phone_numbers: [phone],
      location_consensus: { city, street_address: addr, country_code: 'USA' },
    },
  })
  return [
    ...csv('fodors.csv').map((row) => line(row, `fodors ${row.id}`)),
    ...csv('zagats.csv').map((row) => {
      const other = same.get(row.id)
      return line(row, other === undefined ? `zagats ${row.id}` : `fodors ${other}`)
    }),
  ]
}
