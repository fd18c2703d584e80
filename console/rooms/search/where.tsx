import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { settle } from '../../call/answer.ts'
import { api } from '../../call/client.ts'
import type { DrawMode, Shape } from '../../parts/map-draw.tsx'
import { Segments } from '../../parts/segments.tsx'
import { number } from '../../words.ts'
import { searchOf, useCountries, useSettled } from './counts.ts'
import { listOf, questionOf, type Address, type SearchKind } from './kind.ts'
import { DrawnFields } from './drawn-fields.tsx'
import { readPlace, writeArea, writeCircle } from './places.ts'
import { words } from './words.ts'

/** Of the list beside the map; the filter has the rest. */
const maxOptions = 12

type Mode = 'countries' | DrawMode

const writeShape = (shape: Shape) =>
  'km' in shape ? writeCircle(shape.center, shape.km) : writeArea(shape.corners)

/** Those of the places that were drawn; of a town the pages do not know where it is. */
function shapeOf(text: string): Shape[] {
  const place = readPlace(text)
  if (place.strategy === 'polygon') return [{ corners: place.vertices }]
  if (place.strategy === 'radial-distance') return [{ center: place.center, km: place.radius.quantity }]
  return []
}

const WorldMap = lazy(() =>
  import('../../parts/map.tsx').then(({ WorldMap: component }) => ({ default: component })),
)

/** Where the rows are, for nothing: a map to narrow by, and the same as a list. */
export function Where<R>({
  kind,
  address,
  onChange,
}: {
  kind: SearchKind<R>
  address: Address
  onChange(change: Address): void
}) {
  const names = useCountries()
  const chosen = listOf(address['country'])
  // As with filters: a chosen country is counted without itself, so that others can join it.
  const search = useSettled(searchOf(kind.type, questionOf(kind, address, 'country')))
  const map = useQuery({
    queryKey: ['map', search],
    placeholderData: keepPreviousData,
    queryFn: () => settle(api.POST('/v1/search/map', { body: { search, limit: 1 } })),
  })
  const [mode, setMode] = useState<Mode>('countries')
  const places = listOf(address['near'])
  const countries = map.data?.output.countries ?? []
  if (countries.length === 0 && places.length === 0) return null
  const draw = (shape: Shape) => {
    setMode('countries')
    onChange({ near: [...new Set([...places, writeShape(shape)])].join(',') })
  }
  const textOf = (code: string) => names.get(code) ?? code
  const toggle = (code: string) => {
    const rest = chosen.filter((item) => item !== code)
    onChange({ country: [...rest, ...(chosen.includes(code) ? [] : [code])].join(',') || undefined })
  }
  return (
    <section className="where" aria-label={words.where}>
      <div>
        <div className="row">
          <h2>{words.where}</h2>
          <div className="push">
            <Segments<Mode> label={words.drawing} options={words.drawModes} value={mode} onChange={setMode} />
          </div>
        </div>
        <Suspense fallback={<div className="map-wait" />}>
          <WorldMap
            counts={new Map(countries.map(({ countryCode, count }) => [countryCode, count]))}
            chosen={chosen}
            words={{ label: words.where, name: textOf, count: number }}
            onPick={toggle}
            mode={mode === 'countries' ? undefined : mode}
            shapes={places.flatMap(shapeOf)}
            onDrawn={draw}
          />
        </Suspense>
        <p className="soft small">{words.mapHints[mode]}</p>
        {mode !== 'countries' && <DrawnFields key={mode} mode={mode} onDrawn={draw} />}
      </div>
      <ul className="where-list" aria-label={words.byCountry}>
        {countries.slice(0, maxOptions).map(({ countryCode: code, count }) => (
          <li key={code}>
            <button
              type="button"
              className="link"
              aria-pressed={chosen.includes(code)}
              onClick={() => toggle(code)}
            >
              {textOf(code)}
            </button>
            <span className="soft small">{number(count)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
