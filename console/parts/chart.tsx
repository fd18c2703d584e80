import { TableBox } from './table-box.tsx'
import './chart.css'

/** One part of each bar; its name is shown in the legend. */
export interface Series {
  name: string
  values: readonly number[]
}

/** Whatever comes after these is one part of its own, so that the parts can be told from each other. */
const mostSeries = 6
const heightPx = 200
const gap = 0.2
const noValue = 0

/** The largest by their sums, and the others as one. */
export function largest(series: readonly Series[], other: string): Series[] {
  const sum = ({ values }: Series) => values.reduce((total, value) => total + value, 0)
  const sorted = series.filter((one) => sum(one) > 0).toSorted((one, two) => sum(two) - sum(one))
  const rest = sorted.slice(mostSeries)
  if (rest.length === 0) return sorted
  const values = rest[0]?.values.map((_value, place) =>
    rest.reduce((total, one) => total + (one.values[place] ?? noValue), 0),
  )
  return [...sorted.slice(0, mostSeries), { name: other, values: values ?? [] }]
}

/** A round number at or above, for the top of the scale. */
function roundUp(value: number): number {
  if (value <= 0) return 1
  const size = 10 ** Math.floor(Math.log10(value))
  return ([1, 2, 2.5, 5, 10].find((step) => step * size >= value) ?? 10) * size
}

/** Stacked bars, one for each label, with the same numbers as a table. */
export function Chart(chart: {
  label: string
  labels: readonly string[]
  series: readonly Series[]
  format(value: number): string
  words: { table: string; label: string; sum: string }
  /** A bar leads to what it is made of. */
  onSelect?(label: string): void
}) {
  const { labels, series, format, words } = chart
  const sums = labels.map((_label, place) =>
    series.reduce((total, { values }) => total + (values[place] ?? noValue), 0),
  )
  const top = roundUp(Math.max(...sums, 0))
  return (
    <figure className="chart">
      <div className="chart-frame">
        <div className="chart-scale" aria-hidden="true">
          <span>{format(top)}</span>
          <span>{format(top / 2)}</span>
          <span>0</span>
        </div>
        <svg
          viewBox={`0 0 ${Math.max(labels.length, 1)} ${heightPx}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={chart.label}
        >
          <path className="chart-line" d={`M0 0H${labels.length}M0 ${heightPx / 2}H${labels.length}`} />
          {labels.map((label, place) => (
            <Bar
              key={label}
              place={place}
              series={series}
              top={top}
              title={`${label}: ${format(sums[place] ?? noValue)}`}
              onSelect={chart.onSelect && (() => chart.onSelect?.(label))}
            />
          ))}
        </svg>
      </div>
      <div className="chart-ends small soft" aria-hidden="true">
        <span>{labels[0]}</span>
        <span>{labels.at(-1)}</span>
      </div>
      <figcaption className="row small">
        {series.map(({ name }, place) => (
          <span key={name} className={`chart-name part-${place}`}>
            {name}
          </span>
        ))}
      </figcaption>
      <ChartTable labels={labels} series={series} sums={sums} format={format} words={words} />
    </figure>
  )
}

function ChartTable(table: {
  labels: readonly string[]
  series: readonly Series[]
  sums: readonly number[]
  format(value: number): string
  words: { table: string; label: string; sum: string }
}) {
  const { labels, series, sums, format, words } = table
  return (
    <details className="chart-table">
      <summary>{words.table}</summary>
      <TableBox label={words.table}>
        <thead>
          <tr>
            <th scope="col">{words.label}</th>
            <th scope="col">{words.sum}</th>
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {labels.map((label, place) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{format(sums[place] ?? noValue)}</td>
              {series.map(({ name, values }) => (
                <td key={name}>{format(values[place] ?? noValue)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </TableBox>
    </details>
  )
}

function Bar(bar: {
  place: number
  series: readonly Series[]
  top: number
  title: string
  onSelect: (() => void) | undefined
}) {
  let base = heightPx
  const parts = bar.series.map(({ name, values }) => {
    const height = ((values[bar.place] ?? noValue) / bar.top) * heightPx
    base -= height
    return { name, y: base, height }
  })
  return (
    // The table below leads to the same for keyboards.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <g onClick={bar.onSelect} className={bar.onSelect && 'is-link'}>
      <title>{bar.title}</title>
      <rect className="chart-ground" x={bar.place} y={0} width={1} height={heightPx} />
      {parts.map(({ name, y, height }, place) => (
        <rect
          key={name}
          className={`part-${place}`}
          x={bar.place + gap / 2}
          y={y}
          width={1 - gap}
          height={height}
        />
      ))}
    </g>
  )
}
