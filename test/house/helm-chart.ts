import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parse as renderTemplate } from '@evertdespiegeleer/go-template'
import { parse, parseAllDocuments } from 'yaml'

export const chartFolder = join(import.meta.dirname, '../../deploy/helm/almanac')
const read = (file: string) => readFileSync(join(chartFolder, file), 'utf8')

type Tree = { [name: string]: Tree | string | number | boolean | readonly (Tree | string)[] }

export interface Manifest {
  apiVersion: string
  kind: string
  metadata: { name: string; labels: Record<string, string>; annotations?: Record<string, string> }
  spec: Record<string, unknown>
}

export const chart = parse(read('Chart.yaml')) as { name: string; version: string; appVersion: string }
export const chartSchema = JSON.parse(read('values.schema.json')) as object

const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** As Helm lays the values of a user over those of the chart. */
function laidOver(under: Tree, over: Tree): Tree {
  const merged = { ...under }
  for (const [name, value] of Object.entries(over)) {
    const below = merged[name]
    merged[name] = isTree(value) && isTree(below) ? laidOver(below, value) : value
  }
  return merged
}

export const valuesWith = (given: Tree): Tree => laidOver(parse(read('values.yaml')) as Tree, given)

/**
 * The chart's templates, rendered by Go's own template engine, which Helm uses, too. It has none of the functions that Helm
 * adds, so the chart uses none: this refuses one that does.
 */
export async function renderChart(values: Tree): Promise<{ manifests: Manifest[]; notes: string }> {
  const context = {
    Values: values,
    Release: { Name: 'blue', Namespace: 'data', Service: 'Helm' },
    Chart: { Name: chart.name, Version: chart.version, AppVersion: chart.appVersion },
  }
  const parts = globSync('templates/*.tpl', { cwd: chartFolder }).map(read).join('')
  const files = globSync('templates/*.{yaml,txt}', { cwd: chartFolder }).toSorted()
  const manifests: Manifest[] = []
  let notes = ''
  for (const file of files) {
    const text = await renderTemplate(`${parts}${read(file)}`, context)
    if (basename(file) === 'NOTES.txt') notes = text
    else
      for (const document of parseAllDocuments(text, { strict: true, uniqueKeys: true })) {
        if (document.errors.length > 0) throw new Error(`${file}: ${document.errors.join('; ')}\n${text}`)
        if (document.contents !== null) manifests.push(document.toJS() as Manifest)
      }
  }
  return { manifests, notes }
}
