import { useState } from 'react'
import { Field } from '../../parts/field.tsx'
import type { DrawMode, Point, Shape } from '../../parts/map-draw.tsx'
import { words } from './words.ts'

const leastCorners = 3

/** The same as drawing, in numbers: for the keyboard, and for whoever has them. */
export function DrawnFields({ mode, onDrawn }: { mode: DrawMode; onDrawn(shape: Shape): void }) {
  const [text, setText] = useState('')
  const [km, setKm] = useState('300')
  const points = readPoints(text)
  const shape = shapeOf(mode, points, Number(km))
  return (
    <form
      className="row drawn-fields"
      onSubmit={(event) => {
        event.preventDefault()
        if (shape !== undefined) onDrawn(shape)
      }}
    >
      <Field label={words.drawnFields[mode]}>
        <input
          type="text"
          placeholder={words.drawnExamples[mode]}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      {mode === 'circle' && (
        <Field label={words.km}>
          <input
            className="drawn-km"
            type="number"
            min={1}
            max={20_000}
            value={km}
            onChange={(event) => setKm(event.target.value)}
          />
        </Field>
      )}
      <button type="submit" disabled={shape === undefined}>
        {words.addPlace}
      </button>
    </form>
  )
}

function shapeOf(mode: DrawMode, points: readonly Point[] | undefined, km: number): Shape | undefined {
  const [center] = points ?? []
  if (points === undefined || center === undefined) return undefined
  if (mode === 'area') return points.length < leastCorners ? undefined : { corners: points }
  return points.length === 1 && km >= 1 ? { center, km } : undefined
}

/** `48.1, 11.6; 52.5, 13.4`: latitude before longitude; undefined where something is no point on the earth. */
function readPoints(text: string): Point[] | undefined {
  const points = text
    .split(';')
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const [, latitude = '', longitude = ''] =
        /^\s*(-?\d+(?:\.\d+)?)\s*[, ]\s*(-?\d+(?:\.\d+)?)\s*$/.exec(part) ?? []
      return { latitude: Number.parseFloat(latitude), longitude: Number.parseFloat(longitude) }
    })
  const isOnEarth = ({ latitude, longitude }: Point) => Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
  return points.every(isOnEarth) ? points : undefined
}
