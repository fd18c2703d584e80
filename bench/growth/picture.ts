import { figure } from '../results-file.ts'

/** One panel: a measure by the rows of the corpus, a line a kind. */
export interface Panel {
  title: string
  /** Of the measure. */
  unit: string
  lines: { name: string; points: { rows: number; value: number }[] }[]
}

const width = 360
const height = 220
const margin = { left: 58, right: 14, top: 34, bottom: 30 }
const colors = ['#1f6f8b', '#c8553d', '#6a994e', '#8f6bb3']
const perRow = 2

/** Small curves side by side: rows on a logarithmic axis, the measure from nought. */
export function drawPanels(panels: readonly Panel[]): string {
  const rows = Math.ceil(panels.length / perRow)
  const [wide, high] = [width * perRow, height * rows]
  const groups = panels.map((panel, index) => {
    const [x, y] = [(index % perRow) * width, Math.floor(index / perRow) * height]
    return `<g transform="translate(${x} ${y})">${drawPanel(panel)}</g>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${wide} ${high}" width="${wide}" height="${high}" font-family="sans-serif" font-size="11" fill="#333">
<rect width="${wide}" height="${high}" fill="#fff"/>
${groups.join('\n')}
</svg>
`
}

function drawPanel({ title, unit, lines }: Panel): string {
  const all = lines.flatMap(({ points }) => points)
  const sizes = [...new Set(all.map(({ rows }) => rows))].sort((a, b) => a - b)
  const top = niceTop(Math.max(...all.map(({ value }) => value)))
  const [first = 1, last = 1] = [sizes[0], sizes.at(-1)]
  const span = Math.log(last / first) || 1
  const x = (rows: number) =>
    round(margin.left + (Math.log(rows / first) / span) * (width - margin.left - margin.right))
  const y = (value: number) =>
    round(height - margin.bottom - (value / top) * (height - margin.top - margin.bottom))
  const grid = [0, top / 2, top].map(
    (value) =>
      `<line x1="${margin.left}" x2="${width - margin.right}" y1="${y(value)}" y2="${y(value)}" stroke="#ddd"/>` +
      `<text x="${margin.left - 6}" y="${y(value) + 4}" text-anchor="end">${figure(value)}</text>`,
  )
  const ticks = sizes.map(
    (rows) =>
      `<text x="${x(rows)}" y="${height - margin.bottom + 16}" text-anchor="middle">${shortCount(rows)}</text>`,
  )
  const curves = lines.map(({ name, points }, index) => {
    const color = colors[index % colors.length]
    const path = points.map(({ rows, value }) => `${x(rows)},${y(value)}`).join(' ')
    const dots = points.map(
      ({ rows, value }) =>
        `<circle cx="${x(rows)}" cy="${y(value)}" r="3"><title>${escapeXml(`${name}, ${rows.toLocaleString('en')} rows: ${figure(value)} ${unit}`)}</title></circle>`,
    )
    const label = `<text x="${margin.left + 8 + index * 90}" y="${margin.top - 4}" stroke="none">${escapeXml(name)}</text>`
    return `<g stroke="${color}" fill="${color}"><polyline points="${path}" fill="none" stroke-width="2"/>${dots.join('')}${label}</g>`
  })
  const heading = `<text x="${margin.left}" y="14" font-weight="bold">${escapeXml(`${title}, ${unit}`)}</text>`
  return [heading, ...grid, ...ticks, ...curves].join('')
}

/** The next of 1, 2, 5, 10, … above a value. */
function niceTop(value: number): number {
  if (!(value > 0)) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  return ([1, 2, 5, 10].find((step) => step * power >= value) ?? 10) * power
}

const round = (value: number) => Math.round(value * 10) / 10

const shortCount = (rows: number) =>
  rows >= 1_000_000 ? `${rows / 1_000_000} M` : rows >= 1_000 ? `${rows / 1_000} k` : String(rows)

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
