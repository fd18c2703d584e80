import './map.css'
import world from 'virtual:world'
import { Drawing, type DrawMode, type Shape } from './map-draw.tsx'

const steps = 5
/** Numbers nearer than this would lie on each other. */
const leastPx = { x: 30, y: 14 }

/** Countries of the world, the stronger the colour the more there are. A list beside it has to do the same for the keyboard. */
export function WorldMap(map: {
  counts: ReadonlyMap<string, number>
  chosen: readonly string[]
  words: { label: string; name(code: string): string; count(count: number): string }
  onPick(code: string): void
  /** Undefined while countries are picked. */
  mode: DrawMode | undefined
  shapes: readonly Shape[]
  onDrawn(shape: Shape): void
}) {
  const most = Math.max(1, ...map.counts.values())
  const stepOf = (count: number) => Math.max(1, Math.ceil(steps * Math.sqrt(count / most)))
  const lands = world.lands.map((land) => ({ ...land, count: map.counts.get(land.code ?? '') ?? 0 }))
  const numbered: typeof lands = []
  for (const land of lands.toSorted((one, other) => other.count - one.count)) {
    if (land.count === 0) break
    const isFree = numbered.every(
      ({ x, y }) => Math.abs(x - land.x) > leastPx.x || Math.abs(y - land.y) > leastPx.y,
    )
    if (isFree) numbered.push(land)
  }
  return (
    <svg
      className="map"
      viewBox={`0 0 ${world.width} ${world.height}`}
      role="img"
      aria-label={map.words.label}
    >
      {lands.map(({ code, shape, count }) => (
        // The list beside it has the keys.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
        <path
          key={shape.slice(0, 40)}
          d={shape}
          data-country={code ?? undefined}
          className={`land ${count === 0 ? '' : `step-${stepOf(count)}`} ${map.chosen.includes(code ?? '') ? 'on' : ''}`}
          onClick={() => code !== null && count > 0 && map.onPick(code)}
        >
          {code !== null && <title>{`${map.words.name(code)}: ${map.words.count(count)}`}</title>}
        </path>
      ))}
      {numbered.map(({ code, x, y, count }) => (
        <text key={code} x={x} y={y} aria-hidden="true">
          {map.words.count(count)}
        </text>
      ))}
      <Drawing key={map.mode} mode={map.mode} shapes={map.shapes} onDrawn={map.onDrawn} />
    </svg>
  )
}
